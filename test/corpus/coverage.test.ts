import { describe, expect, test } from 'vitest';
import contract from '../../server/generated/openapi.json' with { type: 'json' };
import { operationTable } from '../../server/generated/operations.ts';
import { contract as fakeContract } from '../../sdk/src/testing/generated/contract.ts';
import { type CallStep, loadCorpus, type OperationId } from './corpus.ts';

const CASES = loadCorpus();
const CALLS = CASES.flatMap(({ steps }) => steps.filter((step): step is CallStep => 'call' in step));
/** Those of people at the dashboard alone are not the fake's. */
const OPERATIONS = Object.keys(fakeContract) as OperationId[];

/** Codes that no sequence of requests brings about by itself. */
const BY_CIRCUMSTANCE: Record<string, string> = {
  rate_limit_exceeded: 'the deployment decides after how many requests; the fake provokes it with failNext',
  request_in_flight: 'two requests at the same time; the fake provokes it with failNext',
  role_required: 'somebody in the team who is not an owner; the fake has owners alone',
  internal_error: 'a broken database or chain; the fake provokes it with failNext',
};

/** Without the Subscriptions program they have nothing to succeed with. The corpus runs on chains without it, as the fake is one. */
const WITH_THE_PROGRAM = new Set<OperationId>([
  'createSubscriptionPlan',
  'adoptSubscriptionPlan',
  'getSubscriptionPlan',
  'createSubscriptionPlanTransaction',
  'setSubscriptionPlanPuller',
  'closeSubscriptionPlan',
  'submitSubscriptionPlan',
]);

const callsOf = (operation: OperationId) => CALLS.filter(({ call }) => call === operation);

/** Whether a request of it can be wrong in a field: it takes a query parameter or a body. */
function takesFields(operation: OperationId): boolean {
  const { method, path } = operationTable[operation];
  const paths = contract.paths as unknown as Record<string, Record<string, ContractOperation>>;
  const { parameters = [], requestBody } = paths[path]![method]!;
  const fields = requestBody?.content['application/json'].schema;
  return parameters.some((parameter) => parameter.in === 'query') || fields !== undefined;
}

interface ContractOperation {
  parameters?: { in?: string }[];
  requestBody?: { content: { 'application/json': { schema: object } } };
}

describe('the corpus', () => {
  test('names every case once', () => {
    const names = CASES.map(({ file, name }) => `${file}: ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('calls operations of the contract alone', () => {
    expect(CALLS.map(({ call }) => call).filter((call) => !(call in operationTable))).toEqual([]);
  });

  test('expects no code that the contract does not list for the operation', () => {
    const unlisted = CALLS.filter(
      ({ call, expect: { code } }) =>
        code !== undefined && !(operationTable[call].errorCodes as readonly string[]).includes(code),
    );
    expect(unlisted.map(({ call, expect: { code } }) => `${call}: ${code}`)).toEqual([]);
  });
});

describe('every operation of the contract', () => {
  test('occurs with a success', () => {
    const missing = OPERATIONS.filter(
      (operation) =>
        !WITH_THE_PROGRAM.has(operation) &&
        !callsOf(operation).some(({ expect: { code } }) => code === undefined),
    );
    expect(missing).toEqual([]);
  });

  test('occurs with a refusal, which names the field at fault where the operation takes fields', () => {
    const missing = OPERATIONS.filter(
      (operation) =>
        !callsOf(operation).some(
          ({ expect: { code, param } }) =>
            code !== undefined && (param !== undefined || !takesFields(operation)),
        ),
    );
    expect(missing).toEqual([]);
  });

  test('that is a list occurs with a page and a cursor that is none', () => {
    const lists = OPERATIONS.filter((operation) => operation.startsWith('list'));
    const missing = lists.filter(
      (operation) =>
        !callsOf(operation).some(
          ({ query, expect: { code } }) => query?.['limit'] !== undefined && code === undefined,
        ) || !callsOf(operation).some(({ expect: { param } }) => param === 'startingAfter'),
    );
    expect(missing).toEqual([]);
  });

  test('that is idempotent by the contract is replayed in some case', () => {
    const replayed = CALLS.filter((step) => step.expect.headers?.['idempotent-replayed'] === 'true');
    const idempotent = OPERATIONS.filter((operation) => operationTable[operation].idempotent);
    const missing = idempotent.filter((operation) => !replayed.some(({ call }) => call === operation));
    expect(missing.filter((operation) => !WITH_THE_PROGRAM.has(operation))).toEqual([]);
  });
});

test('every error code of the contract occurs, but those of circumstance', () => {
  const codes = new Set(
    OPERATIONS.flatMap((operation) => operationTable[operation].errorCodes as readonly string[]),
  );
  const occurring = new Set(CALLS.map(({ expect: { code } }) => code));
  expect([...codes].filter((code) => !occurring.has(code)).toSorted()).toEqual(
    Object.keys(BY_CIRCUMSTANCE).toSorted(),
  );
});
