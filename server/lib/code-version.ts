import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the code that runs, as package.json names it. */
export const CODE_VERSION: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  }
).version;
