import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFreshSecondFactor } from '../../server/accounts/second-factor.ts';
import { type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { addApp, addPasskey, ageFactors, callerOf, codeOf, signInAgain } from './support.ts';
import { SoftwarePasskey } from './software-passkey.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(
    {
      // Passkeys belong to a name, which an address is not.
      AUTOPAY_HOST: 'localhost',
      AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000',
      AUTOPAY_RATE_GUESSES_PER_MINUTE: '1000',
    },
    { role: 'api' },
  );
});
afterAll(() => service.stop());

const PROVE = '/v1/sessions/current/second_factor';
const person = async () => {
  const made = await signUp(service);
  return { ...made, ...callerOf(service, made.cookie) };
};
const withApp = async () => {
  const owner = await person();
  return { ...owner, ...(await addApp(owner.call, owner.password)) };
};
const sessionRow = async (id: string) => {
  const [row] = await service.db<{ secondFactorAt: number | null; secondFactorTrusted: boolean }[]>`
    select second_factor_at, second_factor_trusted from sessions where id = ${id}`;
  return row!;
};

describe('a person without a second factor', () => {
  test('signs in with the password, and their session says so', async () => {
    const { call } = await person();
    expect((await call('GET', '/v1/sessions/current')).body).toMatchObject({
      secondFactor: 'none',
      secondFactorAt: null,
    });
  });

  test('adds one with the password alone, and never without it', async () => {
    const { call } = await person();
    for (const path of ['/v1/account/app', '/v1/account/passkeys/challenge']) {
      expect(refusal(await call('POST', path, {}))).toBe('400 parameter_missing password');
      expect(refusal(await call('POST', path, { password: 'not the password' }))).toBe(
        '401 invalid_credentials',
      );
    }
  });
});

