import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from './step.ts';

/** What a customer may run the packages on. */
export interface Runtime {
  name: string;
  /** The program, and what it wants before the file to run. */
  command: string;
  args: string[];
}

/** Each comes from npm, and prints its version before it counts as installed. */
const FROM_NPM = [
  { name: 'Node 20', package: 'node@20', program: 'node', args: [] },
  { name: 'Node 22', package: 'node@22', program: 'node', args: [] },
  { name: 'Bun', package: 'bun', program: 'bun', args: ['run'] },
  // Everything that the programs need is installed, so nothing is to be fetched.
  {
    name: 'Deno',
    package: 'deno',
    program: 'deno',
    args: ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual'],
  },
];

/**
 * This very Node, the two releases of Node before it, Bun and Deno, installed into folders of their own below `directory`. One that cannot be
 * installed on this machine is answered with the reason.
 */
export async function installRuntimes(
  directory: string,
): Promise<{ runtimes: Runtime[]; notRun: { name: string; reason: string }[] }> {
  const runtimes: Runtime[] = [
    { name: `Node ${process.versions.node.split('.')[0]}`, command: process.execPath, args: [] },
  ];
  const notRun: { name: string; reason: string }[] = [];
  const installs = FROM_NPM.map(async ({ name, package: specifier, program, args }) => {
    const folder = join(directory, name.replace(' ', '-').toLowerCase());
    const command = join(folder, 'node_modules', '.bin', program);
    try {
      await mkdir(folder, { recursive: true });
      const manifest = { private: true, allowScripts: { [program]: true } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
      await step(`install ${name}`, 'npm', ['install', ...flags, specifier], folder);
      await step(`${name} starts`, command, ['--version'], folder);
      runtimes.push({ name, command, args });
    } catch (error) {
      const lines = error instanceof Error ? error.message.split('\n') : [];
      notRun.push({ name, reason: lines.find((line) => line.includes('error')) ?? lines[0] ?? 'unknown' });
    }
  });
  await Promise.all(installs);
  return { runtimes, notRun };
}
