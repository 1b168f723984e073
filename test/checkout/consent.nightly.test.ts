import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAccounts,
  withAmount,
} from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
});
beforeEach(async () => {
  payer = await service.wallet(merchant, { amount: '100000000' });
});
afterAll(() => service.stop());

const create = (terms: Record<string, unknown> = {}) => createMandate(service, merchant, payer, payee, terms);
const issue = (mandate: MandateWithSecret) => checkout(service, mandate, 'instruction');
const refresh = (mandate: MandateWithSecret, signature?: string) =>
  checkout(service, mandate, 'refresh', signature === undefined ? {} : { signature });

async function expectPending(mandate: MandateWithSecret, signature?: string) {
  const answer = await refresh(mandate, signature);
  expect(answer).toMatchObject({ status: 200, body: { status: 'pending', firstCharge: null } });
  expect(await eventTypes(merchant, mandate.id)).toEqual(['mandate.created']);
}

describe('a merchant who holds the client_secret cannot activate a mandate that its payer did not sign', () => {
  test("with its own signature in the payer's place", async () => {
    const mandate = await create();
    const approval = issuedInstruction(await issue(mandate));
    // Owner is the merchant's wallet, of the payer's account: the token program refuses it, so it lands as failed.
    const forged = await signOwn(service, payee, withAccountAt(approval, 3, payee.address));
    const submitted = await checkout(service, mandate, 'submit', { signedTransaction: forged });
    expect(refusal(submitted)).toBe('400 transaction_not_issued signedTransaction');
    const { signature } = await sendUnchecked(forged);
    await expectPending(mandate, signature);
  });

  test("with an approval of its own account under the payer's reference", async () => {
    const mandate = await create();
    const own = await createMandate(service, merchant, payee, payer);
    const approval = issuedInstruction(await issue(own));
    const landed = await broadcast(
      service,
      await signOwn(service, payee, withAccountAt(approval, 4, mandate.reference)),
    );
    await expectPending(mandate, landed);
  });

  test('with an approval that the payer gave to another mandate, before or after', async () => {
    const earlier = await create();
    await authorizeMandate(service, earlier, payer);
    const mandate = await create();
    const later = await create({ trialSeconds: 3600 });
    const landed = await broadcast(service, await signIssued(payer, (await issue(later)).body.transaction));
    await expectPending(mandate, landed);
    await expectPending(mandate);
    expect((await refresh(later)).body.status).toBe('active');
  });

  test('with an old and larger approval, which names no mandate at all', async () => {
    const mandate = await create();
    const approval = issuedInstruction(await issue(mandate));
    const unlimited = withAmount({ ...approval, accounts: approval.accounts!.slice(0, 4) }, 2n ** 64n - 1n);
    await expectPending(mandate, await broadcast(service, await signOwn(service, payer, unlimited)));
  });

  test('with a reference that stands beside the approval and not in it', async () => {
    const mandate = await create();
    const approval = issuedInstruction(await issue(mandate));
    const bare = { ...approval, accounts: approval.accounts!.slice(0, 4) };
    // A transfer of nothing in the same transaction carries it.
    const order = await create({ sellMode: 'once', maxPeriods: 1 });
    const transfer = withAccountAt(
      withAmount(issuedInstruction(await issue(order)), 0n),
      4,
      mandate.reference,
    );
    await expectPending(mandate, await broadcast(service, await signOwn(service, payer, bare, transfer)));
  });
});

