-- Who did what, from where: a line for each write of a person or a key, written before the change or with it. Kept 400 days.
create table audit_log (
  id text collate "C" primary key,
  -- Null until it is known, and for what concerns no merchant.
  merchant_id text,
  -- Null: it counts in both modes.
  livemode boolean,
  actor_kind text not null check (actor_kind in ('person', 'key', 'wallet', 'owner', 'operator', 'service', 'anyone')),
  actor_id text,
  actor_name text,
  actor_role text,
  action text not null,
  resource_id text,
  -- unknown: the process ended before it noted the outcome, or is still at it.
  outcome text not null default 'unknown' check (outcome in ('unknown', 'succeeded', 'refused', 'failed')),
  error_code text,
  changes jsonb,
  address text,
  user_agent text,
  created_at bigint not null
);

-- Each mode has an index of its own, so that a list of few live lines does not read many of test mode.
create index audit_log_of_live on audit_log (merchant_id, id) where livemode is distinct from false;
create index audit_log_of_test on audit_log (merchant_id, id) where livemode is distinct from true;
create index audit_log_by_actor on audit_log (merchant_id, actor_id, id) where actor_id is not null;
create index audit_log_by_action on audit_log (merchant_id, action, id);
create index audit_log_by_resource on audit_log (merchant_id, resource_id, id) where resource_id is not null;
