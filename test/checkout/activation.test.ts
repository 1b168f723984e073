import { createKeyPairSignerFromBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAmount,
} from '../support/wallet-signing.ts';

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

/** A mandate whose payer holds `amount`, with the transaction that was issued for it. */
async function issuedMandate(terms: Record<string, unknown> = {}, amount = '100000000') {
  const payer = await service.wallet(merchant, { amount });
  const mandate = await createMandate(service, merchant, payer, payee, terms);
  const issued = await checkout(service, mandate, 'instruction');
  return { payer, mandate, issued, transaction: issued.body.transaction as string };
}

describe.concurrent('refresh', () => {
  test('with nothing on chain responds with 200, still pending', async () => {
    const { mandate } = await issuedMandate();
    for (const body of [undefined, {}, { signature: '1'.repeat(64) }]) {
      const answer = await checkout(service, mandate, 'refresh', body);
      expect(answer).toMatchObject({ status: 200, body: { status: 'pending', firstCharge: null } });
    }
    expect(await eventTypes(merchant, mandate.id)).toEqual(['mandate.created']);
  });

  test('activates what the wallet broadcast and settles the first charge; after that it is mandate_not_pending', async () => {
    const { payer, mandate, transaction } = await issuedMandate();
    const signature = await broadcast(service, await signIssued(payer, transaction));
    const answer = await checkout(service, mandate, 'refresh', { signature });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'active', fundsSufficientAtSignup: true, firstCharge: { status: 'succeeded' } },
    });
    const { txSignature } = answer.body.firstCharge;
    const moved = await service.rpc('getTransaction', [
      txSignature,
      { maxSupportedTransactionVersion: 0, commitment: 'confirmed' },
    ]);
    expect(moved.meta.err).toBeNull();
    expect(refusal(await checkout(service, mandate, 'refresh'))).toBe('409 mandate_not_pending');
    expect(refusal(await checkout(service, mandate, 'instruction'))).toBe('409 mandate_not_pending');
    expect(await balanceOnChain(service, payer.address, mint)).toBe(99_000_000n);
  });

  test('ten at once make one activation and one charge', async () => {
    const { payer, mandate, transaction } = await issuedMandate();
    await broadcast(service, await signIssued(payer, transaction));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checkout(service, mandate, 'refresh')),
    );
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body.status).toBe('active');
      else expect(refusal(answer)).toBe('409 mandate_not_pending');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await eventTypes(merchant, mandate.id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'charge.scheduled',
    ]);
    const charges = (await merchant.api.mandates.listCharges(mandate.id)).data;
    expect(charges.map(({ status }) => status)).toEqual(['scheduled', 'succeeded']);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(99_000_000n);
  });

  test('a signature that is none, and an unknown field, are refused', async () => {
    const { mandate } = await issuedMandate();
    for (const signature of ['', null, 5, 'x', mandate.reference]) {
      const answer = await checkout(service, mandate, 'refresh', { signature });
      expect(refusal(answer)).toBe('400 parameter_invalid signature');
    }
    expect(refusal(await checkout(service, mandate, 'refresh', { tx: 'x' }))).toBe(
      '400 parameter_invalid tx',
    );
  });
});

describe.concurrent('a payer who is short of funds', () => {
  test('authorizes, is told 402 verification_failed, tops up, and then it is active', async () => {
    const { payer, mandate, transaction } = await issuedMandate({}, '999999');
    const signedTransaction = await signIssued(payer, transaction);
    const submitted = await checkout(service, mandate, 'submit', { signedTransaction });
    expect(refusal(submitted)).toBe('402 verification_failed');
    expect(refusal(await checkout(service, mandate, 'refresh'))).toBe('402 verification_failed');
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({
      status: 'pending',
      fundsSufficientAtSignup: false,
    });
    await merchant.api.test.fund({ address: payer.address, amount: '1' });
    const answer = await checkout(service, mandate, 'refresh');
    expect(answer.body).toMatchObject({ status: 'active', fundsSufficientAtSignup: true });
    expect(await balanceOnChain(service, payer.address, mint)).toBe(0n);
  });

  test('is let into a trial, which the mandate shows', async () => {
    const { payer, mandate } = await issuedMandate({ trialSeconds: 3600 }, '1');
    const view = await authorizeMandate(service, mandate, payer);
    expect(view).toMatchObject({ status: 'active', fundsSufficientAtSignup: false });
  });
});

