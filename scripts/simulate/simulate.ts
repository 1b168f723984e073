/**
 * Plays deployments through virtual months and holds their books against the chain after every step. See docs/simulation.md.
 *
 *   npm run simulate -- --seed 7 --months 12      one world; --trace prints every step
 *   npm run simulate -- --seeds 1-100             many, two at a time; --minutes 60 goes on with fresh seeds
 *   npm run simulate -- --seeds 1-100 --shrink    a violation is shrunk to a short script in test/simulate/found
 *   npm run simulate -- --seed 1 --twins 25       pairs of equal mandates, one under each scheme
 *   npm run simulate -- --script FILE             plays such a script
 *   npm run simulate -- --bug A1 --seeds 1-30 --stop    the service with a bug of the past, until it is found
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyWithBug } from './bugs.ts';
import { startServer } from './database.ts';
import { type Plan, planOf } from './plan.ts';
import { planOfTwins } from './plan-of-twins.ts';
import { playPlan } from './play-plan.ts';
import { printReport } from './report.ts';
import { shrink } from './shrink.ts';

const FOUND = join(import.meta.dirname, '..', '..', 'test', 'simulate', 'found');
/** A run takes seconds; most of what can be left out goes in the first dozen. */
const SHRINK_RUNS = 60;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    script: { type: 'string' },
    minutes: { type: 'string' },
    months: { type: 'string', default: '12' },
    parallel: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    bug: { type: 'string' },
    twins: { type: 'string' },
    stop: { type: 'boolean', default: false },
  },
});
const months = Number(values.months);
const deadline = values.minutes === undefined ? null : Date.now() + Number(values.minutes) * 60_000;
const plans =
  values.script === undefined
    ? plansOf(values.seed ?? values.seeds ?? '1')
    : [readPlan(values.script)][Symbol.iterator]();
const isSingle = values.script !== undefined || !/\d-/.test(values.seed ?? values.seeds ?? '1');
const bug = values.bug === undefined ? null : copyWithBug(values.bug);
const root = bug === null ? {} : { root: bug.root };
const server = await startServer();
let failed = 0;
try {
  await Promise.all(Array.from({ length: Number(values.parallel) }, lane));
} finally {
  await server.stop();
  bug?.remove();
}
if (failed > 0) {
  console.error(`${failed} seeds failed.`);
  process.exitCode = 1;
}

async function lane(): Promise<void> {
  for (;;) {
    if ((values.stop && failed > 0) || (deadline !== null && Date.now() > deadline)) return;
    const { value: plan } = plans.next();
    if (plan === undefined) return;
    await playOne(plan);
  }
}

async function playOne(plan: Plan): Promise<void> {
  const play = (one: Plan, print = false) => playPlan(server.url, one, { print, ...root });
  const startedMs = Date.now();
  const result = await play(plan, values.trace);
  const again = values.twice ? await play(plan) : result;
  const differs = again.digest !== result.digest;
  printReport(result, { tookMs: Date.now() - startedMs, differs, whole: isSingle });
  if (differs) failed += 1;
  if (result.violation === null) return;
  failed += 1;
  if (!values.shrink) return;
  const { kind } = result.violation;
  const shortest = await shrink(plan, result, play, SHRINK_RUNS);
  const file = join(FOUND, `${kind.replaceAll(' ', '-')}-${plan.seed}.json`);
  writeFileSync(file, `${JSON.stringify({ kind, bug: values.bug, ...shortest }, null, 2)}\n`);
  console.log(`  ${shortest.steps.length} of ${plan.steps.length} steps do it: ${file}`);
}

/** `7` is one seed, `1-100` a range, and `1-` all from there on, for which --minutes sets an end. */
function* plansOf(text: string): Generator<Plan> {
  const [from = '1', to = text.includes('-') ? 'Infinity' : from] = text
    .split('-')
    .filter((part) => part !== '');
  for (let seed = Number(from); seed <= Number(to); seed += 1)
    yield values.twins === undefined ? planOf(seed, months) : planOfTwins(seed, months, Number(values.twins));
}

function readPlan(file: string): Plan {
  return JSON.parse(readFileSync(file, 'utf8')) as Plan;
}
