import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MandateWithSecret } from '@autopay/sdk';
import { watchMandates } from '../../server/activation/watch-mandates.ts';
import { authorizeMandate, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { randomAddress } from '../support/deployment.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

/** A mandate whose payer's approval landed while the wallet held too little to start: it stays pending. */
async function landedPending() {
  const payer = await service.wallet(merchant, { amount: '1' });
  const mandate = await createMandate(service, merchant, payer, payee);
  const { body } = await checkout(service, mandate, 'instruction');
  await broadcast(service, await signIssued(payer, body.transaction));
  expect(refusal(await checkout(service, mandate, 'refresh'))).toBe('402 verification_failed');
  return { payer, mandate, transaction: body.transaction as string };
}

/** The delegate of the payer's account is another one from now on, or none. */
async function setDelegate(owner: string, mint: string, delegate: string | null) {
  const amount = delegate === null ? {} : { amount: '100000000' };
  await service.rpc('autopay_approve', [{ mint, owner, delegate, ...amount }]);
}

/** Two looks at the mandate, further apart than two sights of a missing delegate must be, and past the 32 slots to finality. */
async function lookTwice({ id }: MandateWithSecret) {
  await service.skipSlots(40);
  for (let look = 0; look < 2; look += 1) {
    await service.db`update mandates set watch_at = 0 where id = ${id} and watch_at is not null`;
    await watchMandates(service.running.deployment, false);
    await service.running.deployment.clock.sleep(2_100);
  }
  await service.db`update mandates set watch_at = 0 where id = ${id} and watch_at is not null`;
  await watchMandates(service.running.deployment, false);
}

const statusOf = async ({ id }: MandateWithSecret) => (await merchant.api.mandates.get(id)).status;

for (const [how, delegate] of [
  ['taken back', null],
  ['given to another application', randomAddress()],
] as const) {
  test(`a pending mandate whose landed authorization was ${how} on chain is revoked, with its event`, async () => {
    const { payer, mandate } = await landedPending();
    await setDelegate(payer.address, mandate.mint, delegate);
    await eventually(async () => {
      await lookTwice(mandate);
      return (await statusOf(mandate)) === 'revoked';
    });
    expect(await eventTypes(merchant, mandate.id)).toEqual(['mandate.created', 'mandate.revoked']);
    expect(refusal(await checkout(service, mandate, 'refresh'))).toBe('409 mandate_not_pending');
    await merchant.api.test.fund({ address: payer.address, amount: '10000000' });
    expect((await merchant.api.mandates.listCharges(mandate.id)).data).toEqual([]);
  });
}

test('one that was taken back and given again goes on', async () => {
  const { payer, mandate, transaction } = await landedPending();
  await setDelegate(payer.address, mandate.mint, null);
  await service.skipSlots(40);
  await eventually(async () => {
    await service.db`update mandates set watch_at = 0 where id = ${mandate.id} and watch_at is not null`;
    await watchMandates(service.running.deployment, false);
    const [row] = await service.db`select gone_seen_at from mandates where id = ${mandate.id}`;
    return row!['goneSeenAt'] !== null;
  });
  // Under another blockhash: the same bytes would be the transaction that landed before.
  const next = await eventually(async () => {
    const { body } = await checkout(service, mandate, 'instruction');
    return body.transaction !== transaction && (body.transaction as string);
  });
  await broadcast(service, await signIssued(payer, next));
  await lookTwice(mandate);
  expect(await statusOf(mandate)).toBe('pending');
  await merchant.api.test.fund({ address: payer.address, amount: '10000000' });
  expect((await checkout(service, mandate, 'refresh')).body.status).toBe('active');
});

test('one whose place another approval of ours took is not taken back', async () => {
  const { payer, mandate } = await landedPending();
  await merchant.api.test.fund({ address: payer.address, amount: '20' });
  const other = await createMandate(service, merchant, payer, payee, { amountPerPeriod: '20' });
  expect((await authorizeMandate(service, other, payer)).status).toBe('active');
  await lookTwice(mandate);
  expect(await statusOf(mandate)).toBe('pending');
});

test('one whose delegate the last pull of another mandate cleared is not taken back', async () => {
  const { payer, mandate } = await landedPending();
  await merchant.api.test.fund({ address: payer.address, amount: '20' });
  const other = await createMandate(service, merchant, payer, payee, {
    amountPerPeriod: '20',
    maxPeriods: 1,
  });
  expect((await authorizeMandate(service, other, payer)).status).toBe('completed');
  await lookTwice(mandate);
  expect(await statusOf(mandate)).toBe('pending');
});
