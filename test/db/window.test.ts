import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DIRECTORY = join(import.meta.dirname, '..', '..', 'server', 'db', 'migrations');
/** Up to here every upgrade meant stopping all processes. */
const FIRST = 47;

/** What code of the schema before fails on: it still reads, or writes without, what the statement takes away or asks for. */
const BREAKING: readonly (readonly [what: string, statement: RegExp])[] = [
  ['drops a table', /\bdrop table\b/],
  ['drops a column', /\bdrop column\b/],
  ['renames', /\brename (?:to|column)\b/],
  ['changes a type', /\balter column \w+ (?:set data )?type\b/],
  ['asks for a value that older code does not give', /\bset not null\b/],
  // Adding a column to a table that was there; `create table` is of the new code alone.
  [
    'adds a column that older code does not fill',
    /\badd column (?:(?!,)[^;])*?\bnot null\b(?![^,;]*\bdefault\b)/,
  ],
];

/** What looks like breaking older code and does not, with how it is caught. */
const SURVIVED: Record<string, string> = {
  '0050_accounts.sql': 'a trigger fills in the account of sessions that older code starts',
};

/** What of a migration older code would not survive. */
function breaking(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase().split(';');
  const changes = statements.filter((statement) => /\b(?:alter|drop) table\b/.test(statement));
  return BREAKING.filter(([, pattern]) =>
    changes.some((statement) =>
      // A default may stand before `not null`.
      pattern.test(
        statement.replaceAll(/\bdefault ((?:(?!,|\bnot null\b)[^;])*)not null/g, 'not null default $1'),
      ),
    ),
  ).map(([what]) => what);
}

const files = readdirSync(DIRECTORY)
  .filter((name) => Number(name.slice(0, 4)) >= FIRST)
  .map((name) => ({ name, text: readFileSync(join(DIRECTORY, name), 'utf8') }));

it('a migration that code of the version before would not survive says so', () => {
  const silent = files
    .filter(({ name }) => !(name in SURVIVED))
    .filter(({ text }) => !/^-- breaks-code-before: \d{4}$/m.test(text))
    .map(({ name, text }) => `${name} ${breaking(text).join(', ')}`.trim())
    .filter((line) => line.includes(' '));
  // Better make it two: add what is new in this release, and remove what is old in the next.
  expect(silent).toEqual([]);
});

it('what a migration says it breaks is code from before itself', () => {
  for (const { name, text } of files) {
    const stated = /^-- breaks-code-before: (\d{4})$/m.exec(text)?.[1];
    if (stated !== undefined) expect(Number(stated), name).toBeLessThanOrEqual(Number(name.slice(0, 4)));
  }
});

it('the check finds what breaks older code, and nothing else', () => {
  expect(breaking('alter table a add column b int not null default 0, add column c text;')).toEqual([]);
  expect(breaking('alter table a add column b int default 0 not null;')).toEqual([]);
  expect(breaking('create table a (b int not null);')).toEqual([]);
  expect(breaking('alter table a alter column b drop not null; -- set not null')).toEqual([]);
  expect(breaking('alter table a add column b int not null;')).toHaveLength(1);
  expect(breaking('alter table a add column c text, add column b int not null;')).toHaveLength(1);
  expect(
    breaking('alter table a drop column b; drop table c; alter table a alter column d set not null;'),
  ).toHaveLength(3);
  expect(breaking('alter table a alter column d type bigint;\nalter table a rename to b;')).toHaveLength(2);
});
