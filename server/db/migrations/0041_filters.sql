-- Charges and refunds are listed by link, product and token too: they hold copies of what their mandate never changes, so that an index
-- of theirs leads to the newest of a link however many charges there are beside. The database keeps the copies, so that no way of making a
-- charge can forget them, not even that of a process of the version before.
alter table charges add column mint text collate "C", add column offer_id text collate "C";
alter table refunds add column mint text collate "C", add column offer_id text collate "C";
update charges c set mint = m.mint, offer_id = m.offer_id from mandates m where m.id = c.mandate_id;
update refunds r set mint = m.mint, offer_id = m.offer_id from mandates m where m.id = r.mandate_id;

create function copy_of_mandate() returns trigger language plpgsql as $$
begin
  select mint, offer_id into new.mint, new.offer_id from mandates where id = new.mandate_id;
  return new;
end $$;
create trigger charges_copy_of_mandate before insert on charges for each row execute function copy_of_mandate();
create trigger refunds_copy_of_mandate before insert on refunds for each row execute function copy_of_mandate();

create index charges_by_mint on charges (merchant_id, livemode, mint, position desc);
create index charges_by_offer on charges (merchant_id, livemode, offer_id, position desc) where offer_id is not null;
create index refunds_by_mint on refunds (merchant_id, livemode, mint, position desc);
create index refunds_by_offer on refunds (merchant_id, livemode, offer_id, position desc) where offer_id is not null;

-- Mandates of a token, and customers of a link or product.
create index mandates_by_mint on mandates (merchant_id, livemode, mint, id desc);
create index mandates_by_offer_activation on mandates (merchant_id, livemode, offer_id, activated_at, payer)
  where offer_id is not null and activated_at is not null;
