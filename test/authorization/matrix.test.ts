import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../server/lib/ids.ts';
import { callAs, cookieOf } from '../support/person.ts';
import { type Answer, TestService } from '../support/service.ts';
import { answerOf, type Caller, type Operation, readOperations, refusalOf } from './expected.ts';
import { type Cell, type Parts, REQUESTS } from './requests.ts';
import { createWorld, missingIdLike, OWNER_KEY, type Party, type World } from './world.ts';

const OPERATIONS = readOperations();

let service: TestService;
let world: World;
/** Who was answered what, a line for each operation. */
const table: string[] = [];

beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_OWNER_KEY: OWNER_KEY,
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '1000000',
    AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000',
  });
  world = await createWorld(service);
}, 60_000);
afterAll(async () => {
  await service.stop();
  // AUTOPAY_TEST_MATRIX=<file> keeps the whole matrix for reading.
  const file = process.env['AUTOPAY_TEST_MATRIX'];
  if (file !== undefined) writeFileSync(file, `${[header(), ...table].join('\n')}\n`);
});

interface Column extends Caller {
  name: string;
  /** The headers that carry the credential to `operation`. */
  headers(operation: Operation): Promise<Record<string, string>> | Record<string, string>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** These end the session that they come with. */
const ENDING = ['createSession', 'deleteCurrentSession'];

async function signedIn({ person }: Party, { operationId }: Operation): Promise<Record<string, string>> {
  const origin = service.url;
  if (!ENDING.includes(operationId)) return { cookie: person.cookie, origin };
  const { email, password } = person;
  const answer = await callAs(service, '', 'POST', '/v1/sessions', { body: { email, password } });
  return { cookie: cookieOf(answer), origin };
}

const TEST: Omit<Caller, 'credential'> = {
  live: false,
  owns: false,
  objectLive: false,
  clientSecret: 'none',
};
const COLUMNS: Column[] = [
  { ...TEST, name: 'none', credential: 'none', headers: () => ({}) },
  { ...TEST, name: 'garbage', credential: 'garbage', headers: () => bearer('garbage') },
  { ...TEST, name: 'unknown key', credential: 'garbage', headers: () => bearer(newSecret('sk_test_')) },
  { ...TEST, name: 'revoked key', credential: 'garbage', headers: () => bearer(world.own.revokedKey) },
  {
    ...TEST,
    name: 'read-only key',
    credential: 'key',
    scope: 'read',
    owns: true,
    headers: () => bearer(world.own.readKey),
  },
  {
    ...TEST,
    name: "another merchant's key",
    credential: 'key',
    headers: () => bearer(world.stranger.merchant.testKey),
  },
  {
    ...TEST,
    name: 'test key, live object',
    credential: 'key',
    objectLive: true,
    headers: () => bearer(world.own.merchant.testKey),
  },
  {
    ...TEST,
    name: 'live key, test object',
    credential: 'key',
    live: true,
    headers: () => bearer(world.own.merchant.liveKey),
  },
  {
    ...TEST,
    name: 'full key',
    credential: 'key',
    owns: true,
    headers: () => bearer(world.own.merchant.testKey),
  },
  {
    ...TEST,
    name: 'full live key',
    credential: 'key',
    live: true,
    owns: true,
    objectLive: true,
    headers: () => bearer(world.own.merchant.liveKey),
  },
  {
    ...TEST,
    name: 'session',
    credential: 'session',
    owns: true,
    headers: (operation) => signedIn(world.own, operation),
  },
  {
    ...TEST,
    name: 'live session',
    credential: 'session',
    live: true,
    owns: true,
    objectLive: true,
    headers: async (operation) => ({ ...(await signedIn(world.own, operation)), 'svc-mode': 'live' }),
  },
  {
    ...TEST,
    name: 'session, cross-site',
    credential: 'session',
    owns: true,
    crossSite: true,
    headers: async (operation) => ({
      ...(await signedIn(world.own, operation)),
      origin: 'https://evil.example',
    }),
  },
  {
    ...TEST,
    name: "another merchant's session",
    credential: 'session',
    headers: (operation) => signedIn(world.stranger, operation),
  },
  {
    ...TEST,
    name: "payer's session",
    credential: 'wallet',
    owns: true,
    headers: () => bearer(world.payerToken),
  },
  {
    ...TEST,
    name: "another wallet's session",
    credential: 'wallet',
    headers: () => bearer(world.strangerToken),
  },
  { ...TEST, name: "owner's key", credential: 'owner', owns: true, headers: () => bearer(OWNER_KEY) },
  {
    ...TEST,
    name: 'wrong client_secret',
    credential: 'none',
    clientSecret: 'wrong',
    headers: () => ({}),
  },
  {
    ...TEST,
    name: 'client_secret',
    credential: 'none',
    clientSecret: 'right',
    owns: true,
    headers: () => ({}),
  },
  {
    ...TEST,
    name: "client_secret, another's key",
    credential: 'garbage',
    clientSecret: 'right',
    owns: true,
    headers: () => bearer('garbage'),
  },
];

const header = () => `operation\t${COLUMNS.map(({ name }) => name).join('\t')}`;

async function send(operation: Operation, column: Column, parts: Parts): Promise<Answer> {
  let { path } = operation;
  for (const [name, value] of Object.entries(parts.path ?? {})) path = path.replace(`{${name}}`, value);
  if (path.includes('{')) throw new Error(`${operation.operationId}: its path has no fixture`);
  const query = new URLSearchParams(parts.query);
  if (operation.security.includes('clientSecret') && column.clientSecret !== 'none') {
    const right = parts.clientSecret ?? 'cs_unused';
    query.set('client_secret', column.clientSecret === 'right' ? right : newSecret('cs_'));
  }
  return service.call(operation.method, `${path}${query.size > 0 ? `?${query}` : ''}`, {
    headers: await column.headers(operation),
    ...(operation.hasBody ? { body: { ...operation.example, ...parts.body } } : {}),
  });
}

const lineOf = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');

/** What is told before anything else of the request is looked at. */
const BY_CREDENTIAL = new Set([
  'unauthenticated',
  'session_required',
  'owner_required',
  'insufficient_scope',
  'wallet_not_signed_in',
  'wallet_proof_required',
]);

/** Whom the credential keeps out learns nothing else: not what is wrong with the request, and not what there is. */
async function expectNothingElse(operation: Operation, column: Column, answer: Answer) {
  const nonsense = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']),
  );
  const wrong = await send(operation, column, {
    path: nonsense,
    query: { nonsense: '1' },
    body: { nonsense: true },
  });
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([answer.status, JSON.stringify(answer.body)]);
}

