-- How often the outcome of an attempt could not be recorded, and until when (real time) that is not tried again.
alter table attempts add column setbacks integer not null default 0;
alter table attempts add column backoff_until bigint;
