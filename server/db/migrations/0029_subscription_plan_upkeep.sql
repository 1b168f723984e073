-- What ends the plans that no mandate needs, so that their rent returns.

alter table subscription_plans
  -- Lamports are money too: a bigint in the code.
  alter column rent type numeric(20),
  -- As the column it refers to.
  alter column merchant_id type text collate "C",
  -- The last time a transaction that makes, ends or deletes it was signed. All three times are Unix seconds of real time.
  add column sent_at bigint,
  -- Since when no mandate has needed it; null while one does.
  add column unused_since bigint,
  -- Not looked at before, once it is ending; null for at once.
  add column look_at bigint;

-- The mandates that keep a plan from being ended.
create index mandates_needing_plan on mandates (plan_account)
  where plan_account is not null and status in ('pending', 'active') and scheme = 'plan';
