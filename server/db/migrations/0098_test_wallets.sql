-- Wallets that POST /v1/test/wallets made: their keys travelled in a response, so no real money may be paid to them.
create table test_wallets (
  address text primary key,
  -- Real time, Unix seconds.
  created_at bigint not null
);
