import { Gauge, Registry } from 'prom-client';
import type { TableReading, ModeReading } from './table-queries.ts';

/** What is known of a mode's chain; null: no node answered. */
export type ChainReading = {
  address: string;
  lamports: bigint;
  planOwner: { address: string; lamports: bigint } | null;
} | null;

/** What the gauges of a whole deployment are set from. */
export interface DeploymentReading {
  /** Null: Postgres did not answer in time. */
  tables: TableReading | null;
  chains: { mode: 'test' | 'live'; reading: ChainReading; foreignNodes: number }[];
  clockIsRight: boolean;
}

/**
 * A registry with what the database and the chains say, the same from whichever process it is read. What could not be read has no value:
 * an old one would look like a healthy one.
 */
export function deploymentGauges(reading: DeploymentReading): Registry {
  const registry = new Registry();
  const gauge = gaugesOf(registry);
  gauge('autopay_database_up', 'Whether Postgres answered this scrape in time.').set(reading.tables ? 1 : 0);
  gauge('autopay_clock_ok', "Whether this machine's clock agrees with Postgres' and the chains'.").set(
    reading.clockIsRight ? 1 : 0,
  );
  setChains(gauge, reading.chains);
  if (reading.tables === null) return registry;
  const { modes, deliveries, jobs, processes } = reading.tables;
  for (const mode of modes) setMode(gauge, mode);
  gauge(
    'autopay_webhook_deliveries_pending',
    'Webhook deliveries that are neither delivered nor given up, counted up to 10,000.',
  ).set(deliveries.pending);
  gauge(
    'autopay_webhook_oldest_due_delivery_seconds',
    'How late the oldest webhook delivery is that could be sent now.',
  ).set(deliveries.oldestDueSeconds);
  gauge('autopay_jobs_ready', 'Jobs that a worker could take now, counted up to 10,000.').set(jobs.ready);
  gauge('autopay_jobs_oldest_ready_seconds', 'Queue lag: how long the oldest of them has waited.').set(
    jobs.oldestSeconds,
  );
  const running = gauge('autopay_processes', 'Processes that were alive within 10 s.', ['role', 'version']);
  for (const { role, version, count } of processes) running.set({ role, version }, count);
  return registry;
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** Makes each gauge once; a second mode adds its values to it. */
function gaugesOf(registry: Registry): MakeGauge {
  return (name, help, labelNames = []) => {
    const known = registry.getSingleMetric(name) as Gauge | undefined;
    return known ?? new Gauge({ name, help, labelNames, registers: [registry] });
  };
}

function setMode(gauge: MakeGauge, reading: ModeReading): void {
  const mode = reading.livemode ? 'live' : 'test';
  const { due, charges, failures, unknownAttempts, chain, rent, reconciled } = reading;
  const set = (name: string, help: string, value: number) => gauge(name, help, ['mode']).set({ mode }, value);
  set('autopay_charges_due', 'Charges that a worker could take up now, counted up to 10,000.', due.count);
  set('autopay_oldest_due_charge_seconds', 'How late the oldest of them is.', due.oldestSeconds);
  const states = gauge(
    'autopay_charges',
    'Charges by state: scheduled, processing and retrying counted up to 10,000; succeeded: all there ever were.',
    ['mode', 'state'],
  );
  for (const [state, count] of Object.entries(charges)) states.set({ mode, state }, count);
  const failed = gauge(
    'autopay_charge_failures_1h',
    'Charges that failed, were abandoned or were skipped within the last hour, counted up to 10,000 each.',
    ['mode', 'kind'],
  );
  for (const [kind, count] of Object.entries(failures)) failed.set({ mode, kind }, count);
  set(
    'autopay_unknown_attempts',
    'Signed transfers whose outcome is not known yet, counted up to 10,000.',
    unknownAttempts.count,
  );
  set(
    'autopay_oldest_unknown_attempt_seconds',
    'How long ago the oldest of them was signed. One lands or expires within about 3 minutes.',
    unknownAttempts.oldestSeconds,
  );
  set(
    'autopay_webhook_deliveries_exhausted_48h',
    'Webhook deliveries of the last 48 hours whose every attempt failed, counted up to 10,000.',
    reading.exhaustedDeliveries,
  );
  setRent(gauge, mode, rent);
  if (chain !== null) {
    set(
      'autopay_chain_halted',
      'Whether charges wait until a person has looked at the chain.',
      Number(chain.isHalted),
    );
    if (chain.seenSlot !== null)
      set('autopay_chain_seen_slot', 'The newest finalized slot that the worker noted.', chain.seenSlot);
  }
  if (reconciled === null) return;
  set(
    'autopay_reconcile_mismatches',
    'What did not match between books and chain on the last day that was reconciled.',
    reconciled.mismatches,
  );
  set(
    'autopay_reconcile_checked',
    'How many settlements and transactions were looked at for it.',
    reconciled.checked,
  );
  set(
    'autopay_reconcile_through_timestamp_seconds',
    'Until when the books were held against the chain.',
    reconciled.toAt,
  );
}

function setRent(gauge: MakeGauge, mode: string, rent: ModeReading['rent']): void {
  const held = gauge(
    'autopay_rent_held_lamports',
    'Lamports in plans and in sponsored accounts of payers. They return when those are closed.',
    ['mode', 'kind'],
  );
  held.set({ mode, kind: 'plans' }, Number(rent.plans));
  held.set({ mode, kind: 'sponsored' }, Number(rent.sponsored));
}

function setChains(gauge: MakeGauge, chains: DeploymentReading['chains']): void {
  const up = gauge('autopay_chain_up', 'Whether a node of the chain answered.', ['mode']);
  const foreign = gauge('autopay_rpc_foreign_nodes', 'Nodes that serve another chain, and are not used.', [
    'mode',
  ]);
  const lamports = gauge(
    'autopay_fee_payer_lamports',
    'What the key holds that pays fees, or the rent of plans.',
    ['mode', 'kind', 'address'],
  );
  for (const { mode, reading, foreignNodes } of chains) {
    up.set({ mode }, reading === null ? 0 : 1);
    foreign.set({ mode }, foreignNodes);
    if (reading === null) continue;
    lamports.set({ mode, kind: 'fee_payer', address: reading.address }, Number(reading.lamports));
    if (reading.planOwner === null) continue;
    const { address } = reading.planOwner;
    lamports.set({ mode, kind: 'plan_owner', address }, Number(reading.planOwner.lamports));
  }
}
