import { Autopay, createMerchant } from '@autopay/sdk';
import type { Child } from './children.ts';
import { measureLoad, requestBytes, type Throughput } from './load.ts';
import type { Machine } from './machine.ts';
import { cpuMicrosOf, processesBelow } from './processes-of.ts';
import { newWallet } from './wallets.ts';

/** One operation on both servers, round by round. */
export interface RequestRounds {
  operation: string;
  autopay: RequestRound[];
  bare: RequestRound[];
  /** What the operation cannot do without; none for reading. */
  floor: RequestRound[];
}

/** With what it cost PostgreSQL and the chain, which share the machine. */
export interface RequestRound extends Throughput {
  postgresMicrosPerRequest: number;
  chainMicrosPerRequest: number;
}

/** Long compared with a garbage collection of 10 ms, short enough that all rounds fit into a minute. */
const DURATION_MS = 2_000;

/** Long enough to compile what the requests run: that takes some thousand of them. */
const WARM_UP_MS = 8_000;
/** Merchants' payers differ, and their addresses are checked for each mandate. */
const PAYERS = 1_000;

/** A server with its requests. */
interface Target {
  server: Child;
  create(): string;
  read(): string;
}

/**
 * POST and GET of mandates, compared with the bare server doing one INSERT or SELECT. Only the API runs, so
 * that no worker uses the machine. A third server does no more than what a created mandate cannot do without. The first round compiles and fills caches, and does not count.
 */
export async function measureRequests(machine: Machine, rounds: number): Promise<RequestRounds[]> {
  const bare = await bareTarget(await machine.startBare(await machine.createDatabase('bare')));
  const autopay = await autopayTarget(
    await machine.startService('api', await machine.createDatabase('requests')),
  );
  const floor = await floorTarget(await machine.startFloor(await machine.createDatabase('floor')));
  const targets = { bare, autopay, floor };
  const results = [
    { operation: 'POST /v1/mandates', kind: 'create', expectedStatus: 201 },
    { operation: 'GET /v1/mandates/{id}', kind: 'read', expectedStatus: 200 },
  ] as const;
  const measured = results.map(({ operation }): RequestRounds => ({
    operation,
    autopay: [],
    bare: [],
    floor: [],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { kind, expectedStatus }] of results.entries()) {
      for (const [name, target] of Object.entries(targets)) {
        // What reading cannot do without is what the bare server does.
        const request = { read: null, ...target }[kind];
        if (request === null) continue;
        const { cpuMicros, ready } = target.server;
        const before = costBeside();
        const throughput = await measureLoad({
          url: ready[1]!,
          request,
          expectedStatus,
          durationMs: round === 0 ? WARM_UP_MS : DURATION_MS,
          cpuMicros,
        });
        const after = costBeside();
        if (round === 0) continue;
        measured[index]![name as keyof typeof targets].push({
          ...throughput,
          postgresMicrosPerRequest: (after.postgres - before.postgres) / throughput.requests,
          chainMicrosPerRequest: (after.chain - before.chain) / throughput.requests,
        });
      }
    }
  }
  await bare.server.stop();
  await autopay.server.stop();
  await floor.server.stop();
  return measured;
}

/** Processor time so far, in µs. */
function costBeside(): { postgres: number; chain: number } {
  const all = processesBelow();
  return { postgres: cpuMicrosOf(all, 'postgres:'), chain: cpuMicrosOf(all, 'server/localnet/') };
}

export async function autopayTarget(server: Child): Promise<Target> {
  const baseUrl = server.ready[1]!;
  const { keys } = await createMerchant({ name: 'Bench' }, { baseUrl });
  const api = new Autopay(keys.test, { baseUrl });
  const { data } = await api.tokens.list();
  const body = mandateBody(data[0]!.mint);
  const { id } = await api.mandates.create(body);
  const payers = Array.from({ length: PAYERS }, newWallet);
  const authorization = `Bearer ${keys.test}`;
  let count = 0;
  return {
    server,
    // With an idempotency key of its own, as the SDK sends it.
    create: () =>
      requestBytes(
        'POST',
        '/v1/mandates',
        { authorization, 'idempotency-key': `bench-${count++}` },
        { ...body, payer: payers[count % PAYERS] },
      ),
    read: () => requestBytes('GET', `/v1/mandates/${id}`, { authorization }),
  };
}

async function bareTarget(server: Child): Promise<Target> {
  const body = mandateBody(newWallet());
  const response = await fetch(`${server.ready[1]!}/v1/mandates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { id } = (await response.json()) as { id: string };
  return {
    server,
    create: () => requestBytes('POST', '/v1/mandates', {}, body),
    read: () => requestBytes('GET', `/v1/mandates/${id}`, {}),
  };
}

async function floorTarget(server: Child): Promise<Pick<Target, 'server' | 'create'>> {
  const body = mandateBody(newWallet());
  const payers = Array.from({ length: PAYERS }, newWallet);
  let count = 0;
  return {
    server,
    create: () =>
      requestBytes(
        'POST',
        '/v1/mandates',
        { 'idempotency-key': `bench-${count++}` },
        { ...body, payer: payers[count % PAYERS] },
      ),
  };
}

function mandateBody(mint: string) {
  return {
    payer: newWallet(),
    payee: newWallet(),
    mint,
    amountPerPeriod: '1000000',
    periodSeconds: 30 * 86_400,
    maxPeriods: 12,
  };
}
