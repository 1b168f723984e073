-- When the platform's owner let a merchant write, in real time; null: it only reads.
alter table merchants add column approved_at bigint;
update merchants set approved_at = created_at;
create index merchants_pending on merchants (id desc) where approved_at is null;
