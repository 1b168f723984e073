-- The plan is published when the mandate activates, and not before: its merchant's plans of the day were published, or a stranger started it.
alter table mandates add column plan_deferred boolean not null default false;

-- What publishing plans and revocations has cost in each mode, in lamports, ever.
create table publishing_fees (
  livemode boolean primary key,
  lamports numeric(20, 0) not null
);

-- What each mode's fee payer held, once a minute, and what the service spent of it. Kept for a day.
create table fee_payer_samples (
  livemode boolean not null,
  minute bigint not null,
  fee_payer text not null,
  lamports numeric(20, 0) not null,
  -- At most what the transfers and sponsored authorizations cost that were signed since the row before.
  settling numeric(20, 0) not null,
  -- publishing_fees at that moment.
  published numeric(20, 0) not null,
  -- Real time.
  sampled_at bigint not null,
  primary key (livemode, minute)
);
