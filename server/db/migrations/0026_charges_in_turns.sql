-- Which merchants have charges due, however many of them one has: a walk from merchant to merchant. Workers that collect a backlog take turns
-- by it.
create index charges_in_turns on charges (livemode, merchant_id, wake_at) where wake_at is not null;
