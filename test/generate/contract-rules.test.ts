import { describe, expect, test } from 'vitest';
import { type Node, readContract } from '../../scripts/generate/contract.ts';
import { faultsOf } from '../../scripts/generate/contract-rules.ts';

const CONTRACT = await readContract();

/** The faults of a copy in which `edit` changed what stands at `path`. */
function faultsWith(path: readonly string[], edit: (node: Node) => void): string[] {
  const copy = structuredClone(CONTRACT);
  edit(path.reduce<Node>((node, key) => node[key] as Node, copy));
  return faultsOf(copy);
}

const CREATE = ['paths', '/v1/mandates', 'post'];
const GET = ['paths', '/v1/mandates/{id}', 'get'];
const SCHEMAS = ['components', 'schemas'];

test('the contract keeps its own rules', () => {
  expect(faultsOf(CONTRACT)).toEqual([]);
});

describe('an operation', () => {
  test('that forgets an error response is named with the code that nobody documents', () => {
    expect(faultsWith([...GET, 'responses'], (responses) => delete responses['404'])).toEqual([
      'getMandate needs a response for 404 with resource_missing',
    ]);
    expect(faultsWith([...GET, 'responses'], (responses) => delete responses['429'])).toEqual([
      'getMandate needs a response for 429 with rate_limit_exceeded',
    ]);
  });

  test('that puts a response under another status, or writes one of its own, is named', () => {
    const put = (status: string, response: Node) =>
      faultsWith([...GET, 'responses'], (responses) => Object.assign(responses, { [status]: response }));
    expect(put('409', { $ref: '#/components/responses/VerificationFailed' })).toEqual([
      'getMandate has verification_failed under 409',
    ]);
    expect(put('409', { description: 'A conflict.' })).toEqual([
      'getMandate has a 409 that is not one of components/responses',
    ]);
  });

  test('is either in the SDK or for people at the dashboard alone', () => {
    const says = 'getMandate needs either x-sdk or x-dashboard';
    expect(faultsWith(GET, (operation) => delete operation['x-sdk'])).toEqual([says]);
    expect(faultsWith(GET, (operation) => (operation['x-dashboard'] = true))).toEqual([says]);
  });

  test('that people call says who of a team may, in order and the owner always', () => {
    const roles = (...listed: string[]) => faultsWith(CREATE, (operation) => (operation['x-roles'] = listed));
    expect(faultsWith(CREATE, (operation) => delete operation['x-roles'])).toEqual([
      'createMandate takes a session and lacks x-roles: who of a team may call it',
    ]);
    const order =
      'createMandate has x-roles that are not some of owner, admin, developer, finance, viewer, in this order';
    expect(roles('admin', 'owner')).toEqual([order]);
    expect(roles('owner', 'guest')).toEqual([order]);
    expect(roles('admin')).toEqual(['createMandate has x-roles without owner, who may do everything']);
    const wallet = ['paths', '/v1/wallet/mandates', 'get'];
    expect(faultsWith(wallet, (operation) => (operation['x-roles'] = ['owner']))).toContain(
      'listWalletMandates has x-roles and takes no session',
    );
    expect(faultsWith(GET, (operation) => (operation['x-roles'] = ['owner']))).toEqual([
      'getMandate needs a response for 403 with role_required',
    ]);
  });

  test('that forgets a header of its success is named', () => {
    const headers = [...CREATE, 'responses', '201', 'headers'];
    expect(faultsWith(headers, (each) => delete each['svc-request-id'])).toEqual([
      'createMandate has a success without the header svc-request-id',
    ]);
    expect(faultsWith(headers, (each) => delete each['idempotent-replayed'])).toEqual([
      'createMandate has a success without the header idempotent-replayed',
    ]);
  });

  test('that writes the schema of its success out in place is named: clients name types by it', () => {
    const content = [...GET, 'responses', '200', 'content', 'application/json'];
    expect(faultsWith(content, (media) => (media['schema'] = { type: 'object' }))).toEqual([
      'getMandate has a success whose schema is not a $ref to one of components/schemas',
    ]);
  });

  test('that creates something for a merchant takes Idempotency-Key', () => {
    const faults = faultsWith(CREATE, (operation) => {
      operation['parameters'] = [{ $ref: '#/components/parameters/Mode' }];
    });
    expect(faults).toEqual(['createMandate creates something and lacks IdempotencyKey']);
  });

  test('that takes a session takes svc-mode', () => {
    const faults = faultsWith(GET, (operation) => {
      operation['parameters'] = [{ $ref: '#/components/parameters/Id' }];
    });
    expect(faults).toEqual(['getMandate takes a credential without a mode and lacks the parameter Mode']);
  });

  test('lists its own codes exactly where the shared 400 does not say which', () => {
    expect(faultsWith(CREATE, (operation) => delete operation['x-error-codes'])).toContain(
      'createMandate has Refused and no x-error-codes: use InvalidRequest',
    );
    expect(faultsWith(GET, (operation) => (operation['x-error-codes'] = ['floor_token']))).toEqual([
      'getMandate has x-error-codes, but its 400 is not Refused',
    ]);
    expect(
      faultsWith(CREATE, (operation) => (operation['x-error-codes'] as string[]).push('email_taken')),
    ).toEqual(["createMandate lists email_taken in x-error-codes, which is none of Refused's own"]);
  });

  test('that names a code the server does not have is no contract at all', () => {
    const misspell = (operation: Node) => (operation['x-error-codes'] = ['mint_not_alowed']);
    expect(() => faultsWith(CREATE, misspell)).toThrow('/v1/mandates: unknown code mint_not_alowed');
  });
});

describe('a schema', () => {
  test('of a list has the envelope', () => {
    const faults = faultsWith([...SCHEMAS, 'ChargeList'], (schema) => (schema['allOf'] as Node[]).shift());
    expect(faults).toEqual(['ChargeList lacks ListEnvelope']);
  });

  test('is closed in requests and open in responses', () => {
    expect(
      faultsWith([...SCHEMAS, 'StartMandate'], (schema) => delete schema['additionalProperties']),
    ).toEqual(["/StartMandate: a request's object must be closed"]);
    expect(
      faultsWith([...SCHEMAS, 'ChargeFacts'], (schema) => (schema['additionalProperties'] = false)),
    ).toEqual(["/ChargeFacts: a response's object must be open"]);
  });

  test('with a format of ours has a pattern for those who do not know it', () => {
    expect(faultsWith([...SCHEMAS, 'Address'], (schema) => delete schema['pattern'])).toEqual([
      'Address has a format of ours and no pattern',
    ]);
  });
});

test('an event that is forgotten somewhere is noticed', () => {
  expect(
    faultsWith([...SCHEMAS, 'EventType'], (type) => (type['enum'] as string[]).push('charge.lost')),
  ).toHaveLength(3);
  expect(faultsWith(['info'], (info) => (info['version'] = '9.9.9'))).toEqual([
    "EventEnvelope's apiVersion is not info's version 9.9.9",
  ]);
});