/** A request about something that does not exist, for the same caller: it must be answered the same, letter by letter. */
async function expectLikeMissing(operation: Operation, column: Column, parts: Parts, answer: Answer) {
  const replaced = (fields: Record<string, string> | undefined) =>
    Object.fromEntries(
      Object.entries(fields ?? {}).map(([name, value]) =>
        ['id', 'mint', 'product'].includes(name) ? [name, missingIdLike(value)] : [name, value],
      ),
    );
  const missing = await send(operation, column, {
    ...parts,
    path: replaced(parts.path),
    query: replaced(parts.query),
  });
  expect([missing.status, JSON.stringify(missing.body)]).toEqual([
    answer.status,
    JSON.stringify(answer.body),
  ]);
  expect([...missing.headers.keys()]).toEqual([...answer.headers.keys()]);
}

/** Nothing of the first merchant is in an answer to somebody else, nor of the other mode in one to itself. */
function expectNothingForeign(operation: Operation, column: Column, answer: Answer) {
  if (!operation.security.includes('apiKey') || answer.status >= 300) return;
  const isOwn = column.owns || column.live || column.objectLive;
  const hidden = [
    ...(column.live ? [] : Object.entries(world.live)),
    ...(isOwn && !column.live ? [] : Object.entries(world.test)),
  ];
  const text = JSON.stringify(answer.body);
  for (const [kind, id] of hidden) if (kind !== 'mint') expect(text).not.toContain(id);
  if (!isOwn) expect(text).not.toContain(world.own.merchant.id);
}

describe('the matrix', () => {
  it('has a request for every operation of the contract, and for nothing else', () => {
    expect(Object.keys(REQUESTS).toSorted()).toEqual(
      OPERATIONS.map(({ operationId }) => operationId).toSorted(),
    );
  });

  for (const operation of OPERATIONS) {
    it(
      `${operation.operationId} answers every caller as the contract says`,
      { timeout: 60_000 },
      async () => {
        const expected: string[] = [];
        const answered: string[] = [];
        for (const column of COLUMNS) {
          const refusal = refusalOf(operation, column);
          const objects = column.objectLive ? world.live : world.test;
          const cell: Cell = { world, caller: column, objects, isLetIn: refusal === null };
          const parts = await REQUESTS[operation.operationId]!(cell);
          const answer = await send(operation, column, parts);
          expected.push(`${column.name}: ${answerOf(operation, refusal ?? parts.outcome ?? null)}`);
          answered.push(`${column.name}: ${lineOf(answer)}`);
          if (refusal === 'resource_missing' && answer.status === 404) {
            await expectLikeMissing(operation, column, parts, answer);
          }
          const isKeptOut = BY_CREDENTIAL.has(refusal ?? '') && column.clientSecret === 'none';
          if (isKeptOut && column.credential !== 'session')
            await expectNothingElse(operation, column, answer);
          expectNothingForeign(operation, column, answer);
        }
        table.push(
          [operation.operationId, ...answered.map((line) => line.slice(line.indexOf(': ') + 2))].join('\t'),
        );
        expect(answered).toEqual(expected);
      },
    );
  }
});
