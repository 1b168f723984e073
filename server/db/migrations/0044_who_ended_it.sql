-- Who or what ended a mandate: its payer, its merchant, a payment that failed for good, or its term (it was completed or expired). Null while it
-- lasts, and for those that ended before this was recorded and left nothing to tell it by.
alter table mandates add column ended_by text check (ended_by in ('payer', 'merchant', 'payment_failed', 'term'));
update mandates set ended_by = 'term' where status in ('completed', 'expired');
update mandates m
set ended_by = case when c.failure_code = 'allowance_gone' then 'payer' else 'payment_failed' end
from charges c
where c.mandate_id = m.id and c.status = 'abandoned' and m.status = 'revoked';
alter table mandates add constraint mandates_ended_by check (ended_by is null or ended_at is not null);

-- Lives of subscriptions by month, and who ended them, from the index alone.
drop index mandates_by_end;
create index mandates_by_end on mandates (merchant_id, livemode, ended_at)
  include (activated_at, sell_mode, mint, period_seconds, amount_per_period, ended_by, id) where activated_at is not null;
-- Trials by when they ended: when the first payment fell due, or with the subscription if that was earlier.
create index mandates_by_trial_end on mandates (merchant_id, livemode, (least(anchor_at, ended_at)))
  where trial_seconds > 0 and activated_at is not null;
-- What failed and was not paid since; what failed and was paid in the end. Both are a small part of all charges.
create index charges_failed on charges (mandate_id) where failure_code is not null;
create index charges_recovered on charges (merchant_id, livemode, settled_at) where status = 'succeeded' and attempts > 1;
