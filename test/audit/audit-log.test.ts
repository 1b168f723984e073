import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeEmailFor } from '../../server/accounts/operate.ts';
import { deleteOldLines } from '../../server/audit/queries.ts';
import { challenge, openSession, signIn, signText } from '../payer-wallet/support.ts';
import { MONTHLY } from '../support/checkout.ts';
import { type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let person: Person;
let payer: TestWallet;
let payee: TestWallet;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
  const merchant = await service.merchant();
  [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
});
afterAll(() => service.stop());
beforeEach(async () => {
  person = await signUp(service);
});

const changesOf = ({ changes }: { changes: { field: string; value: unknown }[] }) =>
  Object.fromEntries(changes.map(({ field, value }) => [field, value]));

/** The log as the person sees it, newest first. */
async function log(query = '', by = person, headers: Record<string, string> = {}) {
  const answer = await by.call('GET', `/v1/audit_log${query}`, { headers });
  expect(answer.status).toBe(200);
  // oxlint-disable-next-line typescript/no-explicit-any
  return answer.body.data as any[];
}

const newKey = (scope: 'full' | 'read' = 'full', name = 'Reporting') =>
  person.call('POST', '/v1/api_keys', {
    body: { name, mode: 'test', scope },
    headers: { 'user-agent': 'Mozilla/5.0 (Laptop)' },
  });

describe('an entry', () => {
  test('says which person did what, to what, from where, and no secret', async () => {
    const { body: made } = await newKey();
    const [entry, ...before] = await log();
    expect(entry).toEqual({
      object: 'audit_entry',
      id: expect.stringMatching(/^aud_/),
      livemode: false,
      bothModes: true,
      createdAt: expect.any(Number),
      actor: expect.objectContaining({ type: 'person', name: person.email }),
      action: 'createApiKey',
      resource: made.id,
      outcome: 'succeeded',
      errorCode: null,
      changes: expect.any(Array),
      address: '127.0.0.1',
      userAgent: 'Mozilla/5.0 (Laptop)',
    });
    expect(changesOf(entry)).toEqual({ name: 'Reporting', mode: 'test', scope: 'full' });
    expect(before.map(({ action }) => action)).toEqual(['signUp']);
    expect(JSON.stringify(before)).not.toContain(person.password);
    expect(changesOf(before[0])).toMatchObject({ email: person.email, password: null });
    expect(JSON.stringify(entry)).not.toContain(made.key);
  });

  test('of a mandate names the key, and is written with the mandate', async () => {
    const { body: key } = await newKey('full', 'Shop');
    const mint = await service.mint(await service.merchant());
    const terms = { ...MONTHLY, mint, payer: payer.address, payee: payee.address };
    const { body: mandate } = await service.call('POST', '/v1/mandates', { key: key.key, body: terms });
    const [entry] = await log('?action=createMandate');
    expect(entry).toMatchObject({
      actor: { type: 'key', id: key.id, name: 'Shop', role: null },
      resource: mandate.id,
      outcome: 'succeeded',
      bothModes: false,
    });
    expect(changesOf(entry)).toMatchObject({ payer: payer.address, payee: payee.address });
  });

  test('tells of a write that was refused for its content, and why', async () => {
    const body = { payer: payer.address, payee: payee.address, mint: payee.address, ...MONTHLY };
    const answer = await service.call('POST', '/v1/mandates', { key: person.keys.test, body });
    expect(refusal(answer)).toBe('400 mint_not_allowed mint');
    const [entry] = await log('?action=createMandate');
    expect(entry).toMatchObject({ outcome: 'refused', errorCode: answer.body.error.code, resource: null });
  });

  test('shows the field of a webhook endpoint without what may be a password in its address', async () => {
    const body = { url: 'https://user:hunter2@example.com/hook?token=hunter3' };
    await service.call('POST', '/v1/webhook_endpoints', { key: person.keys.test, body });
    const [entry] = await log('?action=createWebhookEndpoint');
    expect(changesOf(entry)).toEqual({ url: 'https://example.com/hook' });
  });

  test('is written once for a request and its replays', async () => {
    const headers = { 'idempotency-key': 'one' };
    const body = { name: 'Once', mode: 'test' };
    const first = await person.call('POST', '/v1/api_keys', { body, headers });
    const again = await person.call('POST', '/v1/api_keys', { body, headers });
    expect(again.body.id).toBe(first.body.id);
    expect(await log(`?resource=${first.body.id}`)).toHaveLength(1);
  });

  test('is not written for what only reads', async () => {
    await person.call('GET', '/v1/mandates');
    await service.call('GET', '/v1/mandates', { key: person.keys.test });
    expect((await log()).map(({ action }) => action)).toEqual(['signUp']);
  });
});

