import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { contract } from '../../sdk/src/testing/generated/contract.ts';
import { routeOf } from '../../sdk/src/testing/dispatch.ts';
import { handlers } from '../../sdk/src/testing/operations.ts';
import { operationTable } from '../../server/generated/operations.ts';
import { createResponseCheck } from '../../server/http/check-response.ts';
import { loadContract } from '../../server/http/contract.ts';
import type { OperationId } from '../../server/http/handler.ts';
import { loadCorpus } from '../corpus/corpus.ts';
import { runCase } from '../corpus/run-case.ts';

const OWNER_KEY = 'the-owner-of-the-fake-platform-1234';
const { document } = await loadContract();
const check = createResponseCheck(document);
/** What merchants' own code calls: people at the dashboard alone call the rest. */
const ofSdk = Object.values(operationTable)
  .filter(
    ({ path, method }) =>
      'x-sdk' in (document.paths as Record<string, Record<string, object>>)[path]![method]!,
  )
  .map(({ operationId }) => operationId as string);

describe('the fake and the contract', () => {
  test('every operation has a handler, and no handler is without an operation', () => {
    expect(Object.keys(handlers).sort()).toEqual(ofSdk.toSorted());
    expect(Object.keys(contract)).toEqual(ofSdk);
  });

  test('every path of the contract leads to its own operation', () => {
    for (const { operationId, method, path } of Object.values(contract)) {
      const route = routeOf(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'some_1d'));
      expect(route?.operation.operationId).toBe(operationId);
    }
  });

  for (const each of loadCorpus()) {
    test(`every response is documented by the contract: ${each.file}, ${each.name}`, async () => {
      const fake = fakeAutopay({
        ownerKey: OWNER_KEY,
        sellMode: each.deployment === 'once' ? 'once' : 'all',
        webhookHosts: ['127.0.0.1'],
        receiver: () => new Response(),
      });
      let checked = 0;
      const checkedFetch: typeof fetch = async (input, init) => {
        const response = await fake.fetch(input, init);
        const request = new Request(input, init);
        const route = routeOf(request.method, new URL(request.url).pathname);
        if (route !== null) {
          const operation = operationTable[route.operation.operationId as OperationId];
          check(operation, response.status, await response.clone().json());
          checked += 1;
        }
        return response;
      };
      const given = { owner: OWNER_KEY, receiver: 'http://127.0.0.1:9/hook' };
      const side = { name: 'the fake', url: fake.baseUrl, fetch: checkedFetch, given };
      await runCase(side, each, randomBytes(6).toString('hex'));
      expect(checked).toBeGreaterThan(0);
    });
  }
});