describe.concurrent('a trial', () => {
  test('starts at activation and the first charge lands at its end, not before', async () => {
    const club = await service.merchant();
    const payer = await service.wallet(club);
    const day = 86_400;
    const mandate = await createMandate(service, club, payer, payee, { trialSeconds: 7 * day });
    const view = await authorizeMandate(service, mandate, payer);
    expect(view).toMatchObject({
      status: 'active',
      fundsSufficientAtSignup: true,
      trialEndsAt: view.startAt + 7 * day,
      firstCharge: { status: 'scheduled', txSignature: null },
    });
    const before = await balanceOnChain(service, payer.address, mint);
    await club.api.test.advanceClock({ seconds: 7 * day - 60 });
    expect(await balanceOnChain(service, payer.address, mint)).toBe(before);
    await club.api.test.advanceClock({ seconds: 60 });
    expect(await balanceOnChain(service, payer.address, mint)).toBe(before - 1_000_000n);
    const charges = (await club.api.mandates.listCharges(mandate.id)).data;
    expect(charges.map(({ periodIndex, status, dueAt }) => [periodIndex, status, dueAt])).toEqual([
      [1, 'scheduled', view.trialEndsAt! + 30 * day],
      [0, 'succeeded', view.trialEndsAt],
    ]);
    expect(await eventTypes(club, mandate.id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
    ]);
  });
});

describe.concurrent('submit', () => {
  test('broadcasts what was signed, activates and charges', async () => {
    const { payer, mandate, transaction } = await issuedMandate();
    const signedTransaction = await signIssued(payer, transaction);
    const answer = await checkout(service, mandate, 'submit', { signedTransaction });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'active', firstCharge: { status: 'succeeded' } },
    });
    const again = await checkout(service, mandate, 'submit', { signedTransaction });
    expect(refusal(again)).toBe('409 mandate_not_pending');
  });

  test('refuses whatever does not mean the issued approval, and sends none of it', async () => {
    const { payer, mandate, issued, transaction } = await issuedMandate();
    const stranger = await service.wallet(merchant);
    const { address } = await createKeyPairSignerFromBytes(stranger.secretKey);
    const approval = issuedInstruction(issued);
    const bare = { ...approval, accounts: approval.accounts!.slice(0, 4) };
    const flipped = Buffer.from(await signIssued(payer, transaction), 'base64');
    flipped[flipped.length - 1]! ^= 1;
    const altered = {
      unsigned: transaction,
      'changed after signing': flipped.toString('base64'),
      'to another delegate': await signOwn(service, payer, withAccountAt(approval, 2, address)),
      'without the reference': await signOwn(service, payer, bare),
      'with another reference': await signOwn(service, payer, withAccountAt(approval, 4, address)),
      'of more': await signOwn(service, payer, withAmount(approval, 12_000_001n)),
      'of less': await signOwn(service, payer, withAmount(approval, 11_999_999n)),
      'of nothing': await signOwn(service, payer, withAmount(approval, 0n)),
      twice: await signOwn(service, payer, approval, withAmount(approval, 1n)),
      'of another wallet': await signOwn(service, stranger, withAccountAt(approval, 3, address)),
      'no transaction': Buffer.alloc(300, 7).toString('base64'),
    };
    for (const [how, signedTransaction] of Object.entries(altered)) {
      const answer = await checkout(service, mandate, 'submit', { signedTransaction });
      expect([how, refusal(answer)]).toEqual([how, '400 transaction_not_issued signedTransaction']);
    }
    const sent = await service.rpc('getSignaturesForAddress', [
      mandate.reference,
      { commitment: 'confirmed' },
    ]);
    // Only the plan that the service itself published.
    expect(sent.length).toBeLessThanOrEqual(1);
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('pending');
  });

  test('a body that holds no transaction at all is refused by its field', async () => {
    const { mandate } = await issuedMandate();
    expect(refusal(await checkout(service, mandate, 'submit', {}))).toBe(
      '400 parameter_missing signedTransaction',
    );
    for (const signedTransaction of [null, '', 5, '???', 'A'.repeat(1645)]) {
      const answer = await checkout(service, mandate, 'submit', { signedTransaction });
      expect(refusal(answer)).toBe('400 parameter_invalid signedTransaction');
    }
  });
});
