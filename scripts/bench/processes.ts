import { readdirSync, readFileSync } from 'node:fs';
import { autopayTarget } from './requests.ts';
import type { Child } from './children.ts';
import { measureLoad, type Throughput } from './load.ts';
import type { Machine } from './machine.ts';

/** One operation served by one process and by two, round by round. */
export interface ProcessRounds {
  operation: string;
  one: Throughput[];
  two: Throughput[];
}

const DURATION_MS = 3_000;
const WARM_UP_MS = 8_000;

/**
 * The same requests to one process and to two. The load, Postgres and the service share the cores, so that the rate alone says little:
 * what decides is how much of the processors' time a request takes with two, dispatching and counting included.
 */
export async function measureProcesses(machine: Machine, rounds: number): Promise<ProcessRounds[]> {
  const targets = {
    one: await targetOf(machine, 1),
    two: await targetOf(machine, 2),
  };
  const operations = [
    { operation: 'POST /v1/mandates', kind: 'create', expectedStatus: 201 },
    { operation: 'GET /v1/mandates/{id}', kind: 'read', expectedStatus: 200 },
  ] as const;
  const measured = operations.map(({ operation }): ProcessRounds => ({ operation, one: [], two: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { kind, expectedStatus }] of operations.entries()) {
      for (const name of ['one', 'two'] as const) {
        const target = targets[name];
        const throughput = await measureLoad({
          url: target.server.ready[1]!,
          request: target[kind],
          expectedStatus,
          durationMs: round === 0 ? WARM_UP_MS : DURATION_MS,
          cpuMicros: async () => cpuMicrosOf(target.server),
        });
        if (round > 0) measured[at]![name].push(throughput);
      }
    }
  }
  for (const { server } of Object.values(targets)) await server.stop();
  return measured;
}

async function targetOf(machine: Machine, processes: number) {
  const databaseUrl = await machine.createDatabase(`processes_${processes}`);
  return autopayTarget(await machine.startService('api', databaseUrl, {}, [`--processes=${processes}`]));
}

/** Linux counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000;

/** The processor time of a process and its children so far. */
function cpuMicrosOf({ pid }: Child): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const ticks = all.filter((one) => one.pid === pid || one.parent === pid).map((one) => one.ticks);
  return ticks.reduce((sum, each) => sum + each, 0) * MICROS_PER_TICK;
}

/** See proc(5): after the name, which may hold anything, come state, parent, and later user and system time. */
function statOf(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
