/**
 * Stands for npm in the commands of a page: ends with 1 unless there is such a script here, or such a package. Nothing is run or fetched.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const { scripts, workspaces, devDependencies, dependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const [command = '', ...rest] = process.argv.slice(2);
const names = rest.slice(0, rest.indexOf('--') >= 0 ? rest.indexOf('--') : undefined);
const missing = namesToFind().filter(([where, name]) => !(name in where));
for (const [, name] of missing) process.stderr.write(`npm ${command} ${name}: there is none here.\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

function namesToFind(): [where: object, name: string][] {
  if (command === 'ci' || command === '--version') return [];
  if (command === 'start' || command === 'test') return [[scripts, command]];
  if (command === 'run') return [[scripts, names[0] ?? '']];
  if (command === 'install' || command === 'i' || command === 'add') {
    const own = Object.fromEntries(workspaces.map((each: string) => [`@autopay/${each}`, true]));
    const known = { ...own, ...dependencies, ...devDependencies };
    return names.filter((each) => !each.startsWith('-')).map((each) => [known, each]);
  }
  return [[{}, command]];
}
