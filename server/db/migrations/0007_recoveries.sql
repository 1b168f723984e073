-- Each time that the database may have been set back to an older state: a restore, a failover to a replica that lagged.
create table recoveries (
  livemode boolean not null references chains,
  -- 1, 2, and so on for each mode.
  number integer not null check (number > 0),
  -- Real time. What was recorded before it may have had signatures that are forgotten.
  before bigint not null,
  -- A slot that was finalized before anything was forgotten: so far back a node's history must reach. Null: not known.
  from_slot bigint,
  -- Block height after which nothing was signed that is forgotten; null until the chain was asked.
  height bigint,
  primary key (livemode, number)
);
insert into recoveries (livemode, number, before, height)
  select livemode, 1, recover_before, recover_height from chains where recover_before is not null;
alter table chains drop column recover_before, drop column recover_height;

-- The newest finalized slot that was noted. In a restored database it is older than everything that is forgotten.
alter table chains add column seen_slot bigint;

-- The last recovery whose every forgotten charge of this mandate was proven found or never made.
alter table mandates add column recovered_through integer not null default 0;
