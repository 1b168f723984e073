import { createMerchant } from '@autopay/sdk';
import { readFile } from 'node:fs/promises';
import { connect, type Sql } from '../../server/db/connect.ts';
import type { Child } from '../bench/children.ts';
import { type Machine, startMachine } from '../bench/machine.ts';
import { type Bystander, startBystander } from './bystander.ts';

/** A deployment under attack: Postgres, a chain, an API and a worker, each in a process of its own, and somebody who uses it meanwhile. */
export interface Field {
  machine: Machine;
  url: string;
  sql: Sql;
  api: Child;
  worker: Child;
  bystander: Bystander;
  stop(): Promise<void>;
}

/** What the attackers hold: a merchant of their own. */
export interface Attacker {
  id: string;
  key: string;
  liveKey: string;
}

/** The limits of production, which the machine of the benchmarks lifts. */
const LIMITS = {
  AUTOPAY_RATE_KEY_PER_MINUTE: '',
  AUTOPAY_RATE_ADDRESS_PER_MINUTE: '',
  AUTOPAY_QUOTA_MANDATES_PER_DAY: '',
  AUTOPAY_QUOTA_PENDING_MANDATES: '',
};

/** Starts everything. `settings` adds to or replaces the defaults of production. */
export async function startField(settings: Record<string, string> = {}): Promise<Field> {
  const machine = await startMachine();
  try {
    const databaseUrl = await machine.createDatabase('attack');
    const env = { ...LIMITS, ...settings };
    const api = await machine.startService('api', databaseUrl, env);
    const worker = await machine.startService('worker', databaseUrl, env);
    const url = api.ready[1]!;
    const sql = connect(databaseUrl, { max: 2, applicationName: 'autopay-attack' });
    const bystander = await startBystander(url);
    const stop = async () => {
      await bystander.stop();
      await sql.end({ timeout: 5 });
      await machine.stop();
    };
    return { machine, url, sql, api, worker, bystander, stop };
  } catch (error) {
    await machine.stop();
    throw error;
  }
}

export async function newAttacker(url: string): Promise<Attacker> {
  const { id, keys } = await createMerchant({ name: 'Attacker' }, { baseUrl: url });
  return { id, key: keys.test, liveKey: keys.live };
}

/** The most memory that a process had resident so far, in MB: what the kernel keeps, so that no peak falls between two samples. */
export async function peakMegabytes({ pid }: Child): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}
