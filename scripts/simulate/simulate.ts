/**
 * Plays deployments through virtual months and holds their books against the chain after every step. See docs/simulation.md.
 *
 *   npm run simulate -- --seed 7 --months 12      one world; --trace prints every step
 *   npm run simulate -- --bug A1 --seeds 1-30 --stop    the service with a bug of the past, until it is found
 *   npm run simulate -- --seeds 1-100             many, two at a time; --minutes 60 goes on with fresh seeds
 */
import { parseArgs } from 'node:util';
import { copyWithBug } from './bugs.ts';
import { startServer } from './database.ts';
import { planOf } from './plan.ts';
import { playPlan } from './play-plan.ts';
import { printReport } from './report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    months: { type: 'string', default: '12' },
    parallel: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    bug: { type: 'string' },
    stop: { type: 'boolean', default: false },
  },
});
const months = Number(values.months);
const deadline = values.minutes === undefined ? null : Date.now() + Number(values.minutes) * 60_000;
const [first, last] = rangeOf(values.seed ?? values.seeds ?? '1');
let next = first;
let failed = 0;
const bug = values.bug === undefined ? null : copyWithBug(values.bug);
const root = bug === null ? {} : { root: bug.root };
const server = await startServer();
try {
  const isOver = () =>
    (values.stop && failed > 0) || (deadline === null ? next > last : Date.now() > deadline);
  const lane = async () => {
    while (!isOver()) {
      const plan = planOf(next++, months);
      const startedMs = Date.now();
      const result = await playPlan(server.url, plan, { print: values.trace, ...root });
      const again = values.twice ? await playPlan(server.url, plan, { print: false, ...root }) : result;
      const differs = again.digest !== result.digest;
      printReport(result, { tookMs: Date.now() - startedMs, differs, whole: first === last });
      if (result.violation !== null || differs) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, lane));
} finally {
  await server.stop();
  bug?.remove();
}
if (failed > 0) {
  console.error(`${failed} of ${next - first} seeds failed.`);
  process.exitCode = 1;
}

function rangeOf(text: string): [number, number] {
  const [from, to = from] = text.split('-').map(Number);
  return [from!, to!];
}
