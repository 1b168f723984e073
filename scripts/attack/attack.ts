/**
 * `npm run attack`: does to a deployment what strangers could, while somebody who does nothing wrong uses it, and says whether anyone noticed.
 * Everything runs on loopback, on Linux, in some twenty minutes. `--only headers` plays one part, `--only floods` all floods. Exits 1 when anything was found.
 */
import { parseArgs } from 'node:util';
import type { Outcome, Part } from './part.ts';
import { faucet } from './floods/faucet.ts';
import { hangingEndpoints } from './floods/hanging-endpoints.ts';
import { merchants } from './floods/merchants.ts';
import { passwords } from './floods/passwords.ts';
import { plans } from './floods/plans.ts';
import { generated } from './parts/generated.ts';
import { headers } from './parts/headers.ts';
import { matrix } from './parts/matrix.ts';
import { outbound } from './parts/outbound.ts';
import { slowReaders } from './parts/slow-readers.ts';
import { subscriptions } from './parts/subscriptions.ts';
import { tableOf } from './table.ts';

const PARTS: readonly Part[] = [
  outbound,
  headers,
  generated,
  matrix,
  slowReaders,
  subscriptions,
  merchants,
  plans,
  passwords,
  hangingEndpoints,
  faucet,
];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const isChosen = ({ name }: Part) =>
  values.only === undefined || values.only.some((only) => name === only || name.startsWith(`${only}: `));
const chosen = PARTS.filter(isChosen);
if (chosen.length === 0) throw new Error(`--only takes one of ${PARTS.map(({ name }) => name).join(', ')}.`);
// What it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const outcomes: Outcome[] = [];
for (const part of chosen) {
  console.log(part.name);
  outcomes.push(await part.play().catch((error: unknown) => brokenOff(part, error)));
}
console.log(`\n${tableOf(outcomes)}\n`);
const failed = outcomes.filter(({ findings }) => findings.length > 0);
const notRun = outcomes.filter((outcome) => outcome.notRun !== undefined);
for (const { name, findings } of failed)
  console.log(`${name}: ${findings.length} findings, first: ${findings[0]}`);
for (const outcome of notRun) console.log(`not run: ${outcome.name} (${outcome.notRun})`);
const passed = outcomes.length - failed.length - notRun.length;
const skipped = notRun.length > 0 ? `, ${notRun.length} skipped` : '';
console.log(`${passed} passed, ${failed.length} failed${skipped}`);
// A part that broke off may have left something running.
process.exit(failed.length === 0 ? 0 : 1);

function brokenOff({ name }: Part, error: unknown): Outcome {
  console.error(error);
  return { name, attempts: 0, service: null, findings: [`it broke off: ${String(error)}`] };
}
