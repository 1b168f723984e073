-- What merchants may be told by mail, until it is told. Triggers, since it is written by many use cases, also of processes of the version before; each takes
-- microseconds, in the transaction in which it happens.
create table merchant_happenings (
  id bigint generated always as identity primary key,
  merchant_id text collate "C" not null,
  livemode boolean not null,
  kind text not null check (kind in (
    'new_subscriptions', 'renewals_failed', 'renewals_lost', 'refunds_signed', 'refunds_failed', 'webhooks_exhausted')),
  -- The event, or the delivery, that it is about.
  event_id text,
  delivery_id text,
  check ((event_id is null) <> (delivery_id is null))
);

create function note_event() returns trigger language plpgsql as $$
begin
  insert into merchant_happenings (merchant_id, livemode, kind, event_id)
  values (new.merchant_id, new.livemode, case new.type
    when 'mandate.activated' then 'new_subscriptions'
    when 'charge.failed' then 'renewals_failed'
    when 'charge.abandoned' then 'renewals_lost'
    when 'refund.succeeded' then 'refunds_signed'
    else 'refunds_failed' end, new.id);
  return new;
end $$;
create trigger note_event after insert on events for each row
  when (new.type in ('mandate.activated', 'charge.failed', 'charge.abandoned', 'refund.succeeded', 'refund.failed')) execute function note_event();

create function note_exhausted() returns trigger language plpgsql as $$
begin
  insert into merchant_happenings (merchant_id, livemode, kind, delivery_id)
  values (new.merchant_id, new.livemode, 'webhooks_exhausted', new.id);
  return new;
end $$;
create trigger note_exhausted after update of status on webhook_deliveries for each row
  when (new.status = 'exhausted' and old.status <> 'exhausted') execute function note_exhausted();

-- What a member wants to be told of a merchant, and when. A member without a row has what is usual for their role.
create table notice_choices (
  account_id text collate "C" not null,
  merchant_id text collate "C" not null,
  -- Those kinds that are told.
  kinds text[] not null,
  also_test boolean not null,
  language text not null check (language in ('en', 'es')),
  time_zone text not null,
  digest_hour smallint not null check (digest_hour between 0 and 23),
  -- When the next digest is due, in real time.
  digest_at bigint not null,
  updated_at bigint not null,
  primary key (account_id, merchant_id),
  foreign key (account_id, merchant_id) references memberships on delete cascade
);
create index notice_choices_digest on notice_choices (digest_at) where 'daily_digest' = any(kinds);
