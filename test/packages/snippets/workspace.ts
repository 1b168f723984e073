import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
const HOST = join(import.meta.dirname, 'host.ts');
const COMMANDS = join(import.meta.dirname, 'commands');
/** Ten times what the slowest page's program takes, which starts a service of its own. */
export const TIMEOUT_MS = 90_000;

/** How a program or a compiler ended. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A directory in which the pages' programs find the packages as an app does. */
export class Workspace {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<Workspace> {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-snippets-'));
    await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
    for (const name of ['given.ts', 'given-in-page.ts']) {
      await copyFile(join(import.meta.dirname, name), join(directory, name));
    }
    await mkdir(join(directory, 'bin'));
    for (const program of ['npm', 'npx']) {
      const file = join(directory, 'bin', program);
      await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${join(COMMANDS, program)}.ts" "$@"\n`);
      await chmod(file, 0o755);
    }
    // A response that is an error ends the commands, and curl's progress is not what a page shows.
    await writeFile(join(directory, '.curlrc'), 'fail-with-body\nsilent\n');
    return new Workspace(directory);
  }

  /** Writes a file and returns its path. */
  async write(name: string, text: string): Promise<string> {
    const path = join(this.directory, name);
    await writeFile(path, text);
    return path;
  }

  /**
   * Holds these files to strict TypeScript. Returns what the compiler says of each that it refuses, by file
   * name.
   */
  async typeErrors(names: readonly string[]): Promise<Map<string, string>> {
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
      module: 'nodenext',
      customConditions: ['autopay-source'],
      types: ['node'],
      strict: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }));
    const { stdout } = await run(
      process.execPath,
      [COMPILER, '-p', '.', '--pretty', 'false'],
      this.directory,
    );
    const errors = new Map<string, string>();
    for (const line of stdout.split('\n')) {
      // One in a file that the programs merely import is no program's own, and is told under its own name.
      const name = /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1];
      if (name) errors.set(name, `${errors.get(name) ?? ''}${line}\n`);
    }
    return errors;
  }

  /** Runs a program to its end, and exercises what it serves. */
  run(path: string, env: Record<string, string>): Promise<Outcome> {
    const options = ['--conditions=autopay-source', '--disable-warning=ExperimentalWarning'];
    return run(process.execPath, [...options, HOST, path], this.directory, env);
  }

  /** Runs commands as a person's shell does, but that it ends at the first which fails. */
  shell(commands: string, env: Record<string, string>): Promise<Outcome> {
    const own = { PATH: join(this.directory, 'bin') + delimiter + process.env['PATH'], HOME: this.directory };
    return run('bash', ['--norc', '-euo', 'pipefail', '-c', commands], this.directory, { ...own, ...env });
  }

  /** Checks their syntax, and runs of them what calls npm alone. */
  async checkCommands(commands: string): Promise<Outcome> {
    const { code, ...said } = await run('bash', ['--norc', '-n', '-c', commands], this.directory);
    const npm = commands.match(/\bnpm (?:run|start|test|ci|install)\b[^&|;#\n]*/g) ?? [];
    return code === 0 ? this.shell(npm.join('\n'), {}) : { code, ...said };
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const options = { cwd, env: { PATH: process.env['PATH'], NO_COLOR: '1', ...env }, timeout: TIMEOUT_MS };
  return promisify(execFile)(command, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr, killed }) => ({
      code: typeof code === 'number' ? code : 1,
      stdout,
      stderr: killed ? `${stderr}\nIt was ended after ${TIMEOUT_MS} ms.` : stderr,
    }),
  );
}
