/**
 * `npm run conformance`: starts the deployments that the specification speaks of, and prints one line for every row of its tables: pass or
 * fail, and the exchange over HTTP that proved it. Exits 1 when a row failed, or has no check. With words as arguments, only the rows
 * whose section or name has one of them: `npm run conformance -- no_payout_wallet '429'`.
 */
import { checkOf, strayChecks } from './checks/all.ts';
import type { Exchange } from './client.ts';
import { startDeployments } from './deployments.ts';
import { readImplied, readSpecification, type Row } from './specification.ts';
import { World } from './world.ts';

/** Rows at a time: the machine that tests has two cores, and most of a row is waiting. */
const PARALLEL = 6;

interface Verdict {
  row: Row;
  exchange?: Exchange;
  problem?: string;
}

const specified = readSpecification();
const every = [...specified, ...readImplied(specified)];
const words = process.argv.slice(2);
const rows = every.filter(
  ({ section, name }) => words.length === 0 || words.some((word) => `${section} / ${name}`.includes(word)),
);
const startedMs = performance.now();
const world = new World(await startDeployments());
let verdicts: Verdict[];
try {
  verdicts = await proveAll(rows);
} finally {
  await world.close();
}
report(verdicts);

async function proveAll(asked: readonly Row[]): Promise<Verdict[]> {
  const found: Verdict[] = [];
  const queue = asked.entries();
  const lane = async () => {
    for (const [at, row] of queue) found[at] = await prove(row);
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return found;
}

async function prove(row: Row): Promise<Verdict> {
  const check = checkOf(row);
  if (check === null) return { row, problem: 'nobody wrote a check for it' };
  try {
    return { row, exchange: await check(world) };
  } catch (error) {
    return { row, problem: error instanceof Error ? error.message : String(error) };
  }
}

function report(proved: readonly Verdict[]): void {
  let section = '';
  for (const { row, exchange, problem } of proved) {
    if (row.section !== section) console.log(`\n${row.section}`);
    section = row.section;
    if (exchange === undefined) console.log(`  FAIL  ${row.name}\n        ${problem}`);
    else {
      const { method, path, status, code } = exchange;
      console.log(`  pass  ${row.name}  [${method} ${path} ${status}${code === null ? '' : ` ${code}`}]`);
    }
  }
  const strays = strayChecks(every);
  for (const stray of strays)
    console.log(`  FAIL  ${stray}\n        no row of the specification has this name`);
  const failed = proved.filter(({ problem }) => problem !== undefined).length + strays.length;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`\n${proved.length - failed} rows passed, ${failed} failed, in ${seconds} s`);
  process.exitCode = failed === 0 ? 0 : 1;
}
