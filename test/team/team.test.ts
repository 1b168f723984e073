import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../rules/merchants/role.ts';
import { joinTeam } from '../support/member.ts';
import { callAs, cookieOf, type Person, signUp, signUpBody } from '../support/person.ts';
import { refusal as refusalOf } from '../support/refusal.ts';
import { type Answer, TestService } from '../support/service.ts';

let service: TestService;
let owner: Person;
beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_TEST_RPC_URL: 'none',
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000',
  });
  owner = await signUp(service, { name: 'Coffee Club' });
});
afterAll(() => service.stop());

/** The status, with the code where it is a refusal. */
const refusal = (answer: Answer) => (answer.status < 300 ? `${answer.status}` : refusalOf(answer));
/** A person who joined the owner's team. */
const joined = (role: Role) => joinTeam(service, owner.merchantId, role);
const idOf = async (person: Person) => (await person.call('GET', '/v1/team')).body.accountId as string;
const team = async (person: Person = owner) =>
  (await person.call('GET', '/v1/team/members')).body.data as { id: string; email: string; role: Role }[];
const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  service.call('POST', '/v1/sessions', { body: { email, password } });

async function invite(by: Person, body: object): Promise<{ id: string; token: string; answer: Answer }> {
  const answer = await by.call('POST', '/v1/team/invitations', { body });
  return { id: answer.body.id, token: answer.body.url?.split('#')[1], answer };
}
const post = (path: string, body: object) => service.call('POST', path, { body });