test('a command of the operator is in the log of the merchants whose person it concerns', async () => {
  const now = Math.floor(Date.now() / 1000);
  const fresh = `new-${person.email}`;
  await changeEmailFor(service.db, person.email, fresh, now);
  const [entry] = await log('?action=operator.account.email');
  expect(entry).toMatchObject({
    actor: { type: 'operator', id: null, name: 'account -- email', role: null },
    outcome: 'succeeded',
    bothModes: true,
  });
  expect(changesOf(entry)).toEqual({ email: fresh, previous: person.email });
});

test('a wallet that signs in or out has an entry of no merchant, and none if its signature is wrong', async () => {
  const { address } = payer;
  const { token } = await signIn(service, payer);
  await service.call('DELETE', '/v1/wallet/sessions/current', { key: token });
  const message = await challenge(service, address);
  const wrong = await openSession(service, { address, message, signature: signText(payee, message) });
  expect(refusal(wrong)).toContain('invalid_wallet_signature');
  const entries = await service.db`
    select merchant_id, actor_kind, action, outcome, changes, address from audit_log where actor_id = ${address} order by id`;
  const of = {
    merchantId: null,
    actorKind: 'wallet',
    outcome: 'succeeded',
    changes: null,
    address: '127.0.0.1',
  };
  expect(entries).toEqual([
    { ...of, action: 'createWalletSession' },
    { ...of, action: 'deleteCurrentWalletSession' },
  ]);
  expect(await log(`?actor=${address}`)).toEqual([]);
});

test('who signs in and who fails to is in the log as the same person', async () => {
  const sessions = (password: string) =>
    service.call('POST', '/v1/sessions', { body: { email: person.email, password } });
  await sessions('not this one at all');
  expect((await sessions(person.password)).status).toBe(201);
  const [signedIn, failed] = await log('?action=createSession');
  expect(signedIn.actor).toMatchObject({ type: 'person', name: person.email });
  expect(failed.actor).toMatchObject({ type: 'anyone', id: signedIn.actor.id });
  const { body: key } = await newKey();
  expect((await log(`?actor=${signedIn.actor.id}&resource=${key.id}`))[0].actor.role).toBe('owner');
});

describe('a refusal', () => {
  test('of a read-only key that tries to write is in the log', async () => {
    const { body: key } = await newKey('read');
    const body = { name: 'Mine' };
    const answer = await service.call('POST', '/v1/payment_links', { key: key.key, body });
    expect(refusal(answer)).toBe('403 insufficient_scope');
    const [entry] = await log('?action=createPaymentLink');
    expect(entry).toMatchObject({
      actor: { type: 'key', id: key.id },
      outcome: 'refused',
      errorCode: 'insufficient_scope',
    });
  });

  test('of a key at the payout wallet is in the log', async () => {
    const path = `/v1/payout_wallet/challenge?address=${payee.address}`;
    const answer = await service.call('GET', path, { key: person.keys.live });
    expect(refusal(answer)).toBe('403 session_required');
    const [entry] = await log('?action=getPayoutWalletChallenge', person, { 'svc-mode': 'live' });
    expect(entry).toMatchObject({
      outcome: 'refused',
      errorCode: 'session_required',
      actor: { type: 'key' },
    });
  });

  test('of a wrong password is in the log of whom the address belongs to', async () => {
    const body = { email: person.email, password: 'not this one at all' };
    const wrong = await service.call('POST', '/v1/sessions', { body });
    expect(refusal(wrong)).toBe('401 invalid_credentials');
    const [entry] = await log('?action=createSession');
    expect(entry).toMatchObject({
      actor: { type: 'anyone', name: person.email },
      outcome: 'refused',
      errorCode: 'invalid_credentials',
    });
    expect(changesOf(entry)).toMatchObject({ email: person.email, password: null });
  });

  test('that is repeated fills no disk', async () => {
    const { body: key } = await newKey('read');
    const tries = Array.from({ length: 30 }, () =>
      service.call('POST', '/v1/payment_links', { key: key.key, body: {} }),
    );
    await Promise.all(tries);
    // Ten a minute, and the minute may have ended meanwhile.
    expect((await log('?action=createPaymentLink')).length).toBeLessThanOrEqual(20);
  });
});

