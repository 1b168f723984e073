import { autopayTarget } from './requests.ts';
import { measureLoad, type Throughput } from './load.ts';
import type { Machine } from './machine.ts';
import { cpuMicrosOf, processesBelow } from './processes-of.ts';

/** One operation served by one process and by two, round by round. */
export interface ProcessRounds {
  operation: string;
  one: Throughput[];
  two: Throughput[];
}

const DURATION_MS = 3_000;
const WARM_UP_MS = 8_000;
/** Of each process: what a process shares between requests at once depends on how many it serves. */
const CONNECTIONS = 16;

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
          connections: name === 'two' ? 2 * CONNECTIONS : CONNECTIONS,
          durationMs: round === 0 ? WARM_UP_MS : DURATION_MS,
          cpuMicros: async () => cpuMicrosOf(processesBelow(target.server.pid)),
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