describe('an approval', () => {
  test("that carries another mandate's reference counts for that one, whose terms were signed", async () => {
    const [first, second] = [await create(), await create()];
    const approval = issuedInstruction(await issue(first));
    const wire = await signOwn(service, payer, withAccountAt(approval, 4, second.reference));
    const signature = await broadcast(service, wire);
    await expectPending(first, signature);
    expect((await refresh(second, signature)).body.status).toBe('active');
  });

  test('that carries two references activates none: it names the terms of neither', async () => {
    const [first, second] = [await create(), await create()];
    const approval = withAccounts(issuedInstruction(await issue(first)), second.reference);
    const doubled = withAmount(approval, 100_000_000n);
    const signature = await broadcast(service, await signOwn(service, payer, doubled));
    await Promise.all([refresh(first, signature), refresh(second, signature)]);
    const states = await Promise.all([first, second].map(({ id }) => merchant.api.mandates.get(id)));
    expect(states.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  test('of less than the budget is consent without cover: still pending, and the full sum is offered again', async () => {
    const mandate = await create();
    const approval = issuedInstruction(await issue(mandate));
    const signature = await broadcast(
      service,
      await signOwn(service, payer, withAmount(approval, 11_999_999n)),
    );
    await expectPending(mandate, signature);
    const view = await authorizeMandate(service, mandate, payer);
    expect(view.status).toBe('active');
  });
});

describe('two mandates of one payer on one mint', () => {
  test('are approved together, as the view says in parts, and both are charged every period', async () => {
    const club = await service.merchant('Tea Club');
    const mine = await createMandate(service, club, payer, payee, { amountPerPeriod: '1000' });
    await authorizeMandate(service, mine, payer);
    const second = await createMandate(service, club, payer, payee, { amountPerPeriod: '20' });
    // One period of the first was pulled already.
    const parts = [
      { mandateId: second.id, amount: '240' },
      { mandateId: null, amount: '11000' },
    ];
    expect((await checkout(service, second, '')).body).toMatchObject({
      approveAmount: '11240',
      approveParts: parts,
    });
    const foreign = await create();
    expect((await checkout(service, foreign, '')).body.approveParts).toEqual([
      { mandateId: foreign.id, amount: '12000000' },
      { mandateId: null, amount: '11000' },
    ]);
    expect((await authorizeMandate(service, second, payer)).status).toBe('active');
    await club.api.test.advanceClock({ seconds: 2 * 30 * 86_400 });
    expect((await club.api.mandates.get(mine.id)).periodsCharged).toBe(3);
    expect((await club.api.mandates.get(second.id)).periodsCharged).toBe(3);
    const mint = await service.mint(merchant);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(100_000_000n - 3_000n - 60n);
  });

  test('are not covered together when one was cancelled on chain: that is settled before the next approval is offered', async () => {
    const cancelled = await create();
    await authorizeMandate(service, cancelled, payer);
    const mint = await service.mint(merchant);
    await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate: null }]);
    const next = await create({ amountPerPeriod: '20' });
    // Gone for good only once it was seen twice, two seconds apart, on finalized slots.
    await eventually(async () => {
      await issue(next);
      return (await merchant.api.mandates.get(cancelled.id)).status === 'revoked';
    });
    expect((await checkout(service, next, '')).body.approveAmount).toBe('240');
    expect((await eventTypes(merchant, cancelled.id)).slice(-1)).toEqual(['mandate.revoked']);
    expect((await authorizeMandate(service, next, payer)).status).toBe('active');
  });

  test('may be approved at each sum that was issued, while it still covers both', async () => {
    const club = await service.merchant('Coffee Club');
    const hourly = { amountPerPeriod: '1000', periodSeconds: 3600 };
    await authorizeMandate(service, await createMandate(service, club, payer, payee, hourly), payer);
    const second = await createMandate(service, club, payer, payee, { amountPerPeriod: '20' });
    const signedTransaction = await signIssued(payer, (await issue(second)).body.transaction);
    await club.api.test.advanceClock({ seconds: 3600 });
    // The first took a period meanwhile, so that less is asked for now.
    await issue(second);
    expect((await checkout(service, second, '')).body.approveAmount).toBe('10240');
    const answer = await checkout(service, second, 'submit', { signedTransaction });
    expect(answer).toMatchObject({ status: 200, body: { status: 'active' } });
  });

  test('are not starved by an older approval that lands late: it activates nothing, and the next one covers both', async () => {
    const [older, newer] = [await create(), await create({ amountPerPeriod: '20' })];
    const signedOlder = await signIssued(payer, (await issue(older)).body.transaction);
    await authorizeMandate(service, newer, payer);
    const signature = await broadcast(service, signedOlder);
    // 12 periods of the older; the 11 that remain of the newer are not in it.
    await expectPending(older, signature);
    expect((await checkout(service, older, '')).body.approveAmount).toBe('12000220');
    expect((await authorizeMandate(service, older, payer)).status).toBe('active');
    await merchant.api.test.advanceClock({ seconds: 30 * 86_400 });
    expect((await merchant.api.mandates.get(older.id)).periodsCharged).toBe(2);
    expect((await merchant.api.mandates.get(newer.id)).periodsCharged).toBe(2);
  });
});

/** Lands a transaction that fails on chain, as anyone can who skips the preflight. */
async function sendUnchecked(wire: string): Promise<{ signature: string }> {
  const signature = await service.rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
  await expect
    .poll(async () => (await service.rpc('getSignatureStatuses', [[signature]])).value[0]?.confirmationStatus)
    .toMatch(/confirmed|finalized/);
  return { signature };
}
