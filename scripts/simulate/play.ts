/**
 * Plays one plan in this process and writes what came of it as one line of JSON. Started by simulate.ts, once for each run: ids and
 * caches of a process would carry over to the next world.
 */
import { readFileSync, writeSync } from 'node:fs';
import type { PlayInput } from './play-plan.ts';
import { runWorld } from './run-world.ts';

const { plan, ...options } = JSON.parse(readFileSync(0, 'utf8')) as PlayInput;
const result = await runWorld(plan, options);
writeSync(1, `\n${JSON.stringify(result)}\n`);
process.exit(0);
