/**
 * `npm run chaos`: kills, freezes and replaces parts of a deployment while it charges, and compares its books
 * with the chain. Everything runs on loopback in its own directory, and takes about a quarter of an hour.
 * `--only failover` runs one part, `--times 5` sets how often (`--only watched --times 90` takes half an hour). `--scheme plan` puts the subscriptions on
 * plans of the Subscriptions program, half of them on one that they share and half on plans of their own (AUTOPAY_SCHEME=plan does the same);
 * AUTOPAY_LOCALNET_PROGRAMS names a build of it. `CHAOS_KEEP=1` keeps the directory with the logs. Exits 1 if anything was found.
 */
import { parseArgs } from 'node:util';
import { failover } from './parts/failover.ts';
import { freeze } from './parts/freeze.ts';
import { killPoints } from './parts/kill-points.ts';
import { killRandom } from './parts/kill-random.ts';
import { postgresStops } from './parts/postgres-stops.ts';
import { nodeOutages } from './parts/node-outages.ts';
import { watched } from './parts/watched.ts';
import { type Outcome, type Part, playPart } from './play.ts';
import { readScheme } from './scheme.ts';
import { tableOf } from './table.ts';

const PARTS: readonly Part[] = [
  killPoints,
  killRandom,
  freeze,
  postgresStops,
  nodeOutages,
  failover,
  watched,
];

const { values } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'string' }, scheme: { type: 'string' } },
});
const scheme = readScheme(values.scheme);
const chosen = PARTS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${PARTS.map(({ name }) => name).join(', ')}.`);
// Everything started here ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const outcomes: Outcome[] = [];
for (const part of chosen) {
  const count = values.times === undefined ? part.count : Number(values.times);
  console.log(`${part.name}: ${count} times, by ${scheme}`);
  outcomes.push(await playPart({ ...part, count }, scheme).catch((error: unknown) => brokenOff(part, error)));
}
console.log(`\n${tableOf(outcomes)}\n`);
const failed = outcomes.filter(({ findings }) => findings.length > 0);
for (const { name, findings } of failed)
  console.log(`${name}: ${findings.length} findings, first: ${findings[0]}`);
console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
// A part that was aborted may have left something running.
process.exit(failed.length === 0 ? 0 : 1);

function brokenOff({ name }: Part, error: unknown): Outcome {
  console.error(error);
  const nothing = {
    blows: 0,
    nextMs: [],
    monthMs: [],
    charges: 0,
    refunds: 0,
    writes: 0,
    subscribers: 0,
    events: 0,
  };
  return { name, ...nothing, findings: [`it broke off: ${String(error)}`] };
}
