/**
 * The checks and tests, in two tiers. `npm test` runs the first, every check and the tests that take a moment: under five minutes on two
 * cores. `npm run test:nightly` runs the second, what is long by design: browsers, killed processes, simulated years, a million rows,
 * installs of the packages. `--all` runs one after the other, and leaves out of the second what does not fit into `--minutes`.
 *
 * Prints one line for each check and what failed in full; the last line is `N passed, N failed`, where each check counts as one test.
 * Exits 1 when anything failed. `npm test -- <path>` runs the tests of that path alone, of either tier. Tests, and parts of checks, that need
 * what this machine lacks are named with the reason, and the last line ends in `, N skipped`; with CI=true they count as failed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const bin = (...path: string[]) => join('node_modules', ...path);

/** Workspace packages load from their sources. */
const SOURCES = '--conditions=autopay-source';
const PAGES_TYPES = join('pages', 'tsconfig.json');

/** Each is run by this Node. The fast ones come first. */
const CHECKS: readonly (readonly [title: string, args: readonly string[]])[] = [
  ['pages, built', [join('scripts', 'pages', 'build.ts')]],
  ['format', [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.']],
  ['lint', [bin('oxlint', 'bin', 'oxlint'), '--deny-warnings', '.']],
  ['import direction', [join('scripts', 'check-imports.ts')]],
  ['lockfile', [join('scripts', 'check-lockfile.ts')]],
  ['regular expressions', [join('scripts', 'check-regexes.ts')]],
  ['types', [bin('typescript-7', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json']],
  ['types in browsers', [bin('typescript-7', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.browser.json']],
  ['types of pages', [bin('typescript-7', 'bin', 'tsc'), '--noEmit', '-p', PAGES_TYPES]],
  ['generated files', [join('scripts', 'generate', 'generate.ts'), '--check']],
  ['contract', [join('scripts', 'generate', 'lint-contract.ts')]],
];
/** What takes minutes, and how many on two quiet cores. */
interface LongCheck {
  title: string;
  args: readonly string[];
  minutes: number;
}

const SIMULATE = join('scripts', 'simulate', 'simulate.ts');

/** After the nightly tests. The size is that of what the check before it has built. */
const LONG_CHECKS: readonly LongCheck[] = [
  { title: 'packages', args: [join('scripts', 'check-packages.ts')], minutes: 2 },
  { title: 'size', args: [join('scripts', 'size', 'size.ts')], minutes: 1 },
  {
    title: 'ten simulated years',
    args: [SOURCES, SIMULATE, '--seeds', '1-10', '--months', '12'],
    minutes: 5,
  },
  { title: 'attack', args: [SOURCES, join('scripts', 'attack', 'attack.ts')], minutes: 20 },
  { title: 'chaos', args: [SOURCES, join('scripts', 'chaos', 'chaos.ts')], minutes: 25 },
];
const NIGHTLY_TEST_MINUTES = 20;

/** What vitest's JSON report says of a run. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; name: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  status: string;
  fullName: string;
  ancestorTitles: string[];
}

const { values, positionals: paths } = parseArgs({
  options: { nightly: { type: 'boolean' }, all: { type: 'boolean' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const endsAt = performance.now() + Number(values.minutes ?? 'Infinity') * 60_000;
let passed = 0;
let failed = 0;
let skipped = 0;
if (paths.length > 0) await runTests(paths);
else {
  if (!values.nightly) await runQuick();
  if (values.all) console.log(`The first tier: ${tally()}`);
  if (values.nightly || values.all) await runNightly();
}
console.log(tally());
process.exitCode = failed === 0 ? 0 : 1;

function tally(): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runQuick(): Promise<void> {
  for (const check of CHECKS) await runCheck(check);
  // Most of these wait for slots of the chain, not for a core.
  await runTests(['--project', 'quick*', '--maxWorkers', '4']);
}

async function runNightly(): Promise<void> {
  if (fits('nightly tests', NIGHTLY_TEST_MINUTES)) await runTests(['--project', 'nightly*']);
  for (const { title, args, minutes } of LONG_CHECKS) if (fits(title, minutes)) await runCheck([title, args]);
}

/** Whether something that takes `minutes` still fits. What is left out is named, and not counted. */
function fits(title: string, minutes: number): boolean {
  const left = Math.floor((endsAt - performance.now()) / 60_000);
  if (minutes <= left) return true;
  console.log(`left out: ${title} takes about ${minutes} minutes, and ${left} are left of ${values.minutes}`);
  return false;
}

async function runCheck([title, args]: (typeof CHECKS)[number]): Promise<void> {
  const startedAt = performance.now();
  let output = '';
  const code = await run(args, (text) => (output += text));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) passed += 1;
  else failed += 1;
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${title} (${seconds} s)`);
  if (code !== 0) console.log(output);
  const parts = output.split('\n').filter((line) => line.startsWith('not run: '));
  for (const part of parts) console.log(part);
  countNotRun(parts.length);
}

async function runTests(which: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-test-'));
  const file = join(directory, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...which];
    const code = await run(vitest, (text) => process.stdout.write(text));
    const report = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as Report,
      () => null,
    );
    // A file that breaks before its first test, or an unhandled rejection, has no test to count.
    const broken = report?.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failures = (report?.numFailedTests ?? 0) + (broken?.length ?? 0);
    passed += report?.numPassedTests ?? 0;
    failed += code !== 0 ? Math.max(failures, 1) : failures;
    if (report !== null) nameNotRun(report);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Names every file with tests that were not run, and why: `describeUnless` of the tests puts the reason into the title. */
function nameNotRun({ testResults }: Report): void {
  for (const { name, assertionResults } of testResults) {
    const notRun = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
    const reasons = notRun.map(
      ({ ancestorTitles, fullName }) =>
        /\[not run: (.*)\]$/.exec(ancestorTitles.join(' '))?.[1] ?? `switched off: ${fullName}`,
    );
    for (const reason of new Set(reasons)) console.log(`not run: ${relative(ROOT, name)} (${reason})`);
    countNotRun(notRun.length);
  }
}

function countNotRun(count: number): void {
  if (process.env['CI'] === 'true') failed += count;
  else skipped += count;
}

/** Runs `args` with this Node and returns its exit code; its output goes to `write` as it arrives. */
function run(args: readonly string[], write: (text: string) => unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => write(text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
