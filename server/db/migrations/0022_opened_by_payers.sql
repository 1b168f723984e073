-- When the payer, signed in or by their signature, first opened it, in real time: until then anybody may have made it in their name.
alter table mandates add column payer_opened_at bigint;
-- What a payer is shown, in its order.
create index mandates_of_payer on mandates (livemode, payer, (status = 'active') desc, id desc)
  where activated_at is not null or payer_opened_at is not null;
drop index mandates_by_payer;