describe('an invitation', () => {
  test('lets a new person in once, as what it says, by a link that is shown once', async () => {
    const email = signUpBody().email;
    const { answer, token, id } = await invite(owner, { role: 'finance', email });
    expect(answer).toMatchObject({
      status: 201,
      body: { object: 'team_invitation', role: 'finance', email, status: 'open' },
    });
    expect(answer.body.url).toMatch(new RegExp(`^${service.url}/dashboard/invitation#invite_\\w{40,44}$`));
    expect(answer.body.expiresAt - answer.body.createdAt).toBe(7 * 86_400);
    expect((await post('/v1/invitations/look', { token })).body).toMatchObject({
      merchantName: 'Coffee Club',
      role: 'finance',
      email,
    });

    const password = 'another good password';
    const entered = await post('/v1/invitations/sign_up', { token, email: email.toUpperCase(), password });
    expect(entered).toMatchObject({
      status: 201,
      body: { object: 'team', merchantId: owner.merchantId, role: 'finance', email },
    });
    expect(entered.body.merchants).toEqual([{ id: owner.merchantId, name: 'Coffee Club', role: 'finance' }]);
    const there = await callAs(service, cookieOf(entered), 'GET', '/v1/team');
    expect(there.body).toEqual(entered.body);
    expect((await signIn({ email, password })).body.merchant.id).toBe(owner.merchantId);
    expect(await team()).toContainEqual(expect.objectContaining({ email, role: 'finance' }));

    const used = '404 resource_missing';
    expect(refusal(await post('/v1/invitations/look', { token }))).toBe(used);
    expect(refusal(await post('/v1/invitations/sign_up', { token, ...signUpBody2() }))).toBe(used);
    const { body: listed } = await owner.call('GET', '/v1/team/invitations');
    expect(listed.data.find((each: { id: string }) => each.id === id)).toMatchObject({ status: 'accepted' });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  test('lets one in of several who use it at once', async () => {
    const { token } = await invite(owner, { role: 'viewer' });
    const before = (await team()).length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post('/v1/invitations/sign_up', { token, ...signUpBody2() })),
    );
    expect(answers.map(refusal).toSorted()).toEqual(['201', ...Array(5).fill('404 resource_missing')]);
    expect((await team()).length).toBe(before + 1);
  });

  test('that was taken back or has expired lets nobody in', async () => {
    const { id, token } = await invite(owner, { role: 'viewer' });
    const revoke = () => owner.call('DELETE', `/v1/team/invitations/${id}`);
    const first = await revoke();
    expect(first.body).toMatchObject({ status: 'revoked' });
    expect((await revoke()).body).toEqual(first.body);
    const late = await invite(owner, { role: 'viewer' });
    await service.db`update invitations set expires_at = created_at where id = ${late.id}`;
    for (const each of [token, late.token, 'invite_nothing']) {
      expect(refusal(await post('/v1/invitations/sign_up', { token: each, ...signUpBody2() }))).toBe(
        '404 resource_missing',
      );
    }
  });

  test('is taken from somebody who has an account by them alone, and is not used up by mistakes', async () => {
    const shop = await signUp(service, { name: 'Tea House' });
    const { token } = await invite(owner, { role: 'developer' });
    const taken = { token, email: shop.email, password: shop.password };
    expect(refusal(await post('/v1/invitations/sign_up', taken))).toBe('409 email_taken email');
    const already = await owner.call('POST', '/v1/invitations/accept', { body: { token } });
    expect(refusal(already)).toBe('400 parameter_invalid token');
    const accepted = await shop.call('POST', '/v1/invitations/accept', { body: { token } });
    expect(accepted.body).toMatchObject({ merchantId: owner.merchantId, role: 'developer' });
    expect(accepted.body.merchants).toEqual([
      { id: owner.merchantId, name: 'Coffee Club', role: 'developer' },
      { id: shop.merchantId, name: 'Tea House', role: 'owner' },
    ]);
    expect((await shop.call('GET', '/v1/merchant')).body.id).toBe(owner.merchantId);
  });

  test('ends with whoever made it: who was removed cannot come back by a link of their own', async () => {
    const admin = await joined('admin');
    const { token } = await invite(admin, { role: 'admin' });
    await owner.call('DELETE', `/v1/team/members/${await idOf(admin)}`);
    expect(refusal(await post('/v1/invitations/look', { token }))).toBe('404 resource_missing');

    const second = await joined('owner');
    const [high, low] = [await invite(second, { role: 'owner' }), await invite(second, { role: 'viewer' })];
    await owner.call('PATCH', `/v1/team/members/${await idOf(second)}`, { body: { role: 'admin' } });
    expect(refusal(await post('/v1/invitations/look', { token: high.token }))).toBe('404 resource_missing');
    expect((await post('/v1/invitations/look', { token: low.token })).status).toBe(200);
  });
});

/** What a new person joins with. */
function signUpBody2() {
  const { email, password } = signUpBody();
  return { email, password };
}

describe('a person in several merchants', () => {
  test('is at one at a time, signs in where they last were, and names another per request', async () => {
    const person = await signUp(service, { name: 'Book Shop' });
    const { token } = await invite(owner, { role: 'viewer' });
    await person.call('POST', '/v1/invitations/accept', { body: { token } });
    const nameAt = async (headers: Record<string, string> = {}) =>
      (await person.call('GET', '/v1/merchant', { headers })).body.name;
    expect(await nameAt()).toBe('Coffee Club');
    expect(await nameAt({ 'svc-merchant': person.merchantId })).toBe('Book Shop');

    const back = await person.call('POST', '/v1/team/switch', { body: { merchantId: person.merchantId } });
    expect(back.body).toMatchObject({ merchantId: person.merchantId, role: 'owner' });
    expect(await nameAt()).toBe('Book Shop');
    expect((await signIn(person)).body.merchant.name).toBe('Book Shop');
    // Right after each other, within a second of the clock.
    for (const merchantId of [owner.merchantId, person.merchantId, owner.merchantId]) {
      await person.call('POST', '/v1/team/switch', { body: { merchantId } });
    }
    expect((await signIn(person)).body.merchant.name).toBe('Coffee Club');
  });

  test('has the role of the merchant that the request names', async () => {
    const person = await signUp(service);
    const { token } = await invite(owner, { role: 'viewer' });
    await person.call('POST', '/v1/invitations/accept', { body: { token } });
    const setBrand = (merchantId: string) =>
      person.call('PUT', '/v1/branding', { body: {}, headers: { 'svc-merchant': merchantId } });
    expect((await setBrand(person.merchantId)).status).toBe(200);
    expect(refusal(await setBrand(owner.merchantId))).toBe('403 role_required');
  });

  test('gets nowhere that they are not', async () => {
    const stranger = await signUp(service);
    for (const merchantId of [owner.merchantId, 'mer_nobody', '']) {
      const headers = { 'svc-merchant': merchantId };
      expect(refusal(await stranger.call('GET', '/v1/merchant', { headers }))).toBe('401 unauthenticated');
    }
    const answer = await stranger.call('POST', '/v1/team/switch', { body: { merchantId: owner.merchantId } });
    expect(refusal(answer)).toBe('404 resource_missing');
  });
});

