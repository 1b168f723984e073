-- What stands behind a mandate on chain: the payer's approval of a delegate (approval), or a subscription to a plan of the Subscriptions
-- program, which enforces amount, period and payee (plan).

-- Plans of the program that this service owns. A row is written before its plan is made on chain, so that a crash cannot lose the rent in it.
create table subscription_plans (
  -- The plan's address on chain, which follows from its owner and number.
  address text primary key,
  merchant_id text not null references merchants (id),
  livemode boolean not null,
  genesis_hash text not null,
  -- The key that pays the rent and gets it back.
  owner text not null,
  -- The owner's number of the plan, a u64.
  number numeric(20) not null,
  -- The key of the service that may pull.
  puller text not null,
  payee text not null,
  mint text not null,
  token_program text not null,
  -- Atomic units.
  amount numeric(20) not null,
  period_hours integer not null,
  -- Plan k of the pool serves mandates without an end; a payer has at most one subscription to a plan. Null for a mandate's own plan.
  pool_index integer,
  -- Unix seconds of the chain, on the merchant's clock. ends_at null: it has no end.
  ends_at bigint,
  -- Null until the plan was seen on chain.
  made_at bigint,
  -- wanted: being made; open: on chain, for new subscriptions; ending: no mandate needs it, and it ends on chain; deleted: its rent is back.
  status text not null check (status in ('wanted', 'open', 'ending', 'deleted')),
  -- Lamports that its account holds; 0 once they are back.
  rent bigint not null default 0,
  recorded_at bigint not null
);
create unique index subscription_plans_pool on subscription_plans
  (merchant_id, livemode, genesis_hash, owner, puller, payee, mint, amount, period_hours, pool_index)
  where pool_index is not null and status in ('wanted', 'open');
create index subscription_plans_status on subscription_plans (livemode, status, recorded_at);

alter table mandates
  add column scheme text not null default 'approval' check (scheme in ('approval', 'plan')),
  -- The plan that its payer subscribes to, chosen when the payer first asks for something to sign. It never changes once it is active.
  add column plan_account text references subscription_plans (address),
  add column plan_owner text,
  add column subscription_account text,
  -- The second of the chain, on the merchant's clock, from which the program counts periods; null until active.
  add column subscribed_at bigint;
-- Which mandates a plan serves.
create index mandates_of_plan on mandates (plan_account) where plan_account is not null;
