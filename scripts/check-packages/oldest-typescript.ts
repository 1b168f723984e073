import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from './step.ts';

/** The least that the READMEs promise: `await using`, which they use, came with 5.2. */
const OLDEST = 'typescript@5.2.2';

/** Installs it into `directory`. Returns its compiler. Throws where it cannot be installed. */
export async function installOldestTypeScript(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true }));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await step('install TypeScript 5.2', 'npm', ['install', ...flags, OLDEST], directory);
  return join(directory, 'node_modules', 'typescript', 'bin', 'tsc');
}

/** Type-checks a program against the packages that are installed in `project`, their declarations included. */
export async function compileWithOldest(project: string, compiler: string): Promise<void> {
  const directory = join(project, 'oldest');
  await mkdir(directory, { recursive: true });
  await copyFile(
    join(import.meta.dirname, 'programs', 'oldest-typescript.ts'),
    join(directory, 'program.mts'),
  );
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    types: ['node'],
    noEmit: true,
  };
  await writeFile(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.mts'] }),
  );
  await step('type-check (TypeScript 5.2)', process.execPath, [compiler, '-p', directory], directory);
}
