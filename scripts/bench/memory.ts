import { setTimeout } from 'node:timers/promises';
import { connect } from '../../server/db/connect.ts';
import { addBacklog } from './backlog.ts';
import { merchantWithMandates } from './charges.ts';
import { measureLoad } from './load.ts';
import type { Machine } from './machine.ts';
import { peakResidentBytes } from './processes-of.ts';
import { autopayTarget } from './requests.ts';

/** What a worker and the API took while a worker worked off a backlog. */
export interface MemoryPeaks {
  due: number;
  /** Of those, until the end of the measurement. */
  settled: number;
  seconds: number;
  /** Answered by the API meanwhile, of both kinds. */
  requestsPerSecond: number;
  workerBytes: number;
  apiBytes: number;
}

const DUE = 100_000;
const PAYERS = 500;
/** Both stop growing within the first 30 s. */
const SECONDS = 90;

/** 100,000 charges due at once, and 32 connections that keep the API busy for as long as this measures. */
export async function measureMemory(machine: Machine): Promise<MemoryPeaks> {
  const databaseUrl = await machine.createDatabase('memory');
  const api = await machine.startService('api', databaseUrl);
  const merchant = await merchantWithMandates(api.ready[1]!, PAYERS);
  const sql = connect(databaseUrl, { max: 2, applicationName: 'autopay-bench' });
  await addBacklog(sql, merchant, { count: DUE, dueAt: Math.floor(Date.now() / 1000) - 1 });
  const target = await autopayTarget(api);
  const worker = await machine.startService('worker', databaseUrl);
  // The node is busy with charges, so that some requests that need it fail: that takes memory too.
  const load = { url: api.ready[1]!, expectedStatus: null, cpuMicros: api.cpuMicros };
  const [read, created] = await Promise.all([
    measureLoad({ ...load, request: target.read, durationMs: SECONDS * 1000 }),
    measureLoad({ ...load, request: target.create, durationMs: SECONDS * 1000 }),
    setTimeout(SECONDS * 1000),
  ]);
  const [row] = await sql<{ settled: number }[]>`
    select count(*) as settled from charges where merchant_id = ${merchant.id} and status = 'succeeded'`;
  const peaks = { workerBytes: peakResidentBytes(worker.pid), apiBytes: peakResidentBytes(api.pid) };
  await sql.end();
  await worker.stop();
  await api.stop();
  return {
    due: DUE,
    settled: row!.settled,
    seconds: SECONDS,
    requestsPerSecond: read.requestsPerSecond + created.requestsPerSecond,
    ...peaks,
  };
}
