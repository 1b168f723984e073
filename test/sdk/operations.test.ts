import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { Autopay, type Body, type Call, type ErrorCodes, type ListCall, type Query } from '@autopay/sdk';
import { createClient } from '@autopay/sdk/core';
import type { OperationId } from '../../sdk/src/testing/operation.ts';

interface Operation {
  operationId: string;
  'x-sdk': string;
  parameters?: { $ref?: string; in?: string; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
}

const ROOT = join(import.meta.dirname, '..', '..');
const contract = JSON.parse(readFileSync(join(ROOT, 'server/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: {
    parameters: Record<string, { in: string; name: string }>;
    schemas: Record<string, Schema>;
  };
};

/** Operations of people at the dashboard alone have no method. */
const rows = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => 'x-sdk' in operation)
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

type AnyMethod = (...args: unknown[]) => PromiseLike<unknown>;

/** The arguments that `operation` takes, in the SDK's order. */
function argumentsOf(path: string, operation: Operation): unknown[] {
  const parameters = (operation.parameters ?? []).map(
    ({ $ref, in: place }) => place ?? contract.components.parameters[$ref!.split('/').at(-1)!]!.in,
  );
  return [
    ...(path.includes('{') ? ['abc_1'] : []),
    ...(parameters.includes('query') ? [{ note: 'a b' }] : []),
    ...(operation.requestBody ? [{ some: 'body' }] : []),
  ];
}

interface Schema {
  $ref?: string;
  properties?: Record<string, { const?: string }>;
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** What a response of this schema says it is, and null for what says nothing. */
function objectOf({ $ref, properties, allOf, oneOf }: Schema): string | null {
  if ($ref) return objectOf(contract.components.schemas[$ref.split('/').at(-1)!]!);
  const parts = (allOf ?? oneOf ?? []).map(objectOf).find((each) => each !== null);
  return properties?.['object']?.const ?? parts ?? null;
}

function successOf({ responses }: Operation): string | null {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  return objectOf(success.content['application/json'].schema);
}

/** A fetch that remembers what it was asked, and responds as the operation does. */
function recorder(operation: Operation) {
  const sent: { url: string; method: string; body: unknown; headers: Record<string, string> }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const { method, body, headers } = init;
    sent.push({ url: String(url), method: method!, body, headers: headers as Record<string, string> });
    return Response.json({ object: successOf(operation), data: [], hasMore: false, nextCursor: null });
  };
  return { sent, options: { baseUrl: 'https://pay.example.com', fetch: fetch as typeof globalThis.fetch } };
}

describe.each(rows)('$operation.operationId', ({ path, method, operation }) => {
  const [resource, name] = operation['x-sdk'].split('.') as [string, string];
  const args = argumentsOf(path, operation);
  const query = args.some((each) => typeof each === 'object' && 'note' in (each as object))
    ? '?note=a%20b'
    : '';

  test('is a method of the client that sends the contract’s method, path, query and body', async () => {
    const { sent, options } = recorder(operation);
    const autopay = new Autopay('sk_test_abc', options) as unknown as Record<
      string,
      Record<string, AnyMethod>
    >;
    await autopay[resource]![name]!(...args);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method,
      url: `https://pay.example.com${path.replace(/\{\w+\}/, 'abc_1')}${query}`,
      body: operation.requestBody ? '{"some":"body"}' : undefined,
    });
    const takesKey = (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
    expect('idempotency-key' in sent[0]!.headers).toBe(takesKey);
  });

  test('is a function of its resource’s subpath too', async () => {
    const { sent, options } = recorder(operation);
    const kebab = resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const module = (await import(`../../sdk/src/generated/resources/${kebab}.ts`)) as Record<
      string,
      AnyMethod
    >;
    await module[operation.operationId]!(createClient('sk_test_abc', options), ...args);
    expect(sent.map((each) => each.method)).toEqual([method]);
  });

  test('names a missing id, body or query, and sends nothing', () => {
    const { sent, options } = recorder(operation);
    const autopay = new Autopay('sk_test_abc', options) as unknown as Record<
      string,
      Record<string, AnyMethod>
    >;
    const call = autopay[resource]![name]!;
    if (path.includes('{')) {
      for (const id of [undefined, null, '', '..', 'a/b', 'a?b', 'a%2f', 7]) {
        expect(() => call.call(autopay[resource], id, ...args.slice(1))).toThrow(/^(id|mint) must be/);
      }
    }
    for (const [index, argument] of args.entries()) {
      if (typeof argument !== 'object') continue;
      for (const wrong of [null, 'text', 5, []]) {
        const given = args.with(index, wrong);
        expect(() => call.call(autopay[resource], ...given)).toThrow(/^(body|query) must be an object\.$/);
      }
    }
    expect(() => call.call(autopay[resource], ...args, { retries: 3 })).toThrow('options.retries');
    expect(sent).toEqual([]);
  });
});

it('leaves no method of the client without an operation', () => {
  const autopay = new Autopay('sk_test_abc', { baseUrl: 'https://pay.example.com' });
  const methods = Object.entries(autopay).flatMap(([resource, of]) =>
    Object.keys(of as object).map((name) => `${resource}.${name}`),
  );
  expect(methods.toSorted()).toEqual(rows.map(({ operation }) => operation['x-sdk']).toSorted());
});

it('is listed whole in the package’s README', () => {
  const readme = readFileSync(join(ROOT, 'sdk/README.md'), 'utf8');
  const listed = [...readme.matchAll(/^\| `(\w+)` \| (`\w+`(?:, `\w+`)*) \|$/gm)].flatMap(
    ([, resource, names]) => names!.split(', ').map((name) => `${resource}.${name.replaceAll('`', '')}`),
  );
  expect(listed.toSorted()).toEqual(rows.map(({ operation }) => operation['x-sdk']).toSorted());
});

it('exports a subpath for every resource', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8')) as { exports: object };
  const resources = Object.keys(new Autopay(null, { baseUrl: 'https://pay.example.com' }));
  for (const resource of resources) {
    const kebab = resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(exports).toMatchObject({
      [`./${kebab}`]: {
        'autopay-source': `./src/generated/resources/${kebab}.ts`,
        types: `./dist/resources/${kebab}.d.ts`,
        default: `./dist/resources/${kebab}.js`,
      },
    });
  }
});

it('types every operation’s response and codes', () => {
  type Methods = { [R in keyof Autopay]: Autopay[R][keyof Autopay[R]] }[keyof Autopay];
  type Answer = Methods extends (...args: never[]) => infer A ? A : never;
  // Every method returns a call or a list, and none with any.
  expectTypeOf<Answer>().toExtend<Call<object> | ListCall<object>>();
  expectTypeOf<keyof ErrorCodes>().toEqualTypeOf<OperationId>();
  expectTypeOf<ErrorCodes['revokeMandate']>().extract<'already_revoked'>().toEqualTypeOf<'already_revoked'>();
  expectTypeOf<Body<'createMandate'>['amountPerPeriod']>().toEqualTypeOf<string>();
  expectTypeOf<Query<'getWalletBalance'>>().toEqualTypeOf<{ address: string; mint: string }>();
});
