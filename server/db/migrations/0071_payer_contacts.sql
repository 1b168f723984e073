-- Where payers want to be told of their payments to one merchant. An address is encrypted under the row's id, so that no other row opens it. All
-- times are real time.
create table payer_contacts (
  id text collate "C" primary key,
  merchant_id text collate "C" not null references merchants,
  livemode boolean not null,
  payer text collate "C" not null,
  -- The mandate at which it was given.
  mandate_id text collate "C" not null references mandates,
  box bytea not null,
  -- A keyed hash of the address: whether two are the same can be told without opening either.
  tag bytea not null,
  language text not null,
  -- Whether the payer lets the merchant see it.
  shared boolean not null default false,
  -- SHA-256 of what the link to confirm it carries; null once it is confirmed, so the link works once.
  confirm_hash bytea,
  confirm_until bigint,
  confirmed_at bigint,
  created_at bigint not null,
  check ((confirmed_at is null) = (confirm_hash is not null)),
  check ((confirm_hash is null) = (confirm_until is null))
);

-- A payer has one address with a merchant, and at most one that waits to replace it.
create unique index payer_contacts_confirmed on payer_contacts (merchant_id, livemode, payer) where confirmed_at is not null;
create unique index payer_contacts_waiting on payer_contacts (merchant_id, livemode, payer) where confirmed_at is null;
create index payer_contacts_expired on payer_contacts (confirm_until) where confirm_until is not null;

-- What payers are to be told: written in the transaction of the event, deleted in that of the mail.
create table payer_notices (
  event_id text collate "C" not null references events,
  contact_id text collate "C" not null references payer_contacts on delete cascade,
  livemode boolean not null,
  created_at bigint not null,
  primary key (event_id, contact_id)
);
create index payer_notices_due on payer_notices (livemode, created_at);
create index payer_notices_by_contact on payer_notices (contact_id);
