-- Money is numeric(20,0), whole atomic units: u64 does not fit in bigint. Times are Unix seconds. Columns named *_at are
-- in the merchant's time (moved by a test clock) unless their comment says real time.
-- Ids sort by time only byte by byte, hence collate "C" whatever the database's own collation.

create domain atomic_amount as numeric(20, 0) check (value >= 0 and value <= 18446744073709551615);

create table merchants (
  id text collate "C" primary key,
  name text not null check (length(name) between 1 and 200),
  email text unique,
  payout_wallet text,
  payout_wallet_verified_at bigint,
  created_at bigint not null,
  -- How far the test clock is ahead of the real one. Live mode has no such thing.
  clock_offset_seconds bigint not null default 0 check (clock_offset_seconds >= 0),
  check ((payout_wallet is null) = (payout_wallet_verified_at is null))
);

create table api_keys (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  scope text not null check (scope in ('full', 'read')),
  name text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  last4 text not null,
  created_at bigint not null,
  revoked_at bigint
);
create index api_keys_by_merchant on api_keys (merchant_id, livemode);

-- Which chain each mode is bound to, and what stops or slows its pulls. A mandate is bound to a genesis hash.
create table chains (
  livemode boolean primary key,
  genesis_hash text not null,
  -- Real time. Mandates made before it look each charge's reference up on chain before signing: the database may have
  -- been set back to an older state.
  recover_before bigint,
  -- Block height when that began. What a forgotten signature could still do is over once the chain is well past it.
  recover_height bigint,
  -- Set when the same charge landed twice: no pull is signed until a person has looked.
  halted_reason text
);

-- One row: which Postgres this is. A different timeline or system means a restore or a failover.
create table postgres_identity (
  singleton boolean primary key default true check (singleton),
  system_identifier text not null,
  timeline_id bigint not null
);

create table tokens (
  livemode boolean not null,
  mint text not null,
  symbol text not null,
  decimals smallint not null check (decimals between 0 and 12),
  program text not null check (program in ('token', 'token-2022')),
  class text not null check (class in ('stable', 'other')),
  is_default boolean not null,
  floor boolean not null,
  -- The platform's owner accepts that the issuer can freeze, pause or move balances (PYUSD and the like).
  issuer_controls boolean not null default false,
  created_at bigint not null,
  primary key (livemode, mint),
  check (not floor or (class = 'stable' and is_default))
);
create unique index tokens_one_floor on tokens (livemode) where floor;

create table token_choices (
  merchant_id text not null references merchants,
  livemode boolean not null,
  mint text not null,
  accepted boolean not null,
  primary key (merchant_id, livemode, mint),
  foreign key (livemode, mint) references tokens on delete cascade
);

create table mandates (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  payer text not null,
  payee text not null,
  mint text not null,
  token_program text not null check (token_program in ('token', 'token-2022')),
  decimals smallint not null,
  amount_per_period atomic_amount not null check (amount_per_period > 0),
  period_seconds integer not null,
  max_periods integer check (max_periods between 1 and 10000),
  trial_seconds integer not null check (trial_seconds >= 0),
  sell_mode text not null check (sell_mode in ('subscription', 'once')),
  status text not null check (status in ('pending', 'active', 'revoked', 'expired', 'completed')),
  -- The plan: what the reference commits to, and the transaction that published it.
  genesis_hash text not null,
  delegate text not null,
  reference text not null unique,
  plan_signature text,
  -- Real time of the next attempt to publish; null once published or where publishing is off.
  plan_publish_at bigint,
  client_secret_hash bytea not null check (length(client_secret_hash) = 32),
  -- What its own pulls may take in all, and have taken.
  budget atomic_amount not null,
  pulled atomic_amount not null default 0,
  periods_charged integer not null default 0,
  funds_sufficient boolean not null default false,
  -- The localnet wrote the approval itself (autoAuthorize): there is no signature to point at.
  simulated boolean not null default false,
  -- Slot of the approval: the account is never judged by a node that has not seen it.
  authorization_slot bigint,
  created_at bigint not null,
  start_at bigint not null,
  activated_at bigint,
  -- Period k is due at anchor_at + k * period_seconds.
  anchor_at bigint,
  expires_at bigint,
  -- Real time at which it expires if nothing else ends it before; null once it has ended or never will.
  expire_wake_at bigint,
  -- Real times: when the payer's instruction was issued, and when to look for it on chain next.
  instruction_issued_at bigint,
  watch_at bigint,
  -- Real time at which the delegate was first found gone.
  gone_seen_at bigint,
  -- Real time of creation, whatever the test clock says.
  recorded_at bigint not null,
  version integer not null default 1,
  unique (id, merchant_id, livemode),
  check (payer <> payee),
  check (pulled <= budget or sell_mode = 'once'),
  check (max_periods is null or periods_charged <= max_periods or sell_mode = 'once'),
  check (period_seconds > 0 or sell_mode = 'once'),
  check (sell_mode = 'subscription' or (period_seconds = 0 and max_periods = 1 and trial_seconds = 0)),
  check ((activated_at is null) = (anchor_at is null)),
  check (status <> 'active' or activated_at is not null),
  check (status <> 'pending' or activated_at is null),
  check (status <> 'completed' or activated_at is not null)
);
create index mandates_by_merchant on mandates (merchant_id, livemode, id desc);
create index mandates_by_merchant_payer on mandates (merchant_id, livemode, payer, id desc);
create index mandates_active_by_payer on mandates (livemode, payer, mint) where status = 'active';
create index mandates_to_expire on mandates (livemode, expire_wake_at) where expire_wake_at is not null;
create index mandates_to_watch on mandates (livemode, watch_at) where watch_at is not null;
create index mandates_to_publish on mandates (livemode, plan_publish_at) where plan_publish_at is not null;

