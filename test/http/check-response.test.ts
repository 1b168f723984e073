import { describe, expect, test } from 'vitest';
import { createResponseCheck } from '../../server/http/check-response.ts';
import { loadContract, OPERATIONS } from '../../server/http/contract.ts';
import { makeEvent } from '../../sdk/src/testing/index.ts';

const check = createResponseCheck((await loadContract()).document);
const operation = (id: string) => OPERATIONS.find(({ operationId }) => operationId === id)!;
const list = (...data: object[]) => ({ object: 'list', data, hasMore: false, nextCursor: null });
const failure = (code: string) => ({ error: { type: 'invalid_request_error', code, message: 'No.' } });

const charge = { ...makeEvent('charge.succeeded').data.object };
const mandate = { ...makeEvent('mandate.created').data.object };
const event = { ...makeEvent('charge.succeeded'), pendingWebhooks: 0 };

describe('a response', () => {
  test('as the contract has it passes', () => {
    check(operation('getMandate'), 200, mandate);
    check(operation('createMandate'), 201, { ...mandate, client_secret: 'cs_1' });
    check(operation('listCharges'), 200, list(charge));
    check(operation('listEvents'), 200, list(event));
    check(operation('getMandate'), 404, failure('resource_missing'));
  });

  test.each<[string, string, number, object]>([
    ['in an object', 'getCharge', 200, { ...charge, leaseToken: 'x' }],
    [
      'in an object that adds to another',
      'createMandate',
      201,
      { ...mandate, client_secret: 'cs_1', secretHash: 'x' },
    ],
    ['that only another operation has', 'getMandate', 200, { ...mandate, client_secret: 'cs_1' }],
    ['in a list', 'listCharges', 200, { ...list(charge), total: 1 }],
    ['in an item of a list', 'listCharges', 200, list({ ...charge, leaseToken: 'x' })],
    [
      'in an object of a field',
      'getCharge',
      200,
      { ...charge, failure: { code: 'mint_paused', message: '', sql: '' } },
    ],
    ['in an event', 'listEvents', 200, list({ ...event, merchantId: 'x' })],
    [
      'in an event’s object',
      'listEvents',
      200,
      list({ ...event, data: { object: { ...charge, leaseToken: 'x' } } }),
    ],
    ['beside an error', 'getMandate', 404, { ...failure('resource_missing'), stack: 'x' }],
    ['in an error', 'getMandate', 404, { error: { ...failure('resource_missing').error, stack: 'x' } }],
  ])('with one field too many %s is a bug', (_, id, status, body) => {
    expect(() => check(operation(id), status, body)).toThrow(
      `Bug: ${id} answered what the contract does not know`,
    );
  });

  test('with a code that the operation does not list is a bug, though its response is shared', () => {
    check(operation('createMandate'), 400, failure('mint_not_allowed'));
    expect(() => check(operation('createMandate'), 400, failure('floor_token'))).toThrow(
      'the code floor_token',
    );
    expect(() => check(operation('getMandate'), 404, failure('mandate_not_pending'))).toThrow('Bug');
    expect(() => check(operation('getMandate'), 409, failure('mandate_not_pending'))).toThrow(
      'the status 409',
    );
  });
});
