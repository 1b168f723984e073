import { connect, type Sql } from '../../server/db/connect.ts';
import { type BenchMerchant, makeDue, measureCharges, merchantWithMandates } from './charges.ts';
import type { Child } from './children.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import type { Machine } from './machine.ts';
import { cpuMicrosOf, processesBelow } from './processes-of.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { setTimeout } from 'node:timers/promises';

/** Charges of one kind of deployment, round by round. */
export interface CollectionRounds {
  name: string;
  /** Why it was not measured; then there are no rounds. */
  missing?: string;
  perSecond: number[];
  /** RPC calls per charge, of all kinds. */
  calls: number[];
  /** What the fee payer paid per charge. */
  lamports: number[];
  cpuMicros: CpuPerCharge[];
  /** The part of the workers' time that the busiest of them used. */
  busiest: number[];
  /** What Postgres wrote to its log, and what its tables and indexes grew by, in bytes per charge. */
  walBytes: number[];
  storedBytes: number[];
}

/** The processors' time per charge, in µs: of the workers, of PostgreSQL, and of the chain that runs beside them here. */
export interface CpuPerCharge {
  workers: number;
  postgres: number;
  chain: number;
}

/** What differs between the deployments. */
interface Kind {
  name: string;
  workers: number;
  latencyMs: number;
  payees: 'one' | 'many';
  /** Charges due at once. */
  count: number;
  /** As live mode does by default, on a chain whose finality trails by 32 slots. */
  finalized?: boolean;
  /**
   * Compares the schemes. Then the service knows that its node is the test chain, whose clock it moves for plans, and asks it more often what became
   * of what it sent. The other rows are by approval, as on a cluster.
   */
  scheme?: Scheme;
}

/** How far away a node of a provider is. */
const LATENCY_MS = 80;
/** So far that neither processors nor PostgreSQL nor the chain is what a worker waits for. */
const FAR_MS = 1_000;
const FINALIZED_SLOTS = 32;

const KINDS: readonly Kind[] = [
  { name: 'one worker', workers: 1, latencyMs: 0, payees: 'one', count: 500 },
  { name: 'two workers', workers: 2, latencyMs: 0, payees: 'one', count: 500 },
  { name: 'many payees', workers: 1, latencyMs: 0, payees: 'many', count: 500 },
  { name: `${LATENCY_MS} ms to the node`, workers: 1, latencyMs: LATENCY_MS, payees: 'one', count: 500 },
  { name: `${LATENCY_MS} ms, two workers`, workers: 2, latencyMs: LATENCY_MS, payees: 'one', count: 500 },
  { name: '2,000 due, one worker', workers: 1, latencyMs: 0, payees: 'one', count: 2000 },
  { name: '2,000 due, two workers', workers: 2, latencyMs: 0, payees: 'one', count: 2000 },
  { name: `2,000 due, ${LATENCY_MS} ms`, workers: 1, latencyMs: LATENCY_MS, payees: 'one', count: 2000 },
  {
    name: `2,000 due, ${LATENCY_MS} ms, two workers`,
    workers: 2,
    latencyMs: LATENCY_MS,
    payees: 'one',
    count: 2000,
  },
  { name: '4,000 due, a second to the node', workers: 1, latencyMs: FAR_MS, payees: 'one', count: 4000 },
  { name: '4,000 due, a second, two workers', workers: 2, latencyMs: FAR_MS, payees: 'one', count: 4000 },
  { name: 'fifty, one payee', workers: 1, latencyMs: 0, payees: 'one', count: 50 },
  { name: 'fifty, many payees', workers: 1, latencyMs: 0, payees: 'many', count: 50 },
  { name: 'one alone, finalized', workers: 1, latencyMs: 0, payees: 'one', count: 1, finalized: true },
  { name: '500, scheme approval', workers: 1, latencyMs: 0, payees: 'one', count: 500, scheme: 'approval' },
  { name: '500, scheme plan', workers: 1, latencyMs: 0, payees: 'one', count: 500, scheme: 'plan' },
  { name: 'fifty, scheme approval', workers: 1, latencyMs: 0, payees: 'one', count: 50, scheme: 'approval' },
  { name: 'fifty, scheme plan', workers: 1, latencyMs: 0, payees: 'one', count: 50, scheme: 'plan' },
];

/** A running deployment with a merchant whose charges can be made due. */
interface Deployed extends Kind {
  proxy: RpcProxy;
  sql: Sql;
  merchant: BenchMerchant;
  stop(): Promise<void>;
}

/**
 * Charges that fall due at once, in one deployment after the other: all of them together would want more database connections than
 * there are. The first round compiles and fills caches, and does not count. `only` is part of the names of those to measure.
 */
