-- How much of something a merchant has used on the last UTC day on which it used any. One row for each kind, so that counting costs no scan.
create table quotas (
  merchant_id text not null references merchants,
  livemode boolean not null,
  kind text not null,
  day integer not null,
  used numeric(20, 0) not null,
  primary key (merchant_id, livemode, kind)
);
-- Pending mandates are counted up to a limit.
create index mandates_pending on mandates (merchant_id, livemode) where status = 'pending';
