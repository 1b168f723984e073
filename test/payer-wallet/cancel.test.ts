import { address } from '@solana/kit';
import { getRevokeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { randomAddress, seedMandate } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAmount,
} from '../support/wallet-signing.ts';
import {
  accountOf,
  advance,
  approve,
  look,
  MONTH,
  newestCharge,
  PRICE,
  reaches,
  subscribe,
  succeeded,
  trail,
} from '../schedule/support.ts';
import { airdrop, fundedWallet } from '../support/wallets.ts';
import { newPayer, type Payer, signIn, slotOnChain } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
let mint: string;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  mint = await service.mint(merchant);
});
afterAll(() => service.stop());

const cancel = (payer: Payer, id: string) => payer.post(`/mandates/${id}/cancel`);
const submit = (payer: Payer, id: string, body: unknown) => payer.post(`/mandates/${id}/submit`, body);
const slot = (payer: Payer) => slotOnChain(service, payer.wallet.address, mint);

/** A subscription of 12 periods whose first charge has succeeded: 11 remain. */
function subscribed(payer: Payer, to: TestMerchant = merchant) {
  return subscribe(service, to, { payer: payer.wallet, terms: { maxPeriods: 12 } });
}

describe.concurrent('cancelling', () => {
  test('stops every pull at once, before anything is signed', async () => {
    const club = await service.merchant();
    const payer = await newPayer(service, club);
    const { id } = await subscribed(payer, club);
    const before = await balanceOnChain(service, payer.wallet.address, mint);
    const { status, body } = await cancel(payer, id);
    expect([status, body.object, body.mandate.status]).toEqual([200, 'wallet_transaction', 'revoked']);
    expect(body.mandate).toMatchObject({ remainingBudget: '0', nextChargeAt: null });
    await advance(club, 3 * MONTH);
    expect(await balanceOnChain(service, payer.wallet.address, mint)).toBe(before);
    expect((await trail(club, id)).slice(3)).toEqual([
      'charge.scheduled',
      'mandate.revoked',
      'charge.skipped',
    ]);
    expect(await newestCharge(club, id)).toMatchObject({ status: 'skipped', txSignature: null });
  });

  test('answers the revocation to sign, which empties the delegate slot; then there is nothing left to take back', async () => {
    const payer = await newPayer(service, merchant);
    const { id, delegate } = await subscribed(payer);
    expect(await slot(payer)).toEqual({ delegate, amount: 11n * PRICE });
    const { body } = await cancel(payer, id);
    expect(body).toMatchObject({ approveAmount: '0', mandate: { remainingAllowance: String(11n * PRICE) } });
    const signedTransaction = await signIssued(payer.wallet, body.transaction);
    const answer = await submit(payer, id, { signedTransaction });
    expect(answer).toMatchObject({
      status: 200,
      body: { object: 'wallet_mandate', status: 'revoked', remainingAllowance: '0' },
    });
    expect(await slot(payer)).toEqual({ delegate: null, amount: 0n });
    // The response was lost and the page sends it again.
    expect((await submit(payer, id, { signedTransaction })).status).toBe(200);

    expect(await merchant.api.mandates.get(id)).toMatchObject({
      endedBy: 'payer',
      endedAt: expect.any(Number),
    });

    const again = await cancel(payer, id);
    expect(again).toMatchObject({
      status: 200,
      body: { transaction: null, instruction: null, approveAmount: null, lastValidBlockHeight: null },
    });
    expect((await trail(merchant, id)).filter((type) => type === 'mandate.revoked')).toHaveLength(1);
  });

  test("leaves exactly what the payer's other mandates need, and they go on", async () => {
    const [club, other] = await Promise.all([service.merchant(), service.merchant('Tea Club')]);
    const payer = await newPayer(service, club);
    const first = await subscribed(payer, club);
    const second = await subscribed(payer, other);
    await advance(other, MONTH);
    await succeeded(other, second.id, 2);

    const { body } = await cancel(payer, first.id);
    expect(body.approveAmount).toBe(String(10n * PRICE));
    const signedTransaction = await signIssued(payer.wallet, body.transaction);
    expect((await submit(payer, first.id, { signedTransaction })).body.remainingAllowance).toBe(
      String(10n * PRICE),
    );
    expect(await slot(payer)).toEqual({ delegate: second.delegate, amount: 10n * PRICE });
    await look(service, 'accounts:watch');
    await advance(other, MONTH);
    await succeeded(other, second.id, 3);
    expect(await slot(payer)).toEqual({ delegate: second.delegate, amount: 9n * PRICE });
    expect((await cancel(payer, first.id)).body.transaction).toBeNull();
  });

  test('a wallet without SOL is told so when it submits, and nothing is sent', async () => {
    const wallet = await fundedWallet(service, { mint, amount: '100000000' });
    const payee = await service.wallet(merchant);
    const { id } = await createMandate(service, merchant, wallet, payee, { autoAuthorize: true });
    const payer = await signIn(service, wallet);
    const { body } = await cancel(payer, id);
    const signedTransaction = await signIssued(wallet, body.transaction);
    const refused = await submit(payer, id, { signedTransaction });
    expect(refusal(refused)).toBe('402 verification_failed');
    expect(refused.body.error.message).toMatch(/too little SOL for the network fee\. Nothing was sent\./);
    await airdrop(service, wallet.address, 1_000_000_000);
    expect((await submit(payer, id, { signedTransaction })).status).toBe(200);
    expect((await slot(payer)).delegate).toBeNull();
  });

  test('works for a Token-2022 token just the same', async () => {
    const other = await service.mint(merchant, 'token-2022');
    const payer = await newPayer(service, merchant, { mint: other });
    const own = { mint: other, payer: payer.wallet, terms: { maxPeriods: 12 } };
    const first = await subscribe(service, merchant, own);
    const second = await subscribe(service, merchant, own);
    for (const [{ id }, left] of [
      [first, 11n * PRICE],
      [second, 0n],
    ] as const) {
      const { body } = await cancel(payer, id);
      expect(body.approveAmount).toBe(left.toString());
      const signedTransaction = await signIssued(payer.wallet, body.transaction);
      expect((await submit(payer, id, { signedTransaction })).body.remainingAllowance).toBe(left.toString());
    }
    expect(await slotOnChain(service, payer.wallet.address, other)).toEqual({ delegate: null, amount: 0n });
  });

  test('twenty times at once ends it once', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(payer, id)));
    for (const { status, body } of answers) expect([status, body.mandate.status]).toEqual([200, 'revoked']);
    expect((await trail(merchant, id)).filter((type) => type === 'mandate.revoked')).toHaveLength(1);
  });

  test('a pending mandate ends it with nothing to take back, and what is signed for it later opens nothing', async () => {
    const payer = await newPayer(service, merchant);
    const payee = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer.wallet, payee);
    const issued = await checkout(service, mandate, 'instruction');
    const { status, body } = await cancel(payer, mandate.id);
    expect([status, body.mandate.status, body.transaction]).toEqual([200, 'revoked', null]);
    await broadcast(service, await signIssued(payer.wallet, issued.body.transaction));
    expect(refusal(await checkout(service, mandate, 'refresh'))).toBe('409 mandate_not_pending');
    // That approval stands on chain, so now there is something to take back.
    const later = await cancel(payer, mandate.id);
    expect(later.body).toMatchObject({ approveAmount: '0', mandate: { status: 'revoked' } });
    expect(await trail(merchant, mandate.id)).toEqual(['mandate.created', 'mandate.revoked']);
  });

  test('what its merchant revoked or what completed changes nothing, and gives the revocation all the same', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    await merchant.api.mandates.revoke(id);
    expect((await cancel(payer, id)).body).toMatchObject({
      approveAmount: '0',
      mandate: { status: 'revoked' },
    });

    const short = await newPayer(service, merchant);
    const done = await subscribe(service, merchant, { payer: short.wallet, terms: { maxPeriods: 1 } });
    await reaches(merchant, done.id, 'completed');
    const { body } = await cancel(short, done.id);
    expect([body.mandate.status, body.transaction]).toEqual(['completed', null]);
    expect((await trail(merchant, done.id)).at(-1)).toBe('mandate.completed');
  });

  test("another's or no mandate is missing, and stays as it was", async () => {
    const [payer, stranger] = await Promise.all([newPayer(service, merchant), newPayer(service, merchant)]);
    const { id } = await subscribed(payer);
    for (const foreign of [id, 'man_1111111111111111111111', 'x']) {
      expect(refusal(await cancel(stranger, foreign))).toBe('404 resource_missing');
      const signed = { signedTransaction: 'AXw9b3sBAAEDZm9v' };
      expect(refusal(await submit(stranger, foreign, signed))).toBe('404 resource_missing');
    }
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
  });

  test("gives nothing to sign while another application's key, or none, holds the slot", async () => {
    const payer = await newPayer(service, merchant);
    const held = await subscribed(payer);
    await approve(service, held, randomAddress(), 5n * PRICE);
    const { body } = await cancel(payer, held.id);
    expect(body).toMatchObject({
      transaction: null,
      mandate: { status: 'revoked', remainingAllowance: '0' },
    });
  });

  test('never raises what the payer lowered by hand', async () => {
    const payer = await newPayer(service, merchant);
    const first = await subscribed(payer);
    const second = await subscribed(payer);
    await approve(service, second, second.delegate, 3n * PRICE);
    expect((await cancel(payer, first.id)).body.transaction).toBeNull();
    expect(await slot(payer)).toEqual({ delegate: second.delegate, amount: 3n * PRICE });
  });

  test('works while the mode has no chain at all', async () => {
    const payer = await newPayer(service, merchant);
    const live = { merchantId: merchant.id, livemode: true };
    const { id } = await seedMandate(service.running.deployment, live);
    await service.db`update mandates set payer = ${payer.wallet.address} where id = ${id}`;
    const { status, body } = await cancel(payer, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      livemode: true,
      transaction: null,
      mandate: { status: 'revoked', remainingAllowance: null },
    });
    const signed = { signedTransaction: 'AXw9b3sBAAEDZm9v' };
    expect(refusal(await submit(payer, id, signed))).toBe('400 broadcast_unavailable');
  });
});

