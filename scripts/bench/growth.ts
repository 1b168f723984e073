import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const TEST = 'test/growth/growth.nightly.test.ts';
/** What the test prints when every statement is as it should be. */
const RESULT = /^\s*(\d+ statements\. Time at .+)$/m;

/** What a long history does to the time of a statement, in a sentence: the test that compares their plans says it. Throws if it fails. */
export async function measureGrowth(): Promise<string> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', TEST], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const [, result] = RESULT.exec(stripVTControlCharacters(printed)) ?? [];
  if (code !== 0 || result === undefined) throw new Error(`${TEST} failed:\n${printed}`);
  return result;
}
