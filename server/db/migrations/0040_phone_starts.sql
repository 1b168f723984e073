-- The mandate that a wallet started by scanning the code of a link's page. The page made the client_secret and finds the mandate by its SHA-256;
-- the code holds nothing else of it. A row a scan, which starts a mandate too: they stay as long.
create table phone_starts (
  client_secret_hash bytea primary key check (length(client_secret_hash) = 32),
  mandate_id text collate "C" not null references mandates,
  offer_id text collate "C" not null references offers,
  created_at bigint not null
);
