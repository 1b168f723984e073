import express, { type Request as ExpressRequest, type Response as ExpressResponse } from 'express';
import { beforeAll, describe, expect, test } from 'vitest';
import { operationTable } from '../../server/generated/operations.ts';
import { loadContract } from '../../server/http/contract.ts';
import type { Operation } from '../../server/http/handler.ts';
import { createValidator, type Validate } from '../../server/http/validate.ts';
import { type Field, OPERATIONS } from '../../sdk/src/testing/operation.ts';
import { validate } from '../../sdk/src/testing/validate.ts';

/** So many requests to each operation, of which most are wrong somewhere. */
const ROUNDS = 60;
const ADDRESS = '4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW';
const SIGNATURE = '5'.repeat(87);

/** Values that are right somewhere and wrong elsewhere. */
const VALUES: readonly unknown[] = [
  ADDRESS,
  `${ADDRESS}1`,
  SIGNATURE,
  '1',
  '0',
  '01',
  '18446744073709551615',
  '18446744073709551616',
  '-1',
  '1.5',
  'once',
  'test',
  'active',
  'charge.succeeded',
  'https://shop.example.com/hook',
  'owner@coffee.example',
  'a b@c',
  ' ',
  'x'.repeat(2049),
  '\u{1F600}'.repeat(200),
  'AXw9b3sBAAEDZm9v',
  0,
  1,
  3600,
  1.5,
  -1,
  2 ** 53,
  true,
  false,
  null,
  {},
  [],
  ['a'],
  ['charge.succeeded', 'mandate.expired'],
  ['mandate.expired', 'mandate.expired'],
];

let refuse: Validate;
beforeAll(async () => {
  refuse = await createValidator(await loadContract());
});

/** Numbers that look random and are the same in every run: a failure can be seen again. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A request with some of its fields, each right or wrong, and now and then one that nobody knows. */
function requestTo(fields: readonly Field[], random: () => number) {
  const pick = () => VALUES[Math.floor(random() * VALUES.length)];
  const request = {
    query: {} as Record<string, string>,
    headers: {} as Record<string, string>,
    body: {} as Record<string, unknown>,
  };
  for (const field of fields) {
    if (field.in === 'path' || random() < 0.25) continue;
    if (field.in === 'body') request.body[field.name] = pick();
    // Headers hold visible ASCII, and an empty query parameter is a case of its own.
    else if (field.in === 'query') request.query[field.name] = String(pick() ?? 'null') || 'x';
    else request.headers[field.name.toLowerCase()] = random() < 0.5 ? 'test' : 'other';
  }
  if (random() < 0.1) request.query['unknown'] = '1';
  if (random() < 0.1) request.body['unknown'] = 1;
  return request;
}

type Outcome = { code: string; param: string | undefined } | 'accepted';

const outcomeOf = (error: unknown): Outcome => {
  const { code, param } = error as { code?: string; param?: string };
  if (code === undefined) throw error;
  return { code, param };
};

async function serviceSays(operation: Operation, request: ReturnType<typeof requestTo>): Promise<Outcome> {
  const url = operation.path.replaceAll(/\{\w+\}/g, 'id');
  const method = operation.method.toUpperCase();
  const req = {
    app: express(),
    method,
    url,
    originalUrl: url,
    path: url,
    baseUrl: '',
    // As the router finds them.
    params: Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'id'])),
    query: structuredClone(request.query),
    headers: { 'content-type': 'application/json', ...request.headers },
    body: structuredClone(request.body),
  };
  try {
    await refuse(req as unknown as ExpressRequest, {} as ExpressResponse, operation);
    return 'accepted';
  } catch (error) {
    return outcomeOf(error);
  }
}

function fakeSays(operation: (typeof OPERATIONS)[number], request: ReturnType<typeof requestTo>): Outcome {
  try {
    validate(operation, {
      path: {},
      query: new URLSearchParams(request.query),
      headers: new Headers(request.headers),
      body: request.body,
    });
    return 'accepted';
  } catch (error) {
    return outcomeOf(error);
  }
}

describe('what the fake accepts and refuses, against the validator of the service', () => {
  test.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (operationId, operation) => {
      const random = sequence(operationId.length * 7919 + operationId.charCodeAt(0));
      for (let round = 0; round < ROUNDS; round += 1) {
        const request = requestTo(operation.fields, random);
        const asked = JSON.stringify(request);
        expect([asked, fakeSays(operation, request)]).toEqual([
          asked,
          await serviceSays(operationTable[operationId], request),
        ]);
      }
    },
  );
});
