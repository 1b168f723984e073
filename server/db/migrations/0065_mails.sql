-- Mails that are to be sent, and for a while those that were. Whom they go to and what they say is encrypted, and deleted once they are sent or given up.
create table mails (
  id text primary key,
  kind text not null,
  language text not null,
  -- Whose brand it carries; null: the deployment's own.
  merchant_id text collate "C" references merchants,
  livemode boolean,
  -- A keyed hash of the address, to count by.
  recipient bytea not null,
  once_key text,
  box bytea,
  -- 0 is sent before 1: who waits to get into an account does not wait for ten thousand digests.
  priority smallint not null,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  -- Why it failed: the server refused it for good, or it could not be delivered while it was of use.
  reason text check (reason in ('refused', 'expired')),
  -- What the server said last, without addresses.
  answer text,
  attempts integer not null default 0,
  -- When it is tried next, or taken up again if its sender has died. Null once that is over.
  next_attempt_at bigint,
  useful_until bigint not null,
  created_at bigint not null,
  ended_at bigint,
  check ((merchant_id is null) = (livemode is null)),
  check ((status = 'waiting') = (next_attempt_at is not null)),
  check ((status = 'waiting') = (box is not null)),
  check ((status = 'waiting') = (ended_at is null)),
  check ((status = 'failed') = (reason is not null))
);
create index mails_due on mails (priority, next_attempt_at) where next_attempt_at is not null;
create unique index mails_once on mails (once_key) where once_key is not null;
create index mails_by_recipient on mails (recipient, kind, created_at);
create index mails_old on mails (ended_at) where ended_at is not null;
