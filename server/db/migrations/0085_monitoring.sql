-- What monitoring reads, cheaply however many rows there are.

-- Charges on their way that something may hold up. The many that are merely scheduled are in charges_to_collect.
create index charges_at_work on charges (livemode, status, due_at) where status in ('processing', 'retrying');
-- What went wrong lately. A position sorts by time.
create index events_of_failed_charges on events (livemode, type, position)
  where type in ('charge.failed', 'charge.abandoned', 'charge.skipped');
create index webhook_deliveries_exhausted on webhook_deliveries (livemode, id desc) where status = 'exhausted';
-- What a time range of the books holds, for holding it against the chain.
create index settlements_by_time on settlements (livemode, recorded_at, signature, instruction_index);

-- Each day's reconciliation of the books with the chain. All times are real time.
create table reconciliations (
  livemode boolean not null,
  -- The range that it covers: [from_at, to_at). One per day, which ends at midnight UTC.
  from_at bigint not null,
  to_at bigint not null,
  begun_at bigint not null,
  -- Until when whoever runs it has it to itself. Null once it has finished.
  lease_until bigint,
  finished_at bigint,
  -- Settlements and transactions that were looked at, and how many did not match.
  checked bigint not null default 0,
  mismatches bigint not null default 0,
  -- The first hundred of those.
  findings jsonb not null default '[]',
  primary key (livemode, to_at),
  check ((finished_at is null) = (lease_until is not null))
);
