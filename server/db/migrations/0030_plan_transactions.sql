-- Which plans' transactions explain what the fee payer spent within a minute.
create index subscription_plans_sent on subscription_plans (livemode, sent_at) where sent_at is not null;
