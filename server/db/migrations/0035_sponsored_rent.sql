-- Rent of the accounts that payers open to subscribe to plans, which the service pays where it sponsors fees.

alter table sponsored_transactions
  -- Of the mandate when it was offered: what was offered under one scheme is not signed under the other.
  add column scheme text not null default 'approval' check (scheme in ('approval', 'plan')),
  -- The most lamports of rent that the service pays in it, set when it signs: what the daily quotas count.
  add column rent numeric(20) not null default 0;

-- Accounts of the Subscriptions program whose rent the service pays, recorded before it signs what opens them.
create table sponsored_accounts (
  genesis_hash text not null,
  -- It follows from payer and mint, or plan and payer. Opened again, it is the same row.
  address text not null,
  livemode boolean not null,
  kind text not null check (kind in ('authority', 'subscription')),
  payer text not null,
  mint text not null,
  -- Null for an authority, which serves all of the payer's subscriptions in the mint.
  plan text check ((kind = 'subscription') = (plan is not null)),
  -- The mandate that it was opened for last.
  mandate_id text not null,
  merchant_id text not null,
  -- The service's key that pays the rent. The program returns it to this key, whoever closes the account.
  rent_payer text not null,
  -- Lamports that it holds; 0 once it is closed.
  rent numeric(20) not null,
  -- signed: it may be opened any moment; open: seen on chain; closed: the rent is back, or was never paid.
  status text not null check (status in ('signed', 'open', 'closed')),
  -- Unix seconds of real time: the last signature, when to look at it again, and the last transaction that closes it.
  signed_at bigint not null,
  look_at bigint not null,
  sent_at bigint,
  primary key (genesis_hash, address)
);
create index sponsored_accounts_held on sponsored_accounts (livemode, look_at) where status <> 'closed';
create index sponsored_accounts_sent on sponsored_accounts (livemode, sent_at) where sent_at is not null;
-- What keeps a subscription account from being closed.
create index mandates_of_subscription on mandates (subscription_account)
  where subscription_account is not null and status in ('pending', 'active');
