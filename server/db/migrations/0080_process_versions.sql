-- What each process is, so that a migration which older code would not survive waits until none of it runs, and a person sees what runs where.
-- Null: written by code from before this migration.
alter table processes
  add column role text,
  add column code_version text,
  add column schema_version int,
  add column started_at timestamptz default clock_timestamp();
