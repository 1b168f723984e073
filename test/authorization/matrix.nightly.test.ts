import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../server/lib/ids.ts';
import { type Answer, TestService } from '../support/service.ts';
import { type Column, COLUMNS } from './callers.ts';
import { answerOf, type Operation, readOperations, refusalOf } from './expected.ts';
import { type Cell, nothing, type Parts, REQUESTS } from './requests.ts';
import { createWorld, missingIdLike, OWNER_KEY, type World } from './world.ts';

const OPERATIONS = readOperations();

let service: TestService;
let world: World;
/** Who got which response, a line for each operation. */
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
    headers: await column.headers(world, operation),
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
  'role_required',
  'wallet_not_signed_in',
  'wallet_proof_required',
]);

/** Not a session, whose refusals others stand for unless it is the role's, and not a payer who asks about another wallet: that is in the question. */
function isKeptOut({ credential, clientSecret }: Column, refusal: string | null): boolean {
  if ((credential === 'session' && refusal !== 'role_required') || clientSecret !== 'none') return false;
  if (credential === 'wallet' && refusal === 'wallet_proof_required') return false;
  return BY_CREDENTIAL.has(refusal ?? '');
}

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

/**
 * A request about something that does not exist, by the same caller: it must get the same response, byte for
 * byte.
 */
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

/**
 * Nothing of the first merchant is in a response to somebody else, nor of the other mode in one to itself.
 */
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
  it('has a request for every operation that is about something, and for none that does not exist', () => {
    const ids = (operations: readonly Operation[]) => operations.map(({ operationId }) => operationId);
    expect(Object.keys(REQUESTS)).toEqual(
      expect.arrayContaining(ids(OPERATIONS.filter(({ path }) => path.includes('{')))),
    );
    expect(ids(OPERATIONS)).toEqual(expect.arrayContaining(Object.keys(REQUESTS)));
  });

  for (const operation of OPERATIONS) {
    it(
      `${operation.operationId} answers every caller as the contract says`,
      { timeout: 240_000 },
      async () => {
        const expected: string[] = [];
        const answered: string[] = [];
        for (const column of COLUMNS) {
          const refusal = refusalOf(operation, column);
          const objects = column.objectLive ? world.live : world.test;
          const cell: Cell = { world, caller: column, objects, isLetIn: refusal === null };
          const parts = await (REQUESTS[operation.operationId] ?? nothing)(cell);
          const answer = await send(operation, column, parts);
          expected.push(`${column.name}: ${answerOf(operation, refusal ?? parts.outcome ?? null)}`);
          answered.push(`${column.name}: ${lineOf(answer)}`);
          if (refusal === 'resource_missing' && answer.status === 404) {
            await expectLikeMissing(operation, column, parts, answer);
          }
          if (isKeptOut(column, refusal)) await expectNothingElse(operation, column, answer);
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