describe('the list', () => {
  test('keeps test and live mode apart, and shows in each what counts in both', async () => {
    const body = { url: 'https://example.com/hook' };
    await service.call('POST', '/v1/webhook_endpoints', { key: person.keys.live, body });
    await service.call('POST', '/v1/webhook_endpoints', { key: person.keys.test, body });
    const actions = (entries: { action: string }[]) => entries.map(({ action }) => action);
    const [test_, live] = [await log(), await log('', person, { 'svc-mode': 'live' })];
    expect(actions(test_)).toEqual(['createWebhookEndpoint', 'signUp']);
    expect(actions(live)).toEqual(['createWebhookEndpoint', 'signUp']);
    expect(test_[0].id).not.toBe(live[0].id);
    expect(test_[1].id).toBe(live[1].id);
    expect(live.every(({ livemode }) => livemode)).toBe(true);
  });

  test("never shows another merchant's", async () => {
    const other = await signUp(service);
    await newKey();
    expect((await log('', other)).map(({ action }) => action)).toEqual(['signUp']);
    const [foreign] = await log();
    const answer = await other.call('GET', `/v1/audit_log?startingAfter=${foreign.id}`);
    expect(refusal(answer)).toBe('400 parameter_invalid startingAfter');
  });

  test('is for people alone', async () => {
    const answer = await service.call('GET', '/v1/audit_log', { key: person.keys.test });
    expect(refusal(answer)).toBe('403 session_required');
  });

  test('filters by actor, action, object and time, and goes on page by page', async () => {
    const { body: key } = await newKey();
    const { body: another } = await newKey('read');
    await person.call('DELETE', `/v1/api_keys/${key.id}`);
    const actions = async (query: string) => (await log(query)).map(({ action }) => action);
    expect(await actions(`?resource=${key.id}`)).toEqual(['revokeApiKey', 'createApiKey']);
    expect(await actions('?action=createApiKey')).toEqual(['createApiKey', 'createApiKey']);
    expect(await actions(`?actor=${another.id}`)).toEqual([]);
    expect(await actions(`?resource=${key.id}&order=asc`)).toEqual(['createApiKey', 'revokeApiKey']);
    const now = Math.floor(Date.now() / 1000);
    expect(await actions(`?createdFrom=${now + 3600}`)).toEqual([]);
    expect(await actions(`?createdFrom=${now - 3600}&createdTo=${now + 60}`)).toHaveLength(4);
    const first = (await person.call('GET', '/v1/audit_log?limit=3')).body;
    expect(first).toMatchObject({ hasMore: true, data: { length: 3 } });
    expect(await actions(`?startingAfter=${first.nextCursor}`)).toEqual(['signUp']);
  });

  test('is served whole as CSV', async () => {
    const { body: key } = await newKey('full', '=Formula');
    const answer = await fetch(`${service.url}/v1/audit_log?action=createApiKey`, {
      headers: { cookie: person.cookie, accept: 'text/csv' },
    });
    expect(answer.headers.get('content-disposition')).toMatch(/autopay-audit_log-test-/);
    const [header, line, ...rest] = (await answer.text()).split('\r\n');
    expect(header).toBe(
      'id,mode,created,actor_type,actor,actor_name,actor_role,action,resource,outcome,error_code,changes,address,user_agent',
    );
    expect(line).toContain(`createApiKey,${key.id},succeeded,,`);
    expect(rest).toEqual(['']);
  });
});

test('nothing is changed where its entry cannot be written', async () => {
  const { body: key } = await newKey();
  const link = { name: 'Tea', payee: payee.address, mint: await service.mint(await service.merchant()) };
  const terms = { ...link, amountPerPeriod: '1000000', periodSeconds: 3600 };
  await service.db`alter table audit_log rename to audit_log_away`;
  try {
    const refused = await service.call('POST', '/v1/payment_links', { key: key.key, body: terms });
    expect(refused.status).toBe(500);
    const { name: _name, ...ofMandate } = terms;
    const body = { ...ofMandate, payer: payer.address };
    expect((await service.call('POST', '/v1/mandates', { key: key.key, body })).status).toBe(500);
    const links = await service.call('GET', '/v1/payment_links', { key: key.key });
    const mandates = await service.call('GET', '/v1/mandates', { key: key.key });
    expect([links.body.data, mandates.body.data]).toEqual([[], []]);
  } finally {
    await service.db`alter table audit_log_away rename to audit_log`;
  }
});

test('an entry whose outcome was never noted says so', async () => {
  const { body: key } = await newKey();
  // As a process leaves it that dies between the change and the note of how it ended.
  await service.db`update audit_log set outcome = 'unknown', resource_id = null where resource_id = ${key.id}`;
  expect((await log())[0]).toMatchObject({ action: 'createApiKey', outcome: 'unknown' });
});

test('entries are deleted after 400 days, and not before', async () => {
  await newKey();
  const now = Math.floor(Date.now() / 1000);
  const days = (count: number) => count * 86_400;
  await deleteOldLines(service.db, now + days(400) - 3600);
  expect(await log()).toHaveLength(2);
  await deleteOldLines(service.db, now + days(400) + 3600);
  expect(await log()).toHaveLength(0);
});
