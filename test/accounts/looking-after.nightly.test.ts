import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeEmailFor, listAccounts, resetFor, unlockFor } from '../../server/accounts/operate.ts';
import { startSmtp, type TestSmtp } from '../mail/smtp-server.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { addApp, callerOf, FIREFOX, signInAgain } from './support.ts';

const RATES = { AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' };
let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  const { host, port } = smtp.settings.smtp;
  service = await TestService.start({
    ...RATES,
    AUTOPAY_SMTP_URL: `smtp://${host}:${port}?tls=none`,
    AUTOPAY_MAIL_FROM: 'Autopay <pay@example.com>',
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

const person = async () => {
  const made = await signUp(service);
  return { ...made, ...callerOf(service, made.cookie) };
};
const RESET = '/v1/password_resets/complete';
const signIn = (email: string, password: string) =>
  service.call('POST', '/v1/sessions', { body: { email, password } });
const NEW = 'a password that is new';

/** The token in the mail to `address` that has one of `prefix`, once it has arrived. */
function mailed(address: string, prefix: string): Promise<string> {
  return eventually(async () => {
    const texts = smtp.received
      .filter(({ to }) => to.includes(address))
      .map(({ raw }) => raw.replaceAll('=\r\n', ''));
    return texts
      .map((raw) => new RegExp(`#(${prefix}\\w+)`).exec(raw)?.[1])
      .find((each) => each !== undefined);
  });
}

describe('where a person is signed in', () => {
  test('is listed with device, address and time, newest first, and nobody else’s', async () => {
    const owner = await person();
    await person();
    const { answer } = await signInAgain(service, owner, { 'user-agent': FIREFOX });
    const { body } = await owner.call('GET', '/v1/account');
    expect(body.sessions).toMatchObject([
      { id: answer.body.id, device: 'Firefox on Linux', address: '127.0.0.1', current: false },
      { current: true },
    ]);
    expect(body.sessions[0].createdAt).toBe(answer.body.createdAt);
  });

  test('is ended one by one, by its own person alone', async () => {
    const [owner, stranger] = [await person(), await person()];
    const { answer, call } = await signInAgain(service, owner);
    const path = `/v1/sessions/${answer.body.id}`;
    expect(refusal(await stranger.call('DELETE', path))).toBe('404 resource_missing');
    expect((await call('GET', '/v1/merchant')).status).toBe(200);
    expect((await owner.call('DELETE', path)).body.sessions).toHaveLength(1);
    expect(refusal(await call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
    expect(refusal(await owner.call('DELETE', path))).toBe('404 resource_missing');
  });

  test('is ended everywhere at once, here too', async () => {
    const [owner, stranger] = [await person(), await person()];
    const other = await signInAgain(service, owner);
    const { status, headers } = await owner.call('DELETE', '/v1/sessions');
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    for (const { call } of [owner, other]) {
      expect(refusal(await call('GET', '/v1/sessions/current'))).toBe('401 unauthenticated');
    }
    expect((await stranger.call('GET', '/v1/merchant')).status).toBe(200);
  });
});

describe('a password', () => {
  test('is changed by whoever knows the old one, which ends the other sessions', async () => {
    const owner = await person();
    const other = await signInAgain(service, owner);
    const change = (currentPassword: string, password: string) =>
      owner.call('POST', '/v1/account/password', { currentPassword, password });
    expect(refusal(await change('not the password', NEW))).toBe('401 invalid_credentials');
    expect(refusal(await change(owner.password, 'short'))).toBe('400 parameter_invalid password');
    expect((await other.call('GET', '/v1/merchant')).status).toBe(200);
    expect((await change(owner.password, NEW)).status).toBe(200);
    expect(refusal(await other.call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
    expect((await owner.call('GET', '/v1/merchant')).status).toBe(200);
    expect(refusal(await signIn(owner.email, owner.password))).toBe('401 invalid_credentials');
    expect((await signIn(owner.email, NEW)).status).toBe(201);
  });

  test('that changes while somebody signs in with the old one leaves no session of it', async () => {
    const owner = await person();
    const body = { currentPassword: owner.password, password: NEW };
    await Promise.all([
      owner.call('POST', '/v1/account/password', body),
      ...Array.from({ length: 6 }, () => signIn(owner.email, owner.password)),
    ]);
    expect((await owner.call('GET', '/v1/account')).body.sessions).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  test('is set by a link in a mail, once, which ends every session', async () => {
    const owner = await person();
    const asked = await service.call('POST', '/v1/password_resets', {
      body: { email: owner.email.toUpperCase() },
    });
    expect(asked).toMatchObject({ status: 200, body: { object: 'password_reset' } });
    const token = await mailed(owner.email, 'rst_');
    const use = (password: string) => service.call('POST', RESET, { body: { token, password } });
    const both = await Promise.all([use(NEW), use(`${NEW}, another`)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(refusal(await owner.call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
    expect(refusal(await signIn(owner.email, owner.password))).toBe('401 invalid_credentials');
    expect((await signIn(owner.email, both[0].status === 200 ? NEW : `${NEW}, another`)).status).toBe(201);
  });

  test('is answered alike for an address that nobody signs in with, which gets no mail', async () => {
    const owner = await person();
    const ask = (email: string) => service.call('POST', '/v1/password_resets', { body: { email } });
    const [known, unknown] = [await ask(owner.email), await ask('nobody@coffee.example')];
    const shape = ({ status, body, headers }: typeof known) => [
      status,
      { ...body, createdAt: 0 },
      [...headers.keys()].toSorted(),
    ];
    expect(shape(unknown)).toEqual(shape(known));
    // Nothing of the request looks whether there is such an account: the background takes both off the table.
    await mailed(owner.email, 'rst_');
    await eventually(async () => (await service.db`select from password_reset_requests`).length === 0);
    expect(smtp.received.some(({ to }) => to.includes('nobody@coffee.example'))).toBe(false);
  });

  test('is set within 30 minutes or not at all, and never with a made-up token', async () => {
    const owner = await person();
    const [now] = [Math.floor(Date.now() / 1000)];
    const link = await resetFor(service.db, owner.email, { publicUrl: service.url, now: now - 1801 });
    const token = link.split('#')[1]!;
    const use = (given: string) => service.call('POST', RESET, { body: { token: given, password: NEW } });
    expect(refusal(await use(token))).toBe('401 invalid_credentials');
    expect(refusal(await use('rst_11111111111111111111'))).toBe('401 invalid_credentials');
    expect((await owner.call('GET', '/v1/merchant')).status).toBe(200);
  });

  test('does not open what a second factor keeps shut', async () => {
    const owner = await person();
    await addApp(owner.call, owner.password);
    const link = await resetFor(service.db, owner.email, {
      publicUrl: service.url,
      now: Math.floor(Date.now() / 1000),
    });
    await service.call('POST', RESET, { body: { token: link.split('#')[1], password: NEW } });
    expect((await signIn(owner.email, NEW)).body.secondFactor).toBe('due');
  });

  test('leaves at most five links an hour', async () => {
    const owner = await person();
    for (let i = 0; i < 8; i++)
      await service.call('POST', '/v1/password_resets', { body: { email: owner.email } });
    await eventually(async () => (await service.db`select from password_reset_requests`).length === 0);
    const links = await service.db`
      select from password_resets r join accounts a on a.id = r.account_id where a.email = ${owner.email}`;
    expect(links).toHaveLength(5);
  });
});

describe('an e-mail address', () => {
  test('is changed once both mailboxes have agreed', async () => {
    const owner = await person();
    const fresh = `new-${owner.email}`;
    const change = await owner.call('POST', '/v1/account/email', { email: fresh, password: owner.password });
    expect(change.body).toMatchObject({ email: owner.email, pendingEmail: fresh });
    const confirm = (token: string) => service.call('POST', '/v1/account/email/confirm', { body: { token } });
    const [old, young] = [await mailed(owner.email, 'emc_'), await mailed(fresh, 'emc_')];
    expect((await confirm(young)).body).toMatchObject({ oldConfirmed: false, newConfirmed: true });
    expect((await signIn(owner.email, owner.password)).status).toBe(201);
    expect(refusal(await signIn(fresh, owner.password))).toBe('401 invalid_credentials');
    expect((await confirm(old)).body).toMatchObject({ oldConfirmed: true, newConfirmed: true, email: fresh });
    expect((await signIn(fresh, owner.password)).status).toBe(201);
    expect(refusal(await signIn(owner.email, owner.password))).toBe('401 invalid_credentials');
    expect(refusal(await confirm(old))).toBe('401 invalid_credentials');
  });

  test('is not changed to another person’s, which shows to that mailbox alone', async () => {
    const [owner, other] = [await person(), await person()];
    const body = { email: other.email, password: owner.password };
    expect((await owner.call('POST', '/v1/account/email', body)).status).toBe(200);
    const confirm = (token: string) => service.call('POST', '/v1/account/email/confirm', { body: { token } });
    expect((await confirm(await mailed(owner.email, 'emc_'))).status).toBe(200);
    expect(refusal(await confirm(await mailed(other.email, 'emc_')))).toBe('409 email_taken email');
    expect((await signIn(owner.email, owner.password)).status).toBe(201);
  });

  test('is not changed without the password, nor to itself', async () => {
    const owner = await person();
    const change = (email: string, password: string) =>
      owner.call('POST', '/v1/account/email', { email, password });
    expect(refusal(await change('x@coffee.example', 'not it'))).toBe('401 invalid_credentials');
    expect(refusal(await change(owner.email, owner.password))).toBe('400 parameter_invalid email');
  });
});

describe('the operator', () => {
  test('makes a link without any mail, which sets a password once', async () => {
    const owner = await person();
    const now = Math.floor(Date.now() / 1000);
    const link = await resetFor(service.db, owner.email, { publicUrl: 'https://pay.example.com', now });
    expect(link).toMatch(/^https:\/\/pay\.example\.com\/dashboard\/new-password#rst_\w+$/);
    const use = () => service.call('POST', RESET, { body: { token: link.split('#')[1], password: NEW } });
    expect((await use()).status).toBe(200);
    expect(refusal(await use())).toBe('401 invalid_credentials');
    await expect(resetFor(service.db, 'nobody@x.example', { publicUrl: '', now })).rejects.toThrow(
      'Nobody signs in',
    );
  });

  test('takes away a second factor that is lost, and nothing else', async () => {
    const owner = await person();
    await addApp(owner.call, owner.password);
    await unlockFor(service.db, owner.email, Math.floor(Date.now() / 1000));
    expect(refusal(await owner.call('GET', '/v1/merchant'))).toBe('401 unauthenticated');
    const again = await signInAgain(service, owner);
    expect(again.answer.body.secondFactor).toBe('none');
    expect((await again.call('GET', '/v1/account')).body).toMatchObject({
      appSince: null,
      recoveryCodesLeft: 0,
    });
  });

  test('changes an address, and lists who signs in', async () => {
    const [owner, other] = [await person(), await person()];
    const fresh = `operator-${owner.email}`;
    const now = Math.floor(Date.now() / 1000);
    await expect(changeEmailFor(service.db, owner.email, other.email, now)).rejects.toThrow('already');
    await changeEmailFor(service.db, owner.email, fresh, now);
    expect((await signIn(fresh, owner.password)).status).toBe(201);
    const listed = await listAccounts(service.db, now);
    expect(listed.find(({ email }) => email === fresh)).toMatchObject({
      merchants: ['Coffee Club (owner)'],
      secondFactorSince: null,
    });
  });
});

test('a payer’s session is ended by the payer', async () => {
  const merchant = await service.merchant();
  const wallet = await service.wallet(merchant);
  const { signIn: walletSignIn } = await import('../payer-wallet/support.ts');
  const [{ token }, other] = [await walletSignIn(service, wallet), await walletSignIn(service, wallet)];
  const ended = await service.call('DELETE', '/v1/wallet/sessions/current', { key: token });
  expect(ended).toMatchObject({ status: 200, body: { object: 'wallet_session', address: wallet.address } });
  expect(refusal(await service.call('GET', '/v1/wallet/mandates', { key: token }))).toBe(
    '401 wallet_not_signed_in',
  );
  expect((await service.call('GET', '/v1/wallet/mandates', { key: other.token })).status).toBe(200);
});
