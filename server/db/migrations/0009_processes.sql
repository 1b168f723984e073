-- The processes that run now. One that has not said so for 10 s is dead, and others take over what it held.
create table processes (
  id text primary key,
  seen_at timestamptz not null
);