describe.concurrent('submitting a revocation', () => {
  test('refuses whatever would take from other mandates, or is not what was issued, and sends none of it', async () => {
    const payer = await newPayer(service, merchant);
    const first = await subscribed(payer);
    const second = await subscribed(payer);
    const issued = await cancel(payer, first.id);
    const approval = issuedInstruction(issued);
    const { account: source, tokenProgram } = await accountOf(service, payer.wallet.address, mint);
    const owner = address(payer.wallet.address);
    const revoke = getRevokeInstruction({ source, owner }, { programAddress: tokenProgram });
    const ownerSigns = { ...revoke, accounts: [revoke.accounts[0], approval.accounts![3]!] };
    const stranger = await service.wallet(merchant);
    const flipped = Buffer.from(await signIssued(payer.wallet, issued.body.transaction), 'base64');
    flipped[flipped.length - 1]! ^= 1;
    const altered = {
      unsigned: issued.body.transaction,
      'changed after signing': flipped.toString('base64'),
      'less than the other needs': await signOwn(service, payer.wallet, withAmount(approval, 1n)),
      'more than the other needs': await signOwn(service, payer.wallet, withAmount(approval, 12n * PRICE)),
      'the whole slot': await signOwn(service, payer.wallet, ownerSigns),
      'to another delegate': await signOwn(
        service,
        payer.wallet,
        withAccountAt(approval, 2, stranger.address),
      ),
      'with a second instruction': await signOwn(service, payer.wallet, approval, ownerSigns),
      'of another wallet': await signOwn(service, stranger, withAccountAt(approval, 3, stranger.address)),
      'no transaction': Buffer.alloc(300, 7).toString('base64'),
    };
    for (const [how, signedTransaction] of Object.entries(altered)) {
      const answer = await submit(payer, first.id, { signedTransaction });
      expect([how, refusal(answer)]).toEqual([how, '400 transaction_not_issued signedTransaction']);
    }
    expect(await slot(payer)).toEqual({ delegate: second.delegate, amount: 22n * PRICE });
  });

  test('takes the signature of what the wallet broadcast by itself', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const { body } = await cancel(payer, id);
    const signature = await broadcast(service, await signIssued(payer.wallet, body.transaction));
    expect((await submit(payer, id, { signature })).body.remainingAllowance).toBe('0');
  });

  test('is nothing for an active or pending mandate', async () => {
    const payer = await newPayer(service, merchant);
    const payee = await service.wallet(merchant);
    const first = await subscribed(payer);
    const { body } = await cancel(payer, first.id);
    const pending = await createMandate(service, merchant, payer.wallet, payee);
    const signedTransaction = await signIssued(payer.wallet, body.transaction);
    const refused = '400 transaction_not_issued signedTransaction';
    expect(refusal(await submit(payer, pending.id, { signedTransaction }))).toBe(refused);
    await authorizeMandate(service, pending, payer.wallet);
    expect(refusal(await submit(payer, pending.id, { signedTransaction }))).toBe(refused);
    // It was issued before the other mandate was there, which it would starve.
    expect(refusal(await submit(payer, first.id, { signedTransaction }))).toBe(refused);
    expect((await slot(payer)).amount).toBe(11n * PRICE);
  });
});
