-- What a search finds by its beginning compares by byte, whatever the database's own collation: the indexes that these columns have
-- already then lead to a beginning. The tables are not written again, these indexes are.
alter table mandates
  alter column payer type text collate "C",
  alter column payee type text collate "C",
  alter column client_reference type text collate "C";
alter table settlements alter column signature type text collate "C";
alter table attempts alter column signature type text collate "C";
alter table authorizations alter column signature type text collate "C";

create index mandates_by_payee on mandates (merchant_id, livemode, payee, id desc);
create index mandates_by_name on mandates (merchant_id, livemode, (lower(name) collate "C"), id desc) where name is not null;
create index offers_by_name on offers (merchant_id, livemode, (lower(name) collate "C"), id desc);
create index refunds_by_id on refunds (merchant_id, livemode, id desc);

-- The values of a mandate's metadata, each under its merchant and mode: one that all merchants use leads to one merchant's alone.
create function metadata_values(merchant_id text, livemode boolean, metadata jsonb) returns text[]
language sql immutable parallel safe as $$
  select array(select merchant_id || '/' || livemode || '/' || lower(value) from jsonb_each_text(metadata))
$$;
create index mandates_by_metadata_value on mandates using gin (metadata_values(merchant_id, livemode, metadata)) where metadata is not null;
