-- The row of quotas that bounds a merchant's pending mandates starts with those there are. It belongs to no day.
insert into quotas (merchant_id, livemode, kind, day, used)
select merchant_id, livemode, 'pending_mandate', 0, count(*) from mandates where status = 'pending' group by merchant_id, livemode
on conflict (merchant_id, livemode, kind) do nothing;
