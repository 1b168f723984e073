import { randomUUID } from 'node:crypto';
import { Autopay } from '@autopay/sdk';
import OpenAI from 'openai';
import createClient from 'openapi-fetch';
import { Stripe } from 'stripe';
import { API_VERSION, SDK_VERSION } from '../../../sdk/src/generated/version.ts';
import { startChild } from '../children.ts';

/** One client over all rounds: CPU time per call in µs. */
export interface ClientRounds {
  name: string;
  read: number[];
  create: number[];
}

interface ApiClient {
  name: string;
  read(): Promise<unknown>;
  create(): Promise<unknown>;
}

const KEY = 'sk_test_bench';
const ID = 'man_8HfLr3VcPa5sJe';
/** A body the size of a request that creates a mandate. */
const BODY = {
  payer: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  payee: '4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW',
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  amountPerPeriod: '12500000',
  periodSeconds: 2_592_000,
  maxPeriods: 12,
};
/**
 * About 60 ms for each client and operation, so that a slow moment of the machine affects a round, not one
 * library.
 */
const CALLS = 150;

/**
 * The CPU time of a call in this process, reading and creating, sequentially over a kept-alive connection to
 * a server in its own process that responds at once. The clients take turns within each round, starting with
 * a different one each time; the first round compiles and does not count.
 */
export async function measureClients(rounds: number): Promise<ClientRounds[]> {
  const server = await startChild('scripts/bench/packages/loopback.ts', [], {}, /at (http\S+)/);
  try {
    const clients = makeClients(server.ready[1]!);
    const measured = clients.map(({ name }): ClientRounds => ({ name, read: [], create: [] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (let turn = 0; turn < clients.length; turn += 1) {
        const index = (turn + round) % clients.length;
        const client = clients[index]!;
        for (const kind of ['read', 'create'] as const) {
          const micros = await measure(client[kind]);
          if (round > 0) measured[index]![kind].push(micros);
        }
      }
    }
    return measured;
  } finally {
    await server.stop();
  }
}

async function measure(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < CALLS; done += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

function makeClients(url: string): ApiClient[] {
  const autopay = new Autopay(KEY, { baseUrl: url });
  const authorization = `Bearer ${KEY}`;
  // The contract's types would not slow calls down, but would not accept another's paths.
  const openapi = createClient<{ [path: `/${string}`]: object }>({
    baseUrl: url,
    headers: { authorization },
  }) as unknown as {
    GET(path: string, init: object): Promise<{ data?: unknown }>;
    POST(path: string, init: object): Promise<{ data?: unknown }>;
  };
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(KEY, { host: hostname, port, protocol: 'http', telemetry: false });
  const openai = new OpenAI({ apiKey: KEY, baseURL: `${url}/v1` });
  const headers = {
    accept: 'application/json',
    authorization,
    'svc-client': `autopay-sdk/${SDK_VERSION}`,
    'svc-api-version': API_VERSION,
  };
  return [
    {
      name: '@autopay/sdk',
      read: () => autopay.mandates.get(ID),
      create: () => autopay.mandates.create(BODY),
    },
    {
      name: 'global fetch',
      read: async () => (await fetch(`${url}/v1/mandates/${ID}`, { headers: { authorization } })).json(),
      create: async () => {
        const answer = await fetch(`${url}/v1/mandates`, {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify(BODY),
        });
        return answer.json();
      },
    },
    {
      name: 'global fetch, with a timeout and the headers of @autopay/sdk',
      read: () => timed(`${url}/v1/mandates/${ID}`, { method: 'GET', headers }),
      create: () =>
        timed(`${url}/v1/mandates`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify(BODY),
        }),
    },
    {
      name: 'openapi-fetch',
      read: () => openapi.GET('/v1/mandates/{id}', { params: { path: { id: ID } } }),
      create: () =>
        openapi.POST('/v1/mandates', { body: BODY, headers: { 'idempotency-key': randomUUID() } }),
    },
    {
      name: 'stripe',
      read: () => stripe.customers.retrieve(ID),
      create: () =>
        stripe.customers.create({ metadata: { ...BODY, periodSeconds: '2592000', maxPeriods: '12' } }),
    },
    {
      name: 'openai',
      read: () => openai.models.retrieve(ID),
      create: () => openai.post('/mandates', { body: BODY }),
    },
  ];
}

/** What a request costs that gives up in time: the least that a client with timeouts can ask for. */
async function timed(url: string, init: RequestInit): Promise<unknown> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), 30_000);
  try {
    return await (await fetch(url, { ...init, redirect: 'manual', signal: timeout.signal })).json();
  } finally {
    clearTimeout(timer);
  }
}
