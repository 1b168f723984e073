import { Autopay } from '@autopay/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticesPath } from '../../server/payer-contacts/links.ts';
import { PERIOD_SECONDS } from '../crash/books.ts';
import { askRefund, delegateRefunds, makeSale } from '../refunds/support.ts';
import { authorizeMandate, balanceOnChain, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/person.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { headerOf, type Received, startSmtp, type TestSmtp } from './smtp-server.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await TestService.start({
    AUTOPAY_SMTP_URL: `smtp://127.0.0.1:${smtp.settings.smtp.port}?tls=none`,
    AUTOPAY_MAIL_FROM: 'Example Payments <billing@pay.example>',
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

/** A merchant whose owner is told of everything, in test mode too. */
async function toldMerchant(): Promise<{ merchant: TestMerchant; email: string }> {
  const { email, merchantId, keys, call } = await signUp(service);
  const chosen = await call('PUT', '/v1/notice_choices', {
    body: {
      kinds: ['renewals_failed', 'refunds_signed'],
      alsoTest: true,
      language: 'en',
      timeZone: 'UTC',
      digestHour: 8,
    },
  });
  expect(chosen.status).toBe(200);
  const api = new Autopay(keys.test, { baseUrl: service.url });
  return { email, merchant: { id: merchantId, testKey: keys.test, liveKey: keys.live, api } };
}

/** Has a payer give and confirm an address for notices, as in a browser. */
async function subscribeTo(mandateId: string, address: string): Promise<void> {
  const { secretKeys, clock } = service.running.deployment;
  const path = noticesPath(secretKeys, { scope: 'manage', mandateId, now: clock.seconds() });
  const send = (to: string, form: Record<string, string>) =>
    fetch(`${service.url}${to}`, { method: 'POST', body: new URLSearchParams(form) });
  expect((await send(path, { email: address })).status).toBe(200);
  const asked = await arrived(address, 'Confirm your address');
  const confirm = /\/notices\/confirm\/[\w.-]+/.exec(textOf(asked))![0];
  expect((await send(confirm, {})).status).toBe(200);
}

/** The mail to `to` whose subject has `subject`, once it is there. */
const arrived = (to: string, subject: string) =>
  eventually(
    () => smtp.received.find((mail) => mail.to[0] === to && subjectOf(mail).includes(subject)),
    60_000,
  );
/** What is told to merchants waits for five minutes; now is sooner. */
const toldNow = (to: string, subject: string) =>
  eventually(async () => {
    await service.db`select graphile_worker.add_job('notices:tell', '{}')`;
    return smtp.received.find((mail) => mail.to[0] === to && subjectOf(mail).includes(subject));
  }, 60_000);
const subjectOf = (mail: Received) => headerOf(mail, 'subject') ?? '';
/** Quoted-printable of ASCII, undone. */
const textOf = ({ raw }: Received) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');

test('a refund that settles on chain is told to its payer and to the merchant', async () => {
  const { merchant, email } = await toldMerchant();
  const sale = await makeSale(service, { merchant });
  await subscribeTo(sale.mandate.id, 'ana@example.com');
  await delegateRefunds(service, sale, 400_000n);
  const before = await balanceOnChain(service, sale.payer.address, sale.mint);
  expect((await askRefund(service, sale, { amount: '400000' })).body).toMatchObject({ status: 'succeeded' });
  expect(await balanceOnChain(service, sale.payer.address, sale.mint)).toBe(before + 400_000n);
  const toPayer = await arrived('ana@example.com', 'Refund');
  expect(subjectOf(toPayer)).toMatch(/^\[Test: no real money\] Refund: 0\.40 \w+ from Coffee Club$/);
  expect(textOf(toPayer)).toContain('It is in your wallet already.');
  expect(textOf(toPayer)).toContain(`/wallet#${sale.mandate.id}`);
  const toMerchant = await toldNow(email, '1 refund sent');
  expect(textOf(toMerchant)).toMatch(new RegExp(`0\\.40 \\w+ .*${sale.payer.address.slice(0, 4)}`));
});

test('a payment that fails on chain tells its payer the cure, and the merchant', async () => {
  const { merchant, email } = await toldMerchant();
  const { api } = merchant;
  const [payer, payee] = [
    await service.wallet(merchant, { amount: '1500000' }),
    await service.wallet(merchant),
  ];
  const mandate = await createMandate(service, merchant, payer, payee);
  await authorizeMandate(service, mandate, payer);
  await subscribeTo(mandate.id, 'bea@example.com');
  await api.test.advanceClock({ seconds: PERIOD_SECONDS });
  const { data } = await api.mandates.listCharges(mandate.id);
  expect(data.find(({ periodIndex }) => periodIndex === 1)).toMatchObject({
    status: 'retrying',
    failure: { code: 'insufficient_funds' },
  });
  const toPayer = await arrived('bea@example.com', 'failed');
  expect(subjectOf(toPayer)).toMatch(/Your payment of 1\.00 \w+ to Coffee Club failed$/);
  expect(textOf(toPayer)).toContain('Nothing was taken from your wallet.');
  expect(textOf(toPayer)).toMatch(
    new RegExp(
      `Your wallet ${payer.address.slice(0, 4)}\\S+ held less than 1\\.00 \\w+\\. Send what is missing`,
    ),
  );
  const toMerchant = await toldNow(email, '1 payment failed');
  expect(textOf(toMerchant)).toMatch(new RegExp(`1\\.00 \\w+ .*${payer.address.slice(0, 4)}`));
});

test('a payment that is given up tells its payer so, and when the next one is due', async () => {
  const { merchant } = await toldMerchant();
  const { api } = merchant;
  const chosen = await service.call('PUT', '/v1/dunning', {
    key: merchant.testKey,
    body: { retries: 'short', afterLast: 'keep' },
  });
  expect(chosen.status).toBe(200);
  const payer = await service.wallet(merchant, { amount: '1500000' });
  const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
  await authorizeMandate(service, mandate, payer);
  await subscribeTo(mandate.id, 'cleo@example.com');
  await api.test.advanceClock({ seconds: PERIOD_SECONDS });
  await arrived('cleo@example.com', 'failed');
  await api.test.advanceClock({ seconds: 86_400 });
  const { data } = await api.mandates.listCharges(mandate.id);
  const of = (period: number) => data.find(({ periodIndex }) => periodIndex === period)!;
  expect([of(1).status, of(2).status]).toEqual(['abandoned', 'scheduled']);
  const told = await arrived('cleo@example.com', 'will not be tried again');
  expect(textOf(told)).toContain('it is not charged later');
  const year = new Date(of(2).dueAt * 1000).getUTCFullYear();
  expect(textOf(told)).toMatch(new RegExp(`Next payment: \\d+ \\w+ ${year}`));
  // One of the first failure and one of the last, however often it was tried between.
  const subjects = smtp.received.filter(({ to }) => to[0] === 'cleo@example.com').map(subjectOf);
  expect(subjects.filter((subject) => subject.includes('payment of 1.00'))).toHaveLength(2);
});
