-- When a payer is told that a charge comes up, in real time; null where it is not, and as soon as it was.
alter table charges add column announce_at bigint;

-- What is planned already is announced too, unless less than three days are left.
update charges c set announce_at = c.wake_at - 259200
from mandates m
where m.id = c.mandate_id and m.sell_mode = 'subscription' and m.period_seconds >= 604800
  and c.status = 'scheduled' and c.wake_at - 259200 > extract(epoch from now());

create index charges_to_announce on charges (livemode, announce_at) where announce_at is not null;
