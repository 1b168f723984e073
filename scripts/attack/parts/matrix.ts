import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Findings } from '../../chaos/findings.ts';
import type { Part } from '../part.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', 'test/authorization/matrix.nightly.test.ts'];

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** Every operation with every credential about its own and others' objects: the tests of authorization, counted. */
export const matrix: Part = {
  name: 'roles and tenants',
  play: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-attack-'));
    try {
      const [report, table] = [join(directory, 'report.json'), join(directory, 'matrix')];
      const args = [...VITEST, '--reporter=json', `--outputFile=${report}`];
      const env = { ...process.env, AUTOPAY_TEST_MATRIX: table };
      const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
      const orphan = () => void child.kill();
      process.once('exit', orphan);
      const [code] = (await once(child, 'exit')) as [number | null];
      process.off('exit', orphan);
      const findings = new Findings();
      const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      for (const { fullName, status } of tests)
        findings.expect(status === 'passed', `${fullName}: ${status}`);
      findings.expect(code === 0 && tests.length > 0, `the tests ended with ${code}`);
      // A line of names, and one for each operation, with the responses to every caller.
      const [, ...lines] = (await readFile(table, 'utf8')).trim().split('\n');
      const attempts = lines.reduce((sum, line) => sum + line.split('\t').length - 1, 0);
      return { name: 'roles and tenants', attempts, service: null, findings: findings.all };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
