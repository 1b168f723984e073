-- The transaction that was sent last to publish a mandate's plan, kept until the plan is on chain: no other is sent while it can land.
create table plan_attempts (
  mandate_id text primary key references mandates on delete cascade,
  signature text not null,
  last_valid_block_height bigint not null
);
create index plan_attempts_by_signature on plan_attempts (signature);
