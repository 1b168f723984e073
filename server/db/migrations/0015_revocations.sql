-- That a mandate was revoked is written on chain, where a database that is set back finds it again.
-- Real times: when that is tried next, null once it is there or where nothing is to be written; and when it was there.
alter table mandates add column revoke_publish_at bigint, add column revoke_published_at bigint;
create index mandates_revokes_due on mandates (livemode, revoke_publish_at) where revoke_publish_at is not null;
create index mandates_revokes_published on mandates (livemode, revoke_published_at) where revoke_published_at is not null;
