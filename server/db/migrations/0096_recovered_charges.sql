-- What recovered=true lists: charges that succeeded after a failed attempt, newest first. Few of all, so few writes.
create index charges_recovered_in_order on charges (merchant_id, livemode, position desc) where status = 'succeeded' and attempts > 1;
