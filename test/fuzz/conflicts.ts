import { eventually } from '../support/eventually.ts';
import type { TestService } from '../support/service.ts';
import { type Contract, resolveParameter } from './contract.ts';
import { type Credentials, missingIn } from './requests.ts';
import { send } from './send.ts';

/** Every operation that takes an Idempotency-Key, twice at once: while the first is held up in the database, the second is in its way. */
export async function conflicts(
  service: TestService,
  contract: Contract,
  credentials: Credentials,
): Promise<{ operationId: string; status: number }[]> {
  const requests = idempotentRequests(contract, credentials['session of its own']!);
  const first: Promise<unknown>[] = [];
  const second = await service.db.begin(async (tx) => {
    await tx`
      lock table mandates, charges, refunds, offers, tokens, token_requests, events, webhook_endpoints, webhook_deliveries, api_keys
      in access exclusive mode`;
    first.push(...requests.map((request) => send(service.url, request)));
    await eventually(async () => {
      const [row] = await service.db<{ claimed: number }[]>`
        select count(*)::int as claimed from idempotency_keys where key like 'twice %'`;
      return row!.claimed === requests.length;
    });
    return Promise.all(
      requests.map(async (request) => ({
        operationId: request.operationId,
        status: (await send(service.url, request)).status,
      })),
    );
  });
  await Promise.all(first);
  return second;
}

function idempotentRequests(contract: Contract, headers: Record<string, string>) {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) =>
        parameters.some((each) => resolveParameter(contract, each).name === 'Idempotency-Key'),
      )
      .map(([method, { operationId, requestBody }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, () => missingIn(path)),
        headers: {
          ...headers,
          'idempotency-key': `twice ${operationId}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(requestBody?.content['application/json'].example ?? {}),
      })),
  );
}
