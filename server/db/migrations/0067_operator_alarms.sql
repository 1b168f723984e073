-- When a chain was last seen to go on, in real time.
alter table chains add column seen_slot_at bigint;

-- What operators must look at, while it lasts and after, so that it is told once in a while only. Real time.
create table operator_alarms (
  alarm text not null,
  mode text not null check (mode in ('test', 'live', 'none')),
  since bigint not null,
  value bigint,
  -- When a mail last said so; null: none yet.
  told_at bigint,
  -- When one says so next, if it still lasts.
  tell_at bigint not null,
  -- Null while it lasts.
  ended_at bigint,
  primary key (alarm, mode)
);
