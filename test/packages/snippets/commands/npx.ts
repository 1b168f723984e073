/**
 * Stands for npx in the commands of a page: runs the source of the SDK's command line, `npx @autopay/sdk …`, and nothing else. What would go on
 * until Ctrl-C gets it once it has printed something.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '..', '..', '..', '..', 'sdk', 'src', 'cli', 'main.ts');
const [name, ...args] = process.argv.slice(2);
if (name !== '@autopay/sdk') throw new Error(`npx ${name}: no such package here.`);
const child = spawn(process.execPath, ['--conditions=autopay-source', CLI, ...args], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
child.stdout.pipe(process.stdout);
// Once: a second one ends it before it has ended by itself.
if (args[0] === 'listen') child.stdout.once('data', () => child.kill('SIGINT'));
child.once('close', (code) => (process.exitCode = code ?? 1));
