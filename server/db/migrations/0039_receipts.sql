-- Receipts of a merchant and mode are numbered without gaps, in the order in which their charges were recorded as settled: the row is
-- taken in the transaction that records the settlement, and so comes back when that does not commit.
create table receipt_counters (
  merchant_id text collate "C" not null,
  livemode boolean not null,
  last_number bigint not null check (last_number > 0),
  primary key (merchant_id, livemode)
);
alter table charges add column receipt_number bigint check (receipt_number > 0);

update charges c set receipt_number = settled.number
from (
  select id, row_number() over (partition by merchant_id, livemode order by settled_at, position) as number
  from charges where status = 'succeeded') settled
where settled.id = c.id;
insert into receipt_counters (merchant_id, livemode, last_number)
select merchant_id, livemode, max(receipt_number) from charges where status = 'succeeded' group by merchant_id, livemode;

alter table charges add constraint charges_receipt check ((status = 'succeeded') = (receipt_number is not null));
create unique index charges_by_receipt on charges (merchant_id, livemode, receipt_number) where receipt_number is not null;
