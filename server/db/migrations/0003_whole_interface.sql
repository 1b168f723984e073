-- Sign-in. E-mail addresses are stored in lower case, so that the unique constraint ignores case.
alter table merchants add column password_hash text;
alter table merchants add constraint merchants_sign_in check ((email is null) = (password_hash is null));
alter table merchants add constraint merchants_email_case check (email = lower(email));

-- People who are signed in. All times are real time. The token is in the cookie alone.
create table sessions (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at bigint not null,
  expires_at bigint not null
);
create index sessions_by_merchant on sessions (merchant_id);
create index sessions_by_age on sessions (expires_at);

-- Payers who are signed in with their wallet. All times are real time.
create table wallet_sessions (
  id text collate "C" primary key,
  payer text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at bigint not null,
  expires_at bigint not null
);
create index wallet_sessions_by_age on wallet_sessions (expires_at);

-- Texts that a wallet signs to prove itself, each good for once. All times are real time.
create table wallet_challenges (
  nonce text primary key,
  -- payout: for a merchant's payout wallet. payer: to sign in.
  purpose text not null check (purpose in ('payout', 'payer')),
  -- Who asked; null for a payer, who is nobody until then.
  merchant_id text references merchants,
  address text not null,
  message text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check ((purpose = 'payout') = (merchant_id is not null))
);
create index wallet_challenges_by_age on wallet_challenges (expires_at);

-- Transactions that prove a payout wallet on chain, byte for byte as issued, each good for once. All times are real time.
create table payout_wallet_links (
  memo text primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  address text not null,
  message bytea not null,
  last_valid_block_height bigint not null,
  issued_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  tx_signature text unique
);
create index payout_wallet_links_by_age on payout_wallet_links (expires_at);

-- A token that has left the registry is kept: mandates in it go on, and still need to know what its issuer may do.
alter table tokens add column removed_at bigint;
alter table tokens add constraint tokens_removed check (removed_at is null or not (floor or is_default));

create table token_requests (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  mint text not null,
  note text check (length(note) <= 500),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at bigint not null,
  reviewed_at bigint,
  check ((status = 'pending') = (reviewed_at is null))
);
create index token_requests_by_mode on token_requests (livemode, id desc);

-- Payment links and products: what starts a mandate for whoever opens it.
create table offers (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  kind text not null check (kind in ('payment_link', 'product')),
  name text not null check (length(name) between 1 and 200),
  payee text not null,
  mint text not null,
  -- Of the mint: a price must stay readable when the token leaves the registry.
  decimals smallint not null,
  sell_mode text not null check (sell_mode in ('subscription', 'once', 'both')),
  amount_per_period atomic_amount not null check (amount_per_period > 0),
  period_seconds integer not null check (period_seconds >= 0),
  trial_seconds integer not null check (trial_seconds >= 0),
  -- Price of an outright purchase.
  amount_once atomic_amount check (amount_once > 0),
  content_title text,
  content_body text,
  active boolean not null default true,
  created_at bigint not null,
  unique (id, merchant_id, livemode),
  check ((sell_mode = 'subscription') = (amount_once is null)),
  check ((sell_mode = 'once') = (period_seconds = 0)),
  check (sell_mode <> 'once' or trial_seconds = 0),
  check (kind = 'product' or (content_title is null and content_body is null))
);
create index offers_by_merchant on offers (merchant_id, livemode, kind, id desc);

-- What started a mandate, and when it ended (in the merchant's time).
alter table mandates add column offer_id text;
alter table mandates add column ended_at bigint;
alter table mandates add foreign key (offer_id, merchant_id, livemode) references offers (id, merchant_id, livemode);
update mandates m set ended_at = greatest(m.start_at, (
  select max(e.created_at) from events e
  where e.mandate_id = m.id and e.charge_id is null and e.type in ('mandate.revoked', 'mandate.expired', 'mandate.completed')))
where status in ('revoked', 'expired', 'completed');
-- One that left no event ended when it began, as far as anyone can tell.
update mandates set ended_at = start_at where ended_at is null and status in ('revoked', 'expired', 'completed');
alter table mandates add constraint mandates_end check ((status in ('pending', 'active')) = (ended_at is null));
create index mandates_by_offer_payer on mandates (offer_id, payer) where offer_id is not null;
create index mandates_by_payer on mandates (livemode, payer, id desc);

-- When a refund succeeded (in the merchant's time).
alter table refunds add column settled_at bigint;
update refunds set settled_at = created_at where status = 'succeeded';
alter table refunds add constraint refunds_settled check ((status = 'succeeded') = (settled_at is not null));

-- Approvals by which a payer renews what a mandate may take. All times are real time.
create table top_ups (
  id text collate "C" primary key,
  mandate_id text not null,
  merchant_id text not null,
  livemode boolean not null,
  -- What the mandate's own pulls may take in all once it counts, and what its transaction approves.
  budget atomic_amount not null,
  approve_amount atomic_amount not null,
  issued_at bigint not null,
  -- Nothing that landed in an earlier slot was signed for it.
  issued_slot bigint not null,
  -- When to look for it on chain next; null once it counts, or its day is over.
  watch_at bigint,
  applied_at bigint,
  tx_signature text,
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode),
  check ((applied_at is null) = (tx_signature is null)),
  check (applied_at is null or watch_at is null)
);
create index top_ups_by_mandate on top_ups (mandate_id, issued_at);
create index top_ups_to_watch on top_ups (livemode, watch_at) where watch_at is not null;

-- By hand a delivery begins its retry delays anew: they are counted from this attempt on.
alter table webhook_deliveries add column attempts_before integer not null default 0;
-- While an attempt is under way it may be one ahead of it: that attempt is the last one before.
alter table webhook_deliveries add constraint webhook_deliveries_begun
  check (attempts_before between 0 and attempts + 1);
-- One event's deliveries are found by the unique (event_id, endpoint_id).
create index webhook_deliveries_by_merchant on webhook_deliveries (merchant_id, livemode, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (merchant_id, livemode, status, id desc);
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);

create index charges_by_status on charges (merchant_id, livemode, status, id desc);
create index attempts_by_charge on attempts (charge_id, id desc) where charge_id is not null;

-- What settled, by hour, so that metrics need not count every charge. Derived from charges and refunds: both tables may be emptied
-- together at any time, and are filled again. Times are in the merchant's time.
create table settled_hours (
  merchant_id text not null references merchants,
  livemode boolean not null,
  hour bigint not null check (hour % 3600 = 0),
  mint text not null,
  payments bigint not null,
  gross numeric(40, 0) not null,
  refunds numeric(40, 0) not null,
  primary key (merchant_id, livemode, hour, mint)
);
-- Up to when settled_hours is complete for good. What settled from then on is counted row by row.
create table settled_progress (
  merchant_id text not null references merchants,
  livemode boolean not null,
  closed_before bigint not null check (closed_before % 3600 = 0),
  primary key (merchant_id, livemode)
);
create index charges_by_settlement on charges (merchant_id, livemode, settled_at) where status = 'succeeded';
create index refunds_by_settlement on refunds (merchant_id, livemode, settled_at) where status = 'succeeded';
-- Subscriptions for metrics, and customers in their order.
create index mandates_by_activation on mandates (merchant_id, livemode, activated_at, payer)
  include (id, sell_mode, mint, period_seconds, amount_per_period, ended_at) where activated_at is not null;
create index mandates_by_first_activation on mandates (merchant_id, livemode, payer, activated_at, id) where activated_at is not null;