describe('a role', () => {
  test('that does not allow something is told which would, before anything else of the request', async () => {
    const viewer = await joined('viewer');
    const answer = await viewer.call('POST', '/v1/charges/chg_nothing/refund', { body: { nonsense: 1 } });
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'role_required',
          message:
            "This needs the role owner, admin or finance in this merchant's team, and yours is viewer. Ask an owner of the team.",
        },
      },
    });
    expect((await viewer.call('GET', '/v1/mandates')).status).toBe(200);
  });

  test('that is changed counts from the next request on', async () => {
    const person = await joined('viewer');
    const makeKey = () => person.call('POST', '/v1/api_keys', { body: { name: 'x', mode: 'test' } });
    expect(refusal(await makeKey())).toBe('403 role_required');
    const path = `/v1/team/members/${await idOf(person)}`;
    const changed = await owner.call('PATCH', path, { body: { role: 'developer' } });
    expect(changed.body).toMatchObject({ object: 'team_member', role: 'developer', email: person.email });
    expect((await makeKey()).status).toBe(201);
  });

  test('of an admin gives no say over owners, nor makes any', async () => {
    const admin = await joined('admin');
    const other = await joined('viewer');
    const change = async (person: Person, role: Role) =>
      refusal(await admin.call('PATCH', `/v1/team/members/${await idOf(person)}`, { body: { role } }));
    expect(await change(other, 'admin')).toBe('200');
    expect(await change(other, 'owner')).toBe('403 role_required');
    expect(await change(admin, 'owner')).toBe('403 role_required');
    expect(await change(owner, 'viewer')).toBe('403 role_required');
    expect(refusal(await admin.call('DELETE', `/v1/team/members/${await idOf(owner)}`))).toBe(
      '403 role_required',
    );
    expect(refusal((await invite(admin, { role: 'owner' })).answer)).toBe('403 role_required');
    expect((await invite(admin, { role: 'admin' })).answer.status).toBe(201);
  });
});

