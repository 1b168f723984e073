-- What was bought, as it was called and described at the time, and the merchant's own notes: a mandate keeps them, whatever becomes of
-- the link or product that started it. Metadata is an object of strings; null for none.
alter table mandates
  add column name text,
  add column description text,
  add column client_reference text,
  add column metadata jsonb;
alter table offers
  add column description text,
  add column metadata jsonb,
  add column image_url text,
  add column success_url text;

-- What was started before has the name that its link or product has now, the only one there is.
update mandates m set name = o.name from offers o where o.id = m.offer_id;