-- Approvals and payments that were counted, each for one mandate only: one payment cannot open two orders.
create table authorizations (
  signature text not null,
  instruction_index integer not null,
  mandate_id text not null references mandates,
  kind text not null check (kind in ('approval', 'payment')),
  amount atomic_amount not null,
  slot bigint not null,
  recorded_at bigint not null,
  primary key (signature, instruction_index)
);
create index authorizations_by_mandate on authorizations (mandate_id);

-- Signatures under a mandate's reference that were read and are no authorization: anyone can add some.
create table examined_signatures (
  mandate_id text not null references mandates on delete cascade,
  signature text not null,
  primary key (mandate_id, signature)
);

create table charges (
  id text collate "C" primary key,
  merchant_id text not null,
  livemode boolean not null,
  mandate_id text not null,
  period_index integer not null check (period_index >= 0),
  amount atomic_amount not null check (amount > 0),
  due_at bigint not null,
  status text not null check (status in ('scheduled', 'processing', 'succeeded', 'retrying', 'abandoned', 'skipped')),
  -- Attempts that the state of an account decided. Faults of ours are not counted here but in setbacks.
  attempts integer not null default 0,
  setbacks integer not null default 0,
  signatures integer not null default 0,
  tx_signature text,
  refunded atomic_amount not null default 0,
  failure_code text,
  failure_message text,
  next_attempt_at bigint,
  -- Real time at which a worker takes it up; while processing without a signature, the end of that worker's lease.
  -- Null while a signed attempt is being resolved, and at the end.
  wake_at bigint,
  -- Real time before which it is not taken up again after a fault of ours: a test clock does not move it.
  backoff_until bigint,
  lease_token text,
  created_at bigint not null,
  settled_at bigint,
  version integer not null default 1,
  unique (mandate_id, period_index),
  unique (id, merchant_id, livemode),
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode),
  check ((status = 'succeeded') = (tx_signature is not null)),
  check ((status = 'succeeded') = (settled_at is not null)),
  check (refunded <= amount),
  check (refunded = 0 or status = 'succeeded'),
  check (status not in ('scheduled', 'retrying') or (wake_at is not null and next_attempt_at is not null)),
  check (status not in ('succeeded', 'abandoned', 'skipped') or (wake_at is null and next_attempt_at is null))
);
-- A mandate has at most one charge on its way.
create unique index charges_one_open on charges (mandate_id) where status in ('scheduled', 'processing', 'retrying');
create index charges_to_collect on charges (livemode, wake_at) where wake_at is not null;
create index charges_by_merchant on charges (merchant_id, livemode, id desc);
create index charges_by_mandate on charges (mandate_id, id desc);

