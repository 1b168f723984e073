-- How far the page /setup has come. No row: nobody has begun.
create table first_visit (
  -- One row at most.
  id boolean primary key default true check (id),
  -- The first merchant, whose owner the page made. Real time.
  merchant_id text collate "C" not null references merchants,
  made_at bigint not null,
  -- From here on there is no such page.
  finished_at bigint
);
