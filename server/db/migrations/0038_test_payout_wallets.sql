-- A payout wallet that was proven for test mode alone: the pages' own test wallet must never be where live money goes.
alter table merchants
  add column test_payout_wallet text,
  add column test_payout_wallet_verified_at bigint;
