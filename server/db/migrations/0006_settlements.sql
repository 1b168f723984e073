-- Each transfer on chain settles one charge or refund, never two: whoever settles one adds the transfer here first.
create table settlements (
  signature text not null,
  -- The transfer's place among its transaction's instructions. -1: settled before places were noted, and stands for all of them.
  instruction_index integer not null check (instruction_index >= -1),
  merchant_id text not null,
  livemode boolean not null,
  charge_id text,
  refund_id text,
  -- Real time.
  recorded_at bigint not null,
  primary key (signature, instruction_index),
  foreign key (charge_id, merchant_id, livemode) references charges (id, merchant_id, livemode),
  foreign key (refund_id, merchant_id, livemode) references refunds (id, merchant_id, livemode),
  check (num_nonnulls(charge_id, refund_id) = 1)
);
create unique index settlements_by_charge on settlements (charge_id) where charge_id is not null;
create unique index settlements_by_refund on settlements (refund_id) where refund_id is not null;

-- One transaction may hold several payments of an order: they were counted in the order of its instructions.
insert into settlements (signature, instruction_index, merchant_id, livemode, charge_id, recorded_at)
select a.signature, a.instruction_index, c.merchant_id, c.livemode, c.id, a.recorded_at
from (
  select signature, instruction_index, mandate_id, recorded_at,
    row_number() over (partition by mandate_id, signature order by instruction_index) as place
  from authorizations where kind = 'payment') a
join (
  select id, merchant_id, livemode, mandate_id, tx_signature,
    row_number() over (partition by mandate_id, tx_signature order by period_index) as place
  from charges where status = 'succeeded') c
  on c.mandate_id = a.mandate_id and c.tx_signature = a.signature and c.place = a.place;

-- Where one signature settled several, the first keeps it.
insert into settlements (signature, instruction_index, merchant_id, livemode, charge_id, recorded_at)
select tx_signature, -1, merchant_id, livemode, id, settled_at
from charges c
where status = 'succeeded' and not exists (select 1 from settlements s where s.signature = c.tx_signature)
order by settled_at, id
on conflict do nothing;

insert into settlements (signature, instruction_index, merchant_id, livemode, refund_id, recorded_at)
select tx_signature, -1, merchant_id, livemode, id, settled_at
from refunds r
where status = 'succeeded' and not exists (select 1 from settlements s where s.signature = r.tx_signature)
order by settled_at, id
on conflict do nothing;
