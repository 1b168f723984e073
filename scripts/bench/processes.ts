import { autopayTarget } from './requests.ts';
import { measureLoad, type Throughput } from './load.ts';
import type { Machine } from './machine.ts';
import { cpuMicrosOf, processesBelow } from './processes-of.ts';

/** One operation served by one process, by two on one port, and by two services that know nothing of each other, round by round. */
export interface ProcessRounds {
  operation: string;
  one: Throughput[];
  two: Throughput[];
  /** Both together. */
  apart: Throughput[];
}

const DURATION_MS = 3_000;
const WARM_UP_MS = 8_000;
/** Of each process: what a process shares between requests at once depends on how many it serves. */
const CONNECTIONS = 16;

type Target = Awaited<ReturnType<typeof autopayTarget>>;

/**
 * The same requests to one process and to two. The load, Postgres and the service share the cores, so that the rate alone says little: what decides
 * is how much of the processors' time a request takes with two, dispatching and counting included. Two processes that keep both cores busy also take
 * each other's caches, which they would not on cores of their own: two services apart show how much of the difference that is.
 */
export async function measureProcesses(machine: Machine, rounds: number): Promise<ProcessRounds[]> {
  const one = await targetOf(machine, 'one', 1);
  const targets = {
    one: [one],
    two: [await targetOf(machine, 'two', 2)],
    apart: [one, await targetOf(machine, 'other', 1)],
  };
  const operations = [
    { operation: 'POST /v1/mandates', kind: 'create', expectedStatus: 201 },
    { operation: 'GET /v1/mandates/{id}', kind: 'read', expectedStatus: 200 },
  ] as const;
  const measured = operations.map(({ operation }): ProcessRounds => ({
    operation,
    one: [],
    two: [],
    apart: [],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { kind, expectedStatus }] of operations.entries()) {
      for (const name of ['one', 'two', 'apart'] as const) {
        const measure = ({ server, [kind]: request }: Target) =>
          measureLoad({
            url: server.ready[1]!,
            request,
            expectedStatus,
            connections: name === 'two' ? 2 * CONNECTIONS : CONNECTIONS,
            durationMs: round === 0 ? WARM_UP_MS : DURATION_MS,
            cpuMicros: async () => cpuMicrosOf(processesBelow(server.pid)),
          });
        const throughputs = await Promise.all(targets[name].map(measure));
        if (round > 0) measured[at]![name].push(together(throughputs));
      }
    }
  }
  for (const { server } of [...targets.two, ...targets.apart]) await server.stop();
  return measured;
}

function together(throughputs: readonly Throughput[]): Throughput {
  const sum = (of: (each: Throughput) => number) => throughputs.reduce((total, each) => total + of(each), 0);
  const requests = sum((each) => each.requests);
  return {
    requests,
    requestsPerSecond: sum((each) => each.requestsPerSecond),
    cpuMicrosPerRequest: sum((each) => each.cpuMicrosPerRequest * each.requests) / requests,
  };
}

async function targetOf(machine: Machine, name: string, processes: number) {
  const databaseUrl = await machine.createDatabase(`processes_${name}`);
  return autopayTarget(await machine.startService('api', databaseUrl, {}, [`--processes=${processes}`]));
}
