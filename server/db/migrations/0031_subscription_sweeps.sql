-- The accounts behind mandates are looked at in two rounds: approvals, by payer and token, and subscriptions to plans, by mandate.
alter table account_sweeps
  add column round text not null default 'approvals' check (round in ('approvals', 'subscriptions')),
  -- The last one looked at; empty before the first.
  add column position text[] not null default '{}',
  drop constraint account_sweeps_pkey,
  add primary key (round, livemode);
update account_sweeps set position = array[payer, mint] where payer <> '';
alter table account_sweeps drop column payer, drop column mint, alter column round drop default;
insert into account_sweeps (round, livemode, lease_until) values ('subscriptions', false, 0), ('subscriptions', true, 0);
create index mandates_on_plans on mandates (livemode, id) where scheme = 'plan' and status = 'active';