describe('whoever goes', () => {
  test('has no access from the next request on, and without another merchant no account', async () => {
    const person = await joined('developer');
    const removed = await owner.call('DELETE', `/v1/team/members/${await idOf(person)}`);
    expect(removed.body).toMatchObject({ object: 'team_member', email: person.email });
    expect(refusal(await person.call('GET', '/v1/mandates'))).toBe('401 unauthenticated');
    expect(refusal(await signIn(person))).toBe('401 invalid_credentials');
    expect((await team()).map(({ email }) => email)).not.toContain(person.email);
    // The address is free: they may be invited anew.
    const { token } = await invite(owner, { role: 'viewer' });
    const { email, password } = person;
    expect((await post('/v1/invitations/sign_up', { token, email, password })).status).toBe(201);
  });

  test('is at another of their merchants then, with the same session', async () => {
    const person = await signUp(service, { name: 'Flower Shop' });
    const { token } = await invite(owner, { role: 'developer' });
    await person.call('POST', '/v1/invitations/accept', { body: { token } });
    expect((await person.call('POST', '/v1/team/leave')).body).toMatchObject({ role: 'developer' });
    expect((await person.call('GET', '/v1/merchant')).body.name).toBe('Flower Shop');
    expect((await person.call('GET', '/v1/team')).body.merchants).toHaveLength(1);
    expect((await signIn(person)).status).toBe(201);
  });

  test('leaves an owner behind, or does not go', async () => {
    const alone = await signUp(service);
    const itself = `/v1/team/members/${await idOf(alone)}`;
    expect(refusal(await alone.call('POST', '/v1/team/leave'))).toBe('409 last_owner');
    expect(refusal(await alone.call('DELETE', itself))).toBe('409 last_owner');
    const demoted = await alone.call('PATCH', itself, { body: { role: 'admin' } });
    expect(refusal(demoted)).toBe('409 last_owner');
    expect((await alone.call('PATCH', itself, { body: { role: 'owner' } })).status).toBe(200);
  });

  test.each([
    ['leave', (person: Person) => person.call('POST', '/v1/team/leave')],
    [
      'step down',
      async (person: Person) =>
        person.call('PATCH', `/v1/team/members/${await idOf(person)}`, { body: { role: 'viewer' } }),
    ],
  ])('leaves one owner behind even when all of them %s at once', async (_, go) => {
    const first = await signUp(service);
    const others = await Promise.all([1, 2, 3].map(() => joinTeam(service, first.merchantId, 'owner')));
    const answers = await Promise.all([first, ...others].map(go));
    expect(answers.map(refusal).toSorted()).toEqual(['200', '200', '200', '409 last_owner']);
    const owners = await service.db`
      select from memberships where merchant_id = ${first.merchantId} and role = 'owner'`;
    expect(owners).toHaveLength(1);
  });

  test('takes no one else with them when two remove each other at once', async () => {
    const first = await signUp(service);
    const second = await joinTeam(service, first.merchantId, 'owner');
    const [a, b] = [await idOf(first), await idOf(second)];
    const answers = await Promise.all([
      first.call('DELETE', `/v1/team/members/${b}`),
      second.call('DELETE', `/v1/team/members/${a}`),
    ]);
    expect(answers.map(refusal).toSorted()[0]).toBe('200');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await service.db`select from memberships where merchant_id = ${first.merchantId}`;
    expect(left).toHaveLength(1);
  });

  test('of two merchants that let them go at once, the account goes once, and nothing hangs', async () => {
    const person = await joined('viewer');
    const second = await signUp(service);
    const { token } = await invite(second, { role: 'viewer' });
    await person.call('POST', '/v1/invitations/accept', { body: { token } });
    const id = await idOf(person);
    const answers = await Promise.all([
      owner.call('DELETE', `/v1/team/members/${id}`),
      second.call('DELETE', `/v1/team/members/${id}`),
    ]);
    expect(answers.map(refusal)).toEqual(['200', '200']);
    expect(await service.db`select from accounts where id = ${id}`).toHaveLength(0);
  });
});

test("nobody sees or changes another merchant's people and invitations", async () => {
  const stranger = await signUp(service);
  const { id } = await invite(owner, { role: 'viewer' });
  const account = await idOf(owner);
  for (const [method, path, body] of [
    ['PATCH', `/v1/team/members/${account}`, { role: 'viewer' }],
    ['DELETE', `/v1/team/members/${account}`, undefined],
    ['DELETE', `/v1/team/invitations/${id}`, undefined],
  ] as const) {
    expect(refusal(await stranger.call(method, path, { body }))).toBe('404 resource_missing');
  }
  expect((await team(stranger)).map((each) => each.email)).toEqual([stranger.email]);
  expect((await stranger.call('GET', '/v1/team/invitations')).body.data).toEqual([]);
});
