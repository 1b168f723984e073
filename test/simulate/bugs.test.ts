import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUGS } from '../../scripts/simulate/bugs.ts';

const edits = Object.entries(BUGS).flatMap(([name, changes]) => changes.map((edit) => ({ name, ...edit })));

test.for(edits)('$name: what its edit replaces is in $file, once', ({ file, find }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
