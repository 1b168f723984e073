import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Attack } from '../part.ts';

/** One request of a flood. */
export interface Ask {
  /** The address it comes from. */
  from: string;
  method: string;
  path: string;
  key?: string;
  body?: object;
}

/** A flood: so many of its requests are under way at a time. */
export interface Flood {
  url: string;
  lanes: number;
  asks: readonly Ask[];
}

/** A client's patience. */
const TIMEOUT_MS = 60_000;

/** Sends every request and counts the statuses. What is no response, or a 5xx, is a finding. */
export async function attack({ url, lanes, asks }: Flood): Promise<Attack> {
  const agents = new Map<string, Agent>();
  const agentOf = (from: string) => {
    const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from });
    agents.set(from, agent);
    return agent;
  };
  const statuses: Record<string, number> = {};
  const findings: string[] = [];
  const queue = asks.values();
  const lane = async () => {
    for (const ask of queue) {
      try {
        const { status, answer } = await send(url, ask, agentOf(ask.from));
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 500) findings.push(`${ask.method} ${ask.path}: ${status} ${answer.slice(0, 200)}`);
      } catch (error) {
        findings.push(`${ask.method} ${ask.path}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const agent of agents.values()) agent.destroy();
  return { attempts: asks.length, findings, statuses };
}

function send(url: string, { method, path, key, body }: Ask, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>();
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const out = request(url + path, { agent, method, headers, timeout: TIMEOUT_MS });
  out.on('timeout', () => out.destroy(new Error(`no response within ${TIMEOUT_MS} ms`))).on('error', reject);
  out.on('response', (response) => {
    text(response).then((answer) => resolve({ status: response.statusCode!, answer }), reject);
  });
  out.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
