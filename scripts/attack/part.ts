import { sleep } from '../../server/lib/clock.ts';
import { Findings } from '../chaos/findings.ts';
import { type Field, peakMegabytes, startField } from './field.ts';

/** One kind of attack. */
export interface Part {
  name: string;
  play(): Promise<Outcome>;
}

/** A line of the table. */
export interface Outcome {
  name: string;
  /** Requests or connections of the attackers. */
  attempts: number;
  /** The bystander's latencies before and under attack, and the most memory of a process; null where nothing else is asked meanwhile. */
  service: { quietMs: number[]; attackedMs: number[]; peakMb: { api: number; worker: number } } | null;
  findings: string[];
  /** Why it could not be played. */
  notRun?: string;
}

/** What one attacker did and found. */
export interface Attack {
  attempts: number;
  findings: string[];
  /** How often each status was the response, where it matters. */
  statuses?: Record<string, number>;
}

/** 95 of 100 requests of an honest client get a response within this time, whatever others do. */
const P95_MS = 250;
const MEMORY_MB = 500;
const WARM_UP_MS = 2_000;
const QUIET_MS = 5_000;
/** A shorter attack is watched for as long: of fewer requests a p95 says nothing. */
const AT_LEAST_MS = 15_000;

/** A part that attacks a deployment while a bystander uses it. `settings` adds to or replaces the defaults of production. */
export function attackOn(
  name: string,
  settings: Record<string, string>,
  attack: (field: Field, findings: Findings) => Promise<number>,
): Part {
  return {
    name,
    play: async () => {
      const field = await startField(settings);
      try {
        return await playOn(field, name, attack);
      } finally {
        await field.stop();
      }
    },
  };
}

async function playOn(
  field: Field,
  name: string,
  attack: (field: Field, findings: Findings) => Promise<number>,
): Promise<Outcome> {
  const { bystander, api, worker } = field;
  const findings = new Findings();
  await sleep(WARM_UP_MS);
  await bystander.take();
  await sleep(QUIET_MS);
  const { latenciesMs: quietMs } = await bystander.take();
  const [attempts] = await Promise.all([attack(field, findings), sleep(AT_LEAST_MS)]);
  const { latenciesMs: attackedMs, wrong } = await bystander.take();
  for (const each of wrong) findings.add(`the bystander was not served: ${each}`);
  const p95 = percentile(attackedMs, 0.95);
  findings.expect(
    p95 < P95_MS,
    `the bystander's p95 is ${p95.toFixed(0)} ms (${percentile(quietMs, 0.95).toFixed(0)} ms before)`,
  );
  const peakMb = { api: await peakMegabytes(api), worker: await peakMegabytes(worker) };
  for (const [process, mb] of Object.entries(peakMb))
    findings.expect(mb < MEMORY_MB, `the ${process} had ${mb.toFixed(0)} MB resident`);
  return { name, attempts, service: { quietMs, attackedMs, peakMb }, findings: findings.all };
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
