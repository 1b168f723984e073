import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { airdrop, fundedWallet, newWallet } from '../support/wallets.ts';

const ORDER = { sellMode: 'once', maxPeriods: 1, amountPerPeriod: '2500000' };

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;
let mint: string;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
  mint = await service.mint(merchant);
});
afterAll(() => service.stop());

/** The payer's signature under what is issued for a new mandate. */
async function signedFor(payer: TestWallet, terms: Record<string, unknown>) {
  const mandate = await createMandate(service, merchant, payer, payee, terms);
  const { body } = await checkout(service, mandate, 'instruction');
  const signedTransaction = await signIssued(payer, body.transaction);
  return {
    mandate,
    signedTransaction,
    submit: () => checkout(service, mandate, 'submit', { signedTransaction }),
  };
}

/** That nothing of the payer's is on chain for the mandate: only the plan, which the service publishes. */
async function expectUnsent(mandate: MandateWithSecret) {
  const sent = await service.rpc('getSignaturesForAddress', [mandate.reference, { commitment: 'confirmed' }]);
  expect(sent.length).toBeLessThanOrEqual(1);
  expect(await eventTypes(merchant, mandate.id)).toEqual(['mandate.created']);
}

const LAMPORTS = 1_000_000_000;

describe.concurrent('a signed transaction that the payer cannot afford is refused before it is sent, and lands once they can:', () => {
  test('an order, with too little in the wallet', async () => {
    const payer = await service.wallet(merchant, { amount: '2499999' });
    const { mandate, submit } = await signedFor(payer, ORDER);
    const refused = await submit();
    expect(refusal(refused)).toBe('402 verification_failed');
    expect(refused.body.error.message).toContain('Nothing was sent');
    await expectUnsent(mandate);
    await merchant.api.test.fund({ address: payer.address, amount: '1' });
    expect((await submit()).body).toMatchObject({
      status: 'completed',
      firstCharge: { status: 'succeeded' },
    });
    // The same bytes are the same payment, however often they are submitted.
    expect(refusal(await submit())).toBe('409 mandate_not_pending');
    expect((await merchant.api.mandates.listCharges(mandate.id)).data).toHaveLength(1);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(0n);
  });

  test('an order, in a wallet that has no account for the token', async () => {
    const payer = await fundedWallet(service, { lamports: LAMPORTS });
    const { mandate, submit } = await signedFor(payer, ORDER);
    expect(refusal(await submit())).toBe('402 verification_failed');
    await expectUnsent(mandate);
    await merchant.api.test.fund({ address: payer.address, amount: '2500000' });
    expect((await submit()).body.status).toBe('completed');
  });

  test.each([0, 3600])('a subscription with a trial of %i s, in such a wallet', async (trialSeconds) => {
    const payer = await fundedWallet(service, { lamports: LAMPORTS });
    const { mandate, submit } = await signedFor(payer, { trialSeconds });
    expect(refusal(await submit())).toBe('402 verification_failed');
    await expectUnsent(mandate);
    await merchant.api.test.fund({ address: payer.address, amount: '100000000' });
    expect((await submit()).body.status).toBe('active');
  });

  test('a subscription, in a wallet without SOL for the fee', async () => {
    const payer = await fundedWallet(service, { mint, amount: '100000000' });
    const { mandate, submit } = await signedFor(payer, {});
    const refused = await submit();
    expect(refusal(refused)).toBe('402 verification_failed');
    expect(refused.body.error.message).toContain('SOL');
    await expectUnsent(mandate);
    await airdrop(service, payer.address, LAMPORTS);
    expect((await submit()).body.status).toBe('active');
  });
});

test('a payment that landed already is no payment that the wallet can no longer afford', async () => {
  const payer = await service.wallet(merchant, { amount: ORDER.amountPerPeriod });
  const { mandate, signedTransaction, submit } = await signedFor(payer, ORDER);
  await broadcast(service, signedTransaction);
  expect(await balanceOnChain(service, payer.address, mint)).toBe(0n);
  const answer = await submit();
  // The watch may have come first.
  if (answer.status === 200) expect(answer.body.status).toBe('completed');
  else expect(refusal(answer)).toBe('409 mandate_not_pending');
  expect((await merchant.api.mandates.listCharges(mandate.id)).data).toMatchObject([{ amount: '2500000' }]);
});

describe('the view of a pending mandate says before anything is signed', () => {
  const fundsOf = async (payer: TestWallet, terms: Record<string, unknown> = {}) => {
    const mandate = await createMandate(service, merchant, payer, payee, terms);
    return (await checkout(service, mandate, '')).body.funds;
  };

  test('what the wallet lacks of the token and of SOL', async () => {
    expect(await fundsOf(newWallet(), ORDER)).toEqual({
      amount: '0',
      needsAmount: '2500000',
      lamports: '0',
      needsLamports: '895880',
    });
    const wallet = await fundedWallet(service, { lamports: LAMPORTS });
    // What the faucet sends is confirmed a slot or two later.
    await expect
      .poll(() => fundsOf(wallet, { trialSeconds: 60 }))
      .toMatchObject({ amount: '0', needsAmount: '0', lamports: LAMPORTS.toString() });
  });

  test('that the payer has this subscription already, from whatever browser it was approved', async () => {
    const payer = await service.wallet(merchant);
    const first = await createMandate(service, merchant, payer, payee, { autoAuthorize: true });
    const { activatedAt } = { activatedAt: first.startAt };
    const again = await createMandate(service, merchant, payer, payee);
    expect((await checkout(service, again, '')).body).toMatchObject({ alreadyActiveSince: activatedAt });
    const dearer = await createMandate(service, merchant, payer, payee, { amountPerPeriod: '7' });
    expect((await checkout(service, dearer, '')).body.alreadyActiveSince).toBeNull();
    await merchant.api.mandates.revoke(first.id);
    expect((await checkout(service, again, '')).body.alreadyActiveSince).toBeNull();
  });

  test('the moment by which payments fall due, which is the test clock’s', async () => {
    const own = await service.merchant();
    const payer = await service.wallet(own);
    const mandate = await createMandate(service, own, payer, payee);
    await own.api.test.advanceClock({ seconds: 40_000 });
    const { now } = await own.api.test.getClock();
    const shown = (await checkout(service, mandate, '')).body.now;
    expect(shown).toBeGreaterThanOrEqual(now);
    expect(shown).toBeLessThan(now + 60);
  });
});
