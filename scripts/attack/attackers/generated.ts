import * as fc from 'fast-check';
import type { ContractDocument } from '../../../server/http/contract.ts';
import { createResponseCheck } from '../../../server/http/check-response.ts';
import { operationTable } from '../../../server/generated/operations.ts';
import type { OperationId } from '../../../server/http/handler.ts';
import { Client } from '../../../test/conformance/client.ts';
import type { Deployments } from '../../../test/conformance/deployments.ts';
import { World } from '../../../test/conformance/world.ts';
import { operationsOf, readContract } from '../../../test/fuzz/contract.ts';
import { allCredentials } from '../../../test/fuzz/credentials.ts';
import { Pools } from '../../../test/fuzz/pools.ts';
import { probesOf } from '../../../test/fuzz/probes.ts';
import { type Credentials, type FuzzRequest, requestsOf } from '../../../test/fuzz/requests.ts';
import { agent, send } from '../../../test/fuzz/send.ts';
import type { Attack } from '../part.ts';

/** A deployment, and how much is asked of it. */
export interface Generated {
  url: string;
  rpcUrl: string;
  ownerKey: string;
  count: number;
  seed: number;
  /** What is left after so long is not sent. */
  withinMs: number;
}

/** Requests that are held in memory at a time; some have bodies of 256 KiB. */
const BATCH = 1_000;
const LANES = 8;

/** Requests to every operation with every credential, from valid to hostile; each response is held against the contract. */
export async function attack({ url, rpcUrl, ownerKey, count, seed, withinMs }: Generated): Promise<Attack> {
  const client = Object.assign(new Client(url), { localnetUrl: rpcUrl });
  const world = new World({ embedded: client, stop: async () => {} } as unknown as Deployments);
  const contract = readContract();
  const credentials = await allCredentials(world, ownerKey);
  for (const walk of [world.completed(), world.revoked(), world.trial()]) await walk;
  const pools = new Pools();
  for (const { body } of client.exchanges) pools.harvest(body);
  const problemWith = checkOf(url, contract, credentials);
  const findings: string[] = [];
  const deadline = performance.now() + withinMs;
  /** Returns how many were sent. */
  const ask = async (requests: readonly FuzzRequest[]) => {
    const queue = requests.values();
    let sent = 0;
    const lane = async () => {
      for (const request of queue) {
        if (performance.now() > deadline) return;
        sent += 1;
        const problem = await problemWith(request);
        if (problem !== null) findings.push(`seed ${seed}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return sent;
  };
  let attempts = await ask(probesOf(contract, credentials));
  for (let batch = 0; attempts < count && performance.now() < deadline; batch += 1) {
    const numRuns = Math.min(BATCH, count - attempts);
    attempts += await ask(
      fc.sample(requestsOf({ contract, pools, credentials }), { numRuns, seed: seed + batch }),
    );
  }
  agent.destroy();
  return { attempts, findings };
}

function checkOf(url: string, contract: ReturnType<typeof readContract>, credentials: Credentials) {
  const operationAt = operationsOf(contract);
  const check = createResponseCheck(contract as unknown as ContractDocument);
  return async (request: FuzzRequest): Promise<string | null> => {
    const { method, path, body } = request;
    const shown = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''} (${request.credential})`;
    try {
      const headers = { ...request.headers, ...credentials[request.credential] };
      const { status, text } = await send(url, { ...request, headers });
      const answer: unknown = JSON.parse(text);
      if (status >= 500) return `${status} ${text.slice(0, 300)} to ${shown}`;
      // A path of another form is another route, or none.
      const operation = operationAt(method, path);
      if (operation !== null) check(operationTable[operation.operationId as OperationId], status, answer);
      else if (status !== 404) return `${status} to ${shown}, which is no operation`;
      return null;
    } catch (error) {
      return `${String(error).slice(0, 300)} to ${shown}`;
    }
  };
}