describe('an authenticator app', () => {
  test('counts once its code was sent, with ten recovery codes that are shown once', async () => {
    const owner = await person();
    const started = await owner.call('POST', '/v1/account/app', { password: owner.password });
    expect(started.body.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(started.body.uri).toContain(started.body.secret);
    const confirm = (code: string) =>
      owner.call('POST', '/v1/account/app/confirm', { challenge: started.body.id, code });
    const right = codeOf(started.body.secret);
    const wrong = right === '000000' ? '000001' : '000000';
    expect(refusal(await confirm(wrong))).toBe('401 invalid_credentials');
    expect((await owner.call('GET', '/v1/account')).body.appSince).toBeNull();
    const added = await confirm(right);
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(new Set(added.body.recoveryCodes).size).toBe(10);
    expect(added.body.recoveryCodesLeft).toBe(10);
    const { body: later } = await owner.call('GET', '/v1/account');
    expect([later.appSince !== null, later.recoveryCodes]).toEqual([true, null]);
    expect(refusal(await confirm(codeOf(started.body.secret, 1)))).toBe('401 invalid_credentials');
  });

  test('is not in the database in the clear, nor are its recovery codes', async () => {
    const { secret, codes } = await withApp();
    const rows = await service.db`
      select encode(secret, 'escape') as text from authenticator_apps
      union all select encode(code_hash, 'escape') from recovery_codes
      union all select encode(content, 'escape') from factor_challenges`;
    const stored = JSON.stringify(rows);
    for (const each of [secret, ...codes]) expect(stored).not.toContain(each);
  });

  test('keeps whoever has the password alone from everything but proving it', async () => {
    const owner = await withApp();
    const { answer, call } = await signInAgain(service, owner);
    expect(answer.body).toMatchObject({ secondFactor: 'due', secondFactorAt: null });
    for (const path of ['/v1/merchant', '/v1/account', '/v1/api_keys']) {
      const refused = await call('GET', path);
      expect(refusal(refused)).toBe('401 unauthenticated');
      expect(refused.body.error.message).toContain('second factor');
    }
    const key = { name: 'Stolen', mode: 'live' };
    expect(refusal(await call('POST', '/v1/api_keys', key))).toBe('401 unauthenticated');
    const body = { currentPassword: owner.password, password: 'another password' };
    expect(refusal(await call('POST', '/v1/account/password', body))).toBe('401 unauthenticated');
    const proven = await call('POST', PROVE, { code: codeOf(owner.secret) });
    expect(proven.body).toMatchObject({ object: 'session', secondFactor: 'proven' });
    expect((await call('GET', '/v1/merchant')).status).toBe(200);
  });

  test('has codes that count once, the one before and the one after too', async () => {
    const owner = await withApp();
    const { call } = await signInAgain(service, owner);
    const code = codeOf(owner.secret);
    const [one, two] = await Promise.all([call('POST', PROVE, { code }), call('POST', PROVE, { code })]);
    expect([one.status, two.status].toSorted()).toEqual([200, 401]);
    expect(refusal(await call('POST', PROVE, { code }))).toBe('401 invalid_credentials');
    // Older than the one that was used.
    expect(refusal(await call('POST', PROVE, { code: codeOf(owner.secret, -1) }))).toBe(
      '401 invalid_credentials',
    );
    expect((await call('POST', PROVE, { code: codeOf(owner.secret, 1) })).status).toBe(200);
    expect(refusal(await call('POST', PROVE, { code: codeOf(owner.secret, 3) }))).toBe(
      '401 invalid_credentials',
    );
  });

  test('is guessed ten times an hour, whatever the sessions; recovery codes work on', async () => {
    const owner = await withApp();
    const sessions = [await signInAgain(service, owner), await signInAgain(service, owner)];
    const right = new Set([-1, 0, 1].map((steps) => codeOf(owner.secret, steps)));
    const wrong = ['111111', '222222', '333333', '444444'].find((each) => !right.has(each))!;
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => sessions[at % 2]!.call('POST', PROVE, { code: wrong })),
    );
    const refusals = answers.map(refusal).toSorted();
    expect(refusals.filter((each) => each === '401 invalid_credentials')).toHaveLength(10);
    expect(refusals.filter((each) => each === '429 rate_limit_exceeded')).toHaveLength(4);
    const late = await sessions[0]!.call('POST', PROVE, { code: codeOf(owner.secret) });
    expect(refusal(late)).toBe('429 rate_limit_exceeded');
    const recovered = await sessions[0]!.call('POST', PROVE, { recoveryCode: owner.codes[0]! });
    expect(recovered.status).toBe(200);
    expect((await sessions[1]!.call('POST', PROVE, { code: codeOf(owner.secret, 1) })).status).toBe(200);
  });

  test('makes the person’s other sessions prove it too', async () => {
    const owner = await person();
    const other = await signInAgain(service, owner);
    expect((await other.call('GET', '/v1/merchant')).status).toBe(200);
    await addApp(owner.call, owner.password);
    expect(refusal(await other.call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
    expect((await owner.call('GET', '/v1/merchant')).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('is good for once, however it is typed, and for its own person alone', async () => {
    const [owner, stranger] = [await withApp(), await withApp()];
    const { call } = await signInAgain(service, owner);
    const typed = owner.codes[3]!.toLowerCase().replaceAll('-', ' ');
    expect(refusal(await call('POST', PROVE, { recoveryCode: stranger.codes[0]! }))).toBe(
      '401 invalid_credentials',
    );
    expect((await call('POST', PROVE, { recoveryCode: typed })).status).toBe(200);
    expect(refusal(await call('POST', PROVE, { recoveryCode: owner.codes[3]! }))).toBe(
      '401 invalid_credentials',
    );
    expect((await call('GET', '/v1/account')).body.recoveryCodesLeft).toBe(9);
  });

  test('is void once new ones are made', async () => {
    const owner = await withApp();
    const { body } = await owner.call('POST', '/v1/account/recovery_codes', {});
    expect(body.recoveryCodes).toHaveLength(10);
    const { call } = await signInAgain(service, owner);
    expect(refusal(await call('POST', PROVE, { recoveryCode: owner.codes[0]! }))).toBe(
      '401 invalid_credentials',
    );
    expect((await call('POST', PROVE, { recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
  });
});

describe('changing one’s second factors', () => {
  test('needs one that was proven in the last ten minutes', async () => {
    const owner = await withApp();
    await service.db`
      update sessions set second_factor_at = second_factor_at - 601
      where account_id = ${owner.account.id}`;
    const refusals = [
      await owner.call('POST', '/v1/account/recovery_codes', {}),
      await owner.call('DELETE', '/v1/account/app'),
      await owner.call('POST', '/v1/account/app', { password: owner.password }),
      await owner.call('POST', '/v1/account/passkeys/challenge', { password: owner.password }),
      await owner.call('POST', '/v1/merchant/second_factor', { required: true }),
    ];
    expect(refusals.map(refusal)).toEqual(refusals.map(() => '403 second_factor_required'));
    expect((await owner.call('POST', PROVE, { code: codeOf(owner.secret) })).status).toBe(200);
    expect((await owner.call('POST', '/v1/account/recovery_codes', {})).status).toBe(200);
  });

  test('down to none leaves the password alone, and nothing to recover', async () => {
    const owner = await withApp();
    const { body } = await owner.call('DELETE', '/v1/account/app');
    expect(body).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
    expect((await signInAgain(service, owner)).answer.body.secondFactor).toBe('none');
  });
});

describe('a second factor that a thief of the password adds', () => {
  test('counts for money only after a day', async () => {
    const owner = await withApp();
    const fresh = async () => {
      const { body } = await owner.call('POST', PROVE, { code: codeOf(owner.secret) });
      return { at: body.secondFactorAt as number, row: await sessionRow(body.id) };
    };
    const first = await fresh();
    expect(hasFreshSecondFactor(first.row, first.at)).toBe(false);
    await ageFactors(service);
    const { body } = await owner.call('POST', PROVE, { recoveryCode: owner.codes[0] });
    const row = await sessionRow(body.id);
    expect(hasFreshSecondFactor(row, body.secondFactorAt)).toBe(true);
    expect(hasFreshSecondFactor(row, body.secondFactorAt + 600)).toBe(true);
    expect(hasFreshSecondFactor(row, body.secondFactorAt + 601)).toBe(false);
  });

  test('counts at once where an older one was proven for it', async () => {
    const owner = await withApp();
    await ageFactors(service);
    const proven = await owner.call('POST', PROVE, { code: codeOf(owner.secret) });
    expect(proven.status).toBe(200);
    const passkey = new SoftwarePasskey(service.url);
    expect((await addPasskey(owner.call, passkey)).status).toBe(200);
    const signedIn = await signInWith(passkey);
    expect(hasFreshSecondFactor(await sessionRow(signedIn.body.id), signedIn.body.secondFactorAt)).toBe(true);
  });
});

/** Signs in with a passkey alone. */
async function signInWith(passkey: SoftwarePasskey, wrong?: Parameters<SoftwarePasskey['get']>[1]) {
  const { body } = await service.call('POST', '/v1/passkey_challenges', { body: {} });
  return service.call('POST', '/v1/sessions/passkey', {
    body: { challenge: body.id, passkey: passkey.get(body.options, wrong) },
  });
}

const withPasskey = async () => {
  const owner = await person();
  const passkey = new SoftwarePasskey(service.url);
  const added = await addPasskey(owner.call, passkey, owner.password);
  expect(added.status).toBe(200);
  return { ...owner, passkey, added };
};

describe('a passkey', () => {
  test('signs in by itself, which is a second factor too', async () => {
    const { passkey, added, merchantId } = await withPasskey();
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(added.body.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }]);
    const answer = await signInWith(passkey);
    expect(answer).toMatchObject({
      status: 201,
      body: { object: 'session', secondFactor: 'proven', merchant: { id: merchantId } },
    });
  });

  test('is a second factor after the password, and no other person’s is', async () => {
    const owner = await withPasskey();
    const stranger = await withPasskey();
    const { call } = await signInAgain(service, owner);
    const answered = async (passkey: SoftwarePasskey) => {
      const { body } = await call('POST', '/v1/passkey_challenges', {});
      expect(JSON.parse(body.options).allowCredentials).toHaveLength(1);
      return call('POST', PROVE, { challenge: body.id, passkey: passkey.get(body.options) });
    };
    expect(refusal(await answered(stranger.passkey))).toBe('401 invalid_credentials');
    expect((await answered(owner.passkey)).body.secondFactor).toBe('proven');
  });

  test.each([
    ['for another site', { origin: 'http://evil.example' }],
    ['for another site’s name', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['without having verified its person', { isVerified: false }],
  ])('is refused where it answers %s', async (_, wrong) => {
    const { passkey } = await withPasskey();
    expect(refusal(await signInWith(passkey, wrong))).toBe('401 invalid_credentials');
    expect((await signInWith(passkey)).status).toBe(201);
  });

  test('is refused as a copy where its counter does not grow', async () => {
    const { passkey } = await withPasskey();
    expect((await signInWith(passkey, { counter: 7 })).status).toBe(201);
    expect(refusal(await signInWith(passkey, { counter: 7 }))).toBe('401 invalid_credentials');
    expect(refusal(await signInWith(passkey, { counter: 3 }))).toBe('401 invalid_credentials');
    expect((await signInWith(passkey, { counter: 8 })).status).toBe(201);
  });

  test('answers a challenge once, right or wrong, and none that has expired', async () => {
    const { passkey } = await withPasskey();
    const ask = async () => (await service.call('POST', '/v1/passkey_challenges', { body: {} })).body;
    const send = (body: object) => service.call('POST', '/v1/sessions/passkey', { body });
    const first = await ask();
    const right = { challenge: first.id, passkey: passkey.get(first.options) };
    expect((await send(right)).status).toBe(201);
    expect(refusal(await send(right))).toBe('401 invalid_credentials');
    const second = await ask();
    const wrong = passkey.get(second.options, { origin: 'http://evil.example' });
    expect(refusal(await send({ challenge: second.id, passkey: wrong }))).toBe('401 invalid_credentials');
    const late = { challenge: second.id, passkey: passkey.get(second.options) };
    expect(refusal(await send(late))).toBe('401 invalid_credentials');
    const third = await ask();
    await service.db`update factor_challenges set expires_at = created_at where id = ${third.id}`;
    const expired = { challenge: third.id, passkey: passkey.get(third.options) };
    expect(refusal(await send(expired))).toBe('401 invalid_credentials');
  });

  test('is added once, by whoever was asked for it', async () => {
    const [owner, stranger] = [await withPasskey(), await withApp()];
    const again = await addPasskey(stranger.call, owner.passkey);
    expect(refusal(again)).toBe('401 invalid_credentials');
    const { body } = await owner.call('POST', '/v1/account/passkeys/challenge', {});
    const fresh = new SoftwarePasskey(service.url);
    const stolen = { challenge: body.id, name: 'Stolen', passkey: fresh.create(body.options) };
    expect(refusal(await stranger.call('POST', '/v1/account/passkeys', stolen))).toBe(
      '401 invalid_credentials',
    );
    const junk = { challenge: body.id, name: 'Junk', passkey: 'no JSON' };
    expect(refusal(await owner.call('POST', '/v1/account/passkeys', junk))).toBe('401 invalid_credentials');
  });

  test('is removed by its own person alone, and signs nobody in any more', async () => {
    const [owner, stranger] = [await withPasskey(), await withApp()];
    const { id } = owner.added.body.passkeys[0];
    expect(refusal(await stranger.call('DELETE', `/v1/account/passkeys/${id}`))).toBe('404 resource_missing');
    expect((await owner.call('DELETE', `/v1/account/passkeys/${id}`)).body.passkeys).toEqual([]);
    expect(refusal(await signInWith(owner.passkey))).toBe('401 invalid_credentials');
  });
});

describe('a merchant that requires a second factor', () => {
  test('leads whoever has none to adding one before anything else works', async () => {
    const owner = await withApp();
    const colleague: Person = await signUp(service);
    const at = callerOf(service, colleague.cookie);
    await service.db`
      insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
      select s.account_id, ${owner.merchantId}, 'viewer', 0, 9999999999 from sessions s
      where s.merchant_id = ${colleague.merchantId}`;
    await service.db`
      update sessions set merchant_id = ${owner.merchantId} where merchant_id = ${colleague.merchantId}`;
    expect((await at.call('GET', '/v1/merchant')).status).toBe(200);
    const turned = await owner.call('POST', '/v1/merchant/second_factor', { required: true });
    expect(turned.body.secondFactorRequired).toBe(true);
    const refused = await at.call('GET', '/v1/merchant');
    expect(refusal(refused)).toBe('401 unauthenticated');
    expect(refused.body.error.message).toContain('Add one first');
    expect((await at.call('GET', '/v1/sessions/current')).body.secondFactor).toBe('to_add');
    const again = await signInAgain(service, colleague);
    expect(again.answer.body.secondFactor).toBe('to_add');
    await addApp(again.call, colleague.password);
    expect((await again.call('GET', '/v1/merchant')).body.id).toBe(owner.merchantId);
    expect(refusal(await at.call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
  });

  test('is one whose owner has a second factor', async () => {
    const { call } = await person();
    const refused = await call('POST', '/v1/merchant/second_factor', { required: true });
    expect(refusal(refused)).toBe('403 second_factor_required');
  });
});
