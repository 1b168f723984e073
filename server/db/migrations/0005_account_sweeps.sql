-- How far the sweep over payers' accounts has come: a round that ran out of time goes on where it stopped. One row a mode.
create table account_sweeps (
  livemode boolean primary key,
  -- The last account that was looked at; both empty before the first one of a round.
  payer text not null default '',
  mint text not null default '',
  -- Real time until which one process has the sweep to itself, and that process' token.
  lease_until bigint not null default 0,
  lease_token text
);
insert into account_sweeps (livemode) values (false), (true);
