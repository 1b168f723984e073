-- Mandates of a link or product, of a reference, and with an entry of metadata. Those that have none of these are in none of the indexes.
create index mandates_by_offer on mandates (merchant_id, livemode, offer_id, id desc) where offer_id is not null;
create index mandates_by_reference on mandates (merchant_id, livemode, client_reference, id desc) where client_reference is not null;
create index mandates_by_metadata on mandates using gin (metadata jsonb_path_ops) where metadata is not null;