export async function measureCollection(
  machine: Machine,
  rounds: number,
  only = '',
): Promise<CollectionRounds[]> {
  const finalizing = await machine.startLocalnet(FINALIZED_SLOTS);
  const measured: CollectionRounds[] = [];
  for (const [index, kind] of KINDS.entries()) {
    if (!kind.name.includes(only)) continue;
    const of: CollectionRounds = {
      name: kind.name,
      perSecond: [],
      calls: [],
      lamports: [],
      cpuMicros: [],
      busiest: [],
      walBytes: [],
      storedBytes: [],
    };
    measured.push(of);
    if (kind.scheme === 'plan' && !machine.hasPlans) {
      of.missing = 'not measured: no build of the Subscriptions program';
      continue;
    }
    const { stop, ...deployed } = await deploy(
      machine,
      kind.finalized ? finalizing : machine.rpcUrl,
      kind,
      index,
    );
    for (let round = 0; round <= rounds; round += 1) {
      const result = await measure(machine, deployed);
      if (round === 0) continue;
      of.perSecond.push(result.perSecond);
      of.calls.push(result.calls);
      of.lamports.push(result.lamports);
      of.cpuMicros.push(result.cpuMicros);
      of.busiest.push(result.busiest);
      of.walBytes.push(result.walBytes);
      of.storedBytes.push(result.storedBytes);
    }
    await stop();
  }
  return measured;
}

async function deploy(machine: Machine, rpcUrl: string, kind: Kind, index: number): Promise<Deployed> {
  const { workers, latencyMs, payees, count, finalized, scheme } = kind;
  const databaseUrl = await machine.createDatabase(`collection_${index}`);
  // Publishing goes on beside the first rounds, and its fees are no charge's.
  const settings: Record<string, string> = {
    AUTOPAY_PUBLISH_PLANS: 'off',
    ...(finalized ? { AUTOPAY_COMMITMENT: 'finalized' } : {}),
  };
  const api = await machine.startService('api', databaseUrl, { AUTOPAY_TEST_RPC_URL: rpcUrl, ...settings });
  const merchant = await merchantWithMandates(api.ready[1]!, count, payees, scheme);
  await api.stop();
  const proxy = await startRpcProxy(rpcUrl, latencyMs, { isLocalnet: scheme !== undefined });
  const running: Child[] = [];
  for (let started = 0; started < workers; started += 1) {
    const rpc = { AUTOPAY_TEST_RPC_URL: proxy.url };
    running.push(await machine.startService('worker', databaseUrl, { ...rpc, ...settings }));
  }
  const sql = connect(databaseUrl, { max: 2, applicationName: 'autopay-bench' });
  const stop = async () => {
    for (const worker of running) await worker.stop();
    await sql.end();
    proxy.close();
  };
  return { ...kind, proxy, sql, merchant, stop };
}

/** Sweeps also ask the node now and then: what they ask in as much time without a charge is not counted. */
async function measure(machine: Machine, { proxy, sql, merchant, count, finalized }: Omit<Deployed, 'stop'>) {
  await makeDue(sql, merchant);
  proxy.takeCalls();
  const before = await machine.feePayerLamports(proxy.url);
  const bytesBefore = await bytesOf(sql);
  const cpuBefore = cpuOf();
  const perSecond = await measureCharges(sql, merchant, count);
  const cpuAfter = cpuOf();
  const bytesAfter = await bytesOf(sql);
  const calls = total(proxy.takeCalls());
  const lamports = Number(before - (await machine.feePayerLamports(proxy.url))) / count;
  proxy.takeCalls();
  let idle = 0;
  if (finalized) {
    await setTimeout((count / perSecond) * 1000);
    idle = total(proxy.takeCalls());
  }
  const perCharge = (part: keyof CpuPerCharge) => (cpuAfter[part] - cpuBefore[part]) / count;
  const ofEach = [...cpuAfter.ofEach].map(([pid, micros]) => micros - (cpuBefore.ofEach.get(pid) ?? 0));
  return {
    perSecond,
    calls: (calls - 1 - idle) / count,
    lamports,
    walBytes: (bytesAfter.wal - bytesBefore.wal) / count,
    storedBytes: (bytesAfter.stored - bytesBefore.stored) / count,
    busiest: Math.max(...ofEach) / ofEach.reduce((sum, micros) => sum + micros, 0),
    cpuMicros: {
      workers: perCharge('workers'),
      postgres: perCharge('postgres'),
      chain: perCharge('chain'),
    },
  };
}

async function bytesOf(sql: Sql): Promise<{ wal: number; stored: number }> {
  const [row] = await sql<[{ wal: number; stored: number }]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as stored`;
  return row;
}

/** So far, of all that this run has started. `ofEach`: of each worker, by its process. */
function cpuOf(): CpuPerCharge & { ofEach: ReadonlyMap<number, number> } {
  const all = processesBelow();
  const workers = all.filter(({ command }) => command.includes('--role=worker'));
  return {
    ofEach: new Map(workers.map(({ pid, cpuMicros }) => [pid, cpuMicros])),
    workers: cpuMicrosOf(all, '--role=worker'),
    postgres: cpuMicrosOf(all, 'postgres:'),
    chain: cpuMicrosOf(all, 'localnet/main.ts'),
  };
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0);
}
