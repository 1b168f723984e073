-- The merchant that made a test token for itself; null: the platform's.
alter table tokens add column made_by text references merchants;
update tokens t set made_by = (
  select min(c.merchant_id) from token_choices c where not c.livemode and c.mint = t.mint and c.accepted)
where not t.livemode and t.class = 'other' and not t.is_default and t.symbol = 'TEST' || left(t.mint, 4);
