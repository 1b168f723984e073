import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** What a process loads beside its libraries. */
const PARTS = ['server', 'rules', 'pages', 'sdk', 'checkout-js', 'openapi.yaml', 'package.json'];
/** Far above the last one. */
const NUMBER = 9000;

/** This code as if a version later: with one migration more. */
export interface NewerCode {
  /** Its `server/main.ts`. */
  main: string;
  /** The number of its last migration. */
  schemaVersion: number;
  remove(): void;
}

/** Copies the sources and adds `migration`, an SQL text. */
export function makeNewerCode(migration: string): NewerCode {
  const directory = mkdtempSync(join(tmpdir(), 'autopay-newer-'));
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(directory, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const migrations = join(directory, 'server', 'db', 'migrations');
  mkdirSync(migrations, { recursive: true });
  writeFileSync(join(migrations, `${NUMBER}_newer.sql`), migration);
  return {
    main: join(directory, 'server', 'main.ts'),
    schemaVersion: NUMBER,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