create table refunds (
  id text collate "C" primary key,
  merchant_id text not null,
  livemode boolean not null,
  mandate_id text not null,
  charge_id text not null,
  amount atomic_amount not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- Who signs: the deployment's delegate, or the payee's wallet.
  signer text not null check (signer in ('delegate', 'payee')),
  reason text,
  tx_signature text,
  failure_code text,
  failure_message text,
  -- The unsigned transaction that the payee's wallet was given. No other is issued before it can no longer land.
  issued_wire bytea,
  issued_blockhash text,
  issued_last_valid_block_height bigint,
  issued_block_height bigint,
  issued_slot bigint,
  -- Real time of the next look at the chain; null at the end.
  wake_at bigint,
  created_at bigint not null,
  -- Real time, for the seven days in which it can be signed.
  recorded_at bigint not null,
  version integer not null default 1,
  unique (id, merchant_id, livemode),
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode),
  foreign key (charge_id, merchant_id, livemode) references charges (id, merchant_id, livemode),
  check ((status = 'succeeded') = (tx_signature is not null)),
  check ((status = 'pending') = (wake_at is not null)),
  check ((issued_wire is null) = (issued_last_valid_block_height is null))
);
create index refunds_by_mandate on refunds (mandate_id, id desc);
create index refunds_by_charge on refunds (charge_id);
create index refunds_to_watch on refunds (livemode, wake_at) where wake_at is not null;

-- Every signature that this deployment may have sent, committed before the bytes leave.
create table attempts (
  id text collate "C" primary key,
  merchant_id text not null,
  livemode boolean not null,
  mandate_id text not null,
  charge_id text,
  refund_id text,
  reference text not null,
  amount atomic_amount not null,
  signature text not null unique,
  wire bytea not null,
  last_valid_block_height bigint not null,
  block_height_at_signing bigint not null,
  slot_at_signing bigint not null,
  state text not null check (state in ('signed', 'landed', 'failed', 'expired', 'duplicate')),
  error text,
  -- Real times: signing, the next look, and until when an expired one is still watched.
  signed_at bigint not null,
  check_at bigint,
  resolved_at bigint,
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode),
  foreign key (charge_id, merchant_id, livemode) references charges (id, merchant_id, livemode),
  foreign key (refund_id, merchant_id, livemode) references refunds (id, merchant_id, livemode),
  check (num_nonnulls(charge_id, refund_id) = 1),
  check (state <> 'signed' or check_at is not null)
);
-- A second signature is made only when the first can no longer land, and at most one lands.
create unique index attempts_one_signed_per_charge on attempts (charge_id) where state = 'signed';
create unique index attempts_one_landed_per_charge on attempts (charge_id) where state = 'landed';
create unique index attempts_one_signed_per_refund on attempts (refund_id) where state = 'signed';
create unique index attempts_one_landed_per_refund on attempts (refund_id) where state = 'landed';
create index attempts_to_check on attempts (livemode, check_at) where check_at is not null;
create index attempts_by_mandate on attempts (mandate_id) where state = 'signed';

create table events (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  type text not null,
  mandate_id text not null,
  charge_id text,
  created_at bigint not null,
  -- The bytes of every delivery, fixed when the event happened.
  body text not null,
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode)
);
create index events_by_merchant on events (merchant_id, livemode, id desc);
create index events_by_mandate on events (mandate_id, id desc);

create table webhook_endpoints (
  id text collate "C" primary key,
  merchant_id text not null references merchants,
  livemode boolean not null,
  url text not null,
  secret_box bytea not null,
  secret_last4 text not null,
  created_at bigint not null,
  unique (id, merchant_id, livemode)
);
create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id, livemode, id desc);

create table webhook_deliveries (
  id text collate "C" primary key,
  merchant_id text not null,
  livemode boolean not null,
  event_id text not null references events,
  endpoint_id text not null,
  status text not null check (status in ('pending', 'delivered', 'exhausted', 'refused')),
  attempts integer not null default 0,
  -- Real times. Webhooks never follow a test clock.
  created_at bigint not null,
  next_attempt_at bigint,
  lease_until bigint,
  unique (event_id, endpoint_id),
  foreign key (endpoint_id, merchant_id, livemode) references webhook_endpoints (id, merchant_id, livemode),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check (lease_until is null or status = 'pending')
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_to_sweep on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_in_flight on webhook_deliveries (endpoint_id, lease_until) where lease_until is not null;

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries on delete cascade,
  number integer not null,
  attempted_at bigint not null,
  outcome text not null check (outcome in ('delivered', 'failed', 'refused')),
  response_status integer,
  latency_ms integer not null,
  response_head text not null,
  error text,
  primary key (delivery_id, number)
);

create table idempotency_keys (
  merchant_id text not null references merchants,
  livemode boolean not null,
  key text not null,
  request_hash bytea not null check (length(request_hash) = 32),
  state text not null check (state in ('claimed', 'done')),
  -- Real time until which the first request holds the key.
  lease_until bigint not null,
  -- What the first request created before it had an answer: a retry after the lease goes on with it.
  resource_id text,
  status integer,
  body bytea,
  created_at bigint not null,
  primary key (merchant_id, livemode, key),
  check ((state = 'done') = (status is not null and body is not null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
