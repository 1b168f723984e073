-- Ids of charges and events are derived from what they are about, so that a restored database makes them again. What orders them in lists is
-- their position: as ids were before, it sorts by time byte by byte.
alter table charges add column position text collate "C";
update charges set position = id;
alter table charges alter column position set not null;
alter table events add column position text collate "C";
update events set position = id;
alter table events alter column position set not null;

drop index charges_by_merchant, charges_by_mandate, charges_by_status, events_by_merchant, events_by_mandate;
create index charges_by_merchant on charges (merchant_id, livemode, position desc);
create index charges_by_mandate on charges (mandate_id, position desc);
create index charges_by_status on charges (merchant_id, livemode, status, position desc);
create index events_by_merchant on events (merchant_id, livemode, position desc);
create index events_by_mandate on events (mandate_id, position desc);
