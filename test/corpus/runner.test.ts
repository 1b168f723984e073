import { describe, expect, test } from 'vitest';
import { differences } from './compare.ts';
import type { Step } from './corpus.ts';
import { mismatches } from './match.ts';
import { type Answer, runCase, type Side } from './run-case.ts';
import { resolve } from './values.ts';

const answer = (body: unknown, { status = 200, headers = {} } = {}): Answer => ({
  step: 'step 1 of 1, getMerchant',
  status,
  headers: new Headers(headers),
  body,
});

describe('two responses to the same step', () => {
  test('are alike where only ids, addresses, secrets, texts and times differ', () => {
    const one = { id: 'man_2QxHa', createdAt: 1_800_000_000, key: 'sk_live_abcd', message: 'No such one.' };
    const other = { id: 'man_7KmPb', createdAt: 1_900_000_000, key: 'sk_live_wxyz', message: 'Missing!' };
    expect(differences([answer(one)], [answer(other)])).toEqual([]);
  });

  test('are alike where tokens of one second come in another order', () => {
    const [floor, token] = [true, false].map((isFloor) => ({
      object: 'token',
      mint: 'So11',
      floor: isFloor,
    }));
    expect(differences([answer({ data: [floor, token] })], [answer({ data: [token, floor] })])).toEqual([]);
    expect(differences([answer({ data: [floor, token] })], [answer({ data: [floor, floor] })])).toHaveLength(
      1,
    );
  });

  test.each([
    ['a word', { status: 'active' }, { status: 'revoked' }, 'body.status: "active", "revoked"'],
    ['an amount', { amount: '100' }, { amount: '1000' }, 'body.amount: "100", "1000"'],
    ['a count', { attempts: 1 }, { attempts: 2 }, 'body.attempts: 1, 2'],
    ['a truth', { livemode: true }, { livemode: false }, 'body.livemode: true, false'],
    ['a type', { createdAt: 1_800_000_000 }, { createdAt: null }, 'body.createdAt: 1800000000, null'],
    ['a key', { a: { b: null } }, { a: {} }, 'body.a.b: null, absent'],
    ['a length', { data: [1] }, { data: [] }, 'body.data: 1 items, 0 items'],
    ['an item', { data: [1, 2] }, { data: [1, 3] }, 'body.data.1: 2, 3'],
  ])('differ in %s, which is told with step, path and both values', (_, one, other, told) => {
    expect(differences([answer(one)], [answer(other)])).toEqual([`step 1 of 1, getMerchant: ${told}`]);
  });

  test('differ in status, and in the headers that tell something', () => {
    expect(differences([answer({})], [answer({}, { status: 201 })])).toEqual([
      'step 1 of 1, getMerchant: status: 200, 201',
    ]);
    expect(differences([answer({}, { headers: { 'idempotent-replayed': 'true' } })], [answer({})])).toEqual([
      'step 1 of 1, getMerchant: idempotent-replayed: "true", null',
    ]);
  });
});

describe('an expectation', () => {
  test('is a part of the body, and lists are whole', () => {
    const body = { object: 'list', data: [{ id: 'a', n: 1 }], hasMore: false };
    expect(mismatches(body, { data: [{ id: 'a' }] })).toEqual([]);
    expect(mismatches(body, { data: [] })).toEqual(['body.data is [{"id":"a","n":1}], not []']);
    expect(mismatches(body, { hasMore: true, next: null })).toHaveLength(2);
  });

  test.each([
    [{ $match: '^a+$' }, 'aa', 'ab'],
    [{ $any: 'integer' }, 3, 3.5],
    [{ $any: 'string' }, '', null],
    [{ $absent: true }, undefined, null],
    [{ $not: 'x' }, 'y', 'x'],
    [{ $not: 'x' }, null, undefined],
    [{ $length: 2 }, [1, 2], [1]],
    [{ $has: { a: 1 } }, [{ a: 2 }, { a: 1, b: 1 }], [{ a: 2 }]],
  ])('%o accepts %o and refuses %o', (matcher, right, wrong) => {
    expect(mismatches(right, matcher)).toEqual([]);
    expect(mismatches(wrong, matcher)).toHaveLength(1);
  });

  test('with a matcher that there is not fails', () => {
    expect(() => mismatches(1, { $near: 1 })).toThrow('There is no matcher $near.');
  });
});

describe('a request', () => {
  test('refers to what was saved, as a value or within a text', () => {
    const saved = { mandate: { id: 'man_1', startAt: 10, data: [{ n: 1 }] } };
    const value = { a: '${mandate.startAt}', b: 'x-${mandate.id}', c: '${mandate.data.0.n}' };
    expect(resolve(value, saved)).toEqual({ a: 10, b: 'x-man_1', c: 1 });
    expect(resolve({ $sum: ['${mandate.startAt}', 5] }, saved)).toBe(15);
    expect(resolve({ $repeat: ['ab', 2] }, saved)).toBe('abab');
    expect(() => resolve('${mandate.end}', saved)).toThrow('Nothing is saved under mandate.end.');
  });
});

describe('a run', () => {
  const HEADERS = {
    'content-type': 'application/json',
    'svc-request-id': 'req_1',
    'ratelimit-limit': '1',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '1',
  };
  const sideThat = (...answers: Response[]): Side => ({
    name: 'the side',
    url: 'https://autopay.example',
    fetch: async () => answers.shift()!,
    given: {},
  });
  const read: Step = { call: 'getMerchant', as: 'sk_test_1', expect: { status: 200, body: { name: 'Tea' } } };

  test('passes with every response as expected', async () => {
    const side = sideThat(Response.json({ name: 'Tea' }, { headers: HEADERS }));
    expect(await runCase(side, { steps: [read] }, 'u')).toMatchObject([
      { status: 200, body: { name: 'Tea' } },
    ]);
  });

  test('reports every step with a different response', async () => {
    const { 'ratelimit-reset': _, ...fewer } = HEADERS;
    const side = sideThat(
      Response.json({ name: 'Coffee' }, { headers: HEADERS }),
      Response.json({ name: 'Tea' }, { headers: fewer }),
    );
    const run = runCase(side, { steps: [read, read] }, 'u');
    await expect(run).rejects.toThrow(/step 1 of 2, getMerchant: body.name is "Coffee", not "Tea"/);
    await expect(run).rejects.toThrow(/step 2 of 2, getMerchant: ratelimit-reset is null/);
  });

  test('holds refusals to code, param, grouping and a message', async () => {
    const refused: Step = { ...read, expect: { status: 400, code: 'parameter_invalid', param: 'name' } };
    const error = { type: 'invalid_request_error', code: 'parameter_invalid', message: 'No.' };
    const answered = (more: object) =>
      runCase(
        sideThat(Response.json({ error: { ...error, ...more } }, { status: 400, headers: HEADERS })),
        { steps: [refused] },
        'u',
      );
    await expect(answered({ param: 'name' })).resolves.toHaveLength(1);
    await expect(answered({})).rejects.toThrow('body.error.param is undefined, not "name"');
    await expect(answered({ param: 'name', type: 'api_error' })).rejects.toThrow('body.error.type');
    await expect(answered({ param: 'name', message: ' ' })).rejects.toThrow('body.error.message');
  });

  test('ends where a step needs what none gave', async () => {
    const step: Step = { ...read, as: '${merchant.keys.test}' };
    await expect(runCase(sideThat(), { steps: [step] }, 'u')).rejects.toThrow(
      'step 1 of 1, getMerchant: Nothing is saved under merchant.keys.test.',
    );
  });
});
