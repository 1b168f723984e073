/**
 * `npm test`: every check, then every test. Prints one line for each check and what failed in full; the last line is
 * `N passed, N failed`, where each check counts as one test. Exits 1 when anything failed. `npm test -- <path>` runs the
 * tests of that path alone. Tests, and parts of checks, that need what this machine lacks are named with the reason, and the last line ends in
 * `, N skipped`; with CI=true they count as failed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const bin = (...path: string[]) => join('node_modules', ...path);

const PAGES_TYPES = join('server', 'pages', 'browser', 'tsconfig.json');

/** Each is run by this very Node. The quick ones come first. */
const CHECKS: readonly (readonly [title: string, args: readonly string[]])[] = [
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
/** The second weighs what the first has built. */
const PACKAGES: typeof CHECKS = [
  ['packages', [join('scripts', 'check-packages.ts')]],
  ['size', [join('scripts', 'size', 'size.ts')]],
];

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

const paths = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
if (paths.length === 0) for (const check of CHECKS) await runCheck(check);
await runTests();
if (paths.length === 0) for (const check of PACKAGES) await runCheck(check);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

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

async function runTests(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-test-'));
  const file = join(directory, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...paths];
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

/** Runs `args` with this Node and answers its exit code; its output goes to `write` as it comes. */
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
