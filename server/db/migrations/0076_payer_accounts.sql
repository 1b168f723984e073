-- What payers' token accounts held when they were last read on chain, which anybody can read there. Written by the rounds that look for
-- cancellations, and when a payer looks; charges are never judged by it.
create table payer_accounts (
  livemode boolean not null,
  payer text not null,
  mint text not null,
  state text not null check (state in ('open', 'frozen', 'missing', 'invalid')),
  balance atomic_amount not null,
  delegate text,
  delegated atomic_amount not null,
  -- The delegate is a key of this service's or, for plans, the payer's authority in the Subscriptions program.
  is_ours boolean not null,
  -- Real time.
  read_at bigint not null,
  primary key (livemode, payer, mint)
);
-- The charges that a merchant has to come, for its forecast.
create index charges_upcoming on charges (merchant_id, livemode, next_attempt_at) where status in ('scheduled', 'processing', 'retrying');
