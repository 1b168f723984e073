-- What a merchant wants done about renewals that fail, by mode. Rows are only added: the newest counts for charges that fail from then on,
-- and a charge keeps the one under which it failed first. No row, or null: what the specification says.
create table dunning_policies (
  id bigint generated always as identity primary key,
  merchant_id text collate "C" not null references merchants,
  livemode boolean not null,
  retries text not null check (retries in ('short', 'standard', 'long')),
  keeps_access boolean not null,
  after_last text not null check (after_last in ('end', 'keep')),
  -- In real time.
  created_at bigint not null
);
create index dunning_policies_newest on dunning_policies (merchant_id, livemode, id desc);
alter table charges add column dunning_policy_id bigint;
