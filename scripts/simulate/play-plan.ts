import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSubscriptionsProgram } from '../subscriptions-program.ts';
import { createDatabase, type DatabaseNames, dropDatabase } from './database.ts';
import type { Plan } from './plan.ts';
import type { RunResult } from './run-world.ts';

/** What a run is given. */
export interface PlayInput {
  plan: Plan;
  database: DatabaseNames;
  print: boolean;
}

const ROOT = join(import.meta.dirname, '..', '..');

let runs = 0;

/** Plays a plan in a process and a database of its own. */
export async function playPlan(
  serverUrl: string,
  plan: Plan,
  { print, root = ROOT }: { print: boolean; root?: string },
): Promise<RunResult> {
  const name = `world_${process.pid}_${(runs += 1)}`;
  const url = await createDatabase(serverUrl, name);
  try {
    return await play({ plan, database: { serverUrl, name, url }, print }, root);
  } finally {
    await dropDatabase(serverUrl, name);
  }
}

/** A copy of the service lies elsewhere, and must find the same build of the program. */
function programSetting(): Record<string, string> {
  const program = findSubscriptionsProgram();
  return program === null ? {} : { AUTOPAY_LOCALNET_PROGRAMS: `${program.address}=${program.path}` };
}

async function play(input: PlayInput, root: string): Promise<RunResult> {
  const script = join(root, 'scripts', 'simulate', 'play.ts');
  const child = spawn(process.execPath, ['--conditions=autopay-source', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Half of a short run would be compiling the service anew.
    env: {
      ...process.env,
      ...programSetting(),
      NODE_COMPILE_CACHE: join(tmpdir(), 'autopay-simulate-compiled'),
    },
  });
  child.stdin.end(JSON.stringify(input));
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const lines = output.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  if (input.print) console.log(lines.join('\n'));
  if (!last.startsWith('{')) throw new Error(`The run of seed ${input.plan.seed} ended without a result.`);
  return JSON.parse(last) as RunResult;
}
