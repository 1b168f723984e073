import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, type TestMerchant, TestService } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAccounts,
  withAmount,
} from '../support/wallet-signing.ts';
import {
  advance,
  approve,
  look,
  MONTH,
  newestCharge,
  PRICE,
  reaches,
  type Start,
  subscribe,
  succeeded,
} from '../schedule/support.ts';
import { newPayer, type Payer, slotOnChain } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
let mint: string;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  mint = await service.mint(merchant);
});
afterAll(() => service.stop());

const topUp = (payer: Payer, id: string, body?: unknown) => payer.post(`/mandates/${id}/top_up`, body);
const submit = (payer: Payer, id: string, body: unknown) => payer.post(`/mandates/${id}/submit`, body);
const slot = async (payer: Payer) => (await slotOnChain(service, payer.wallet.address, mint)).amount;
const view = async (payer: Payer, id: string) => (await payer.get(`/mandates/${id}`)).body;

/** A subscription without an end, whose approval covers 12 periods and whose first charge has succeeded: 11 remain. */
function subscribed(payer: Payer, terms: Start['terms'] = {}, to = merchant) {
  return subscribe(service, to, { payer: payer.wallet, terms });
}

async function signAndSubmit(payer: Payer, id: string, issued: Answer): Promise<Answer> {
  return submit(payer, id, { signedTransaction: await signIssued(payer.wallet, issued.body.transaction) });
}

describe.concurrent('a top-up', () => {
  test('of a mandate without an end covers the periods to come, and shows until when', async () => {
    const payer = await newPayer(service, merchant);
    const { id, anchorAt } = await subscribed(payer);
    const issued = await topUp(payer, id, { periods: 24 });
    expect(issued).toMatchObject({
      status: 200,
      body: { object: 'wallet_transaction', approveAmount: String(24n * PRICE), mandate: { id } },
    });
    expect((await view(payer, id)).remainingBudget).toBe(String(11n * PRICE));
    const { status, body } = await signAndSubmit(payer, id, issued);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'active',
      remainingBudget: String(24n * PRICE),
      remainingAllowance: String(24n * PRICE),
      authorizedUntil: anchorAt + 25 * MONTH,
    });
    expect(await slot(payer)).toBe(24n * PRICE);
    expect((await merchant.api.mandates.get(id)).authorizedUntil).toBe(anchorAt + 25 * MONTH);
  });

  test('moves the date until which the merchant may expect charges, which stands in each charge and its events', async () => {
    const club = await service.merchant();
    const payer = await newPayer(service, club);
    const { id, anchorAt } = await subscribed(payer, {}, club);
    const until = async () => {
      const { data } = await club.api.events.list({ mandate: id, type: 'charge.succeeded' });
      return data.map(({ data: { object } }) => (object as { authorizedUntil: number }).authorizedUntil);
    };
    expect(await until()).toEqual([anchorAt + 12 * MONTH]);
    await signAndSubmit(payer, id, await topUp(payer, id, { periods: 24 }));
    await advance(club, MONTH);
    await succeeded(club, id, 2);
    expect(await until()).toEqual([anchorAt + 25 * MONTH, anchorAt + 12 * MONTH]);
    for (const charge of (await club.api.charges.list({ mandate: id })).data)
      expect(charge.authorizedUntil).toBe(anchorAt + 25 * MONTH);
  });

  test('without periods covers as many as at creation, and never makes the budget smaller', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    expect((await topUp(payer, id)).body.approveAmount).toBe(String(12n * PRICE));
    const less = await topUp(payer, id, { periods: 2 });
    expect(less.body.approveAmount).toBe(String(11n * PRICE));
    expect((await signAndSubmit(payer, id, less)).body.remainingBudget).toBe(String(11n * PRICE));
  });

  test('with maxPeriods restores what remains of them, and no more', async () => {
    const payer = await newPayer(service, merchant);
    const held = await subscribed(payer, { maxPeriods: 12 });
    expect(refusal(await topUp(payer, held.id, { periods: 3 }))).toBe('400 parameter_invalid periods');
    await approve(service, held, held.delegate, 1n);
    const issued = await topUp(payer, held.id, {});
    expect(issued.body.approveAmount).toBe(String(11n * PRICE));
    const { body } = await signAndSubmit(payer, held.id, issued);
    expect(body).toMatchObject({
      remainingBudget: String(11n * PRICE),
      remainingAllowance: String(11n * PRICE),
    });
  });

  test("carries the payer's other mandates, which go on", async () => {
    const [club, other] = await Promise.all([service.merchant(), service.merchant('Tea Club')]);
    const payer = await newPayer(service, club);
    const first = await subscribed(payer, {}, club);
    const second = await subscribed(payer, { maxPeriods: 6 }, other);
    const issued = await topUp(payer, first.id, { periods: 20 });
    expect(issued.body.approveAmount).toBe(String(25n * PRICE));
    const { body } = await signAndSubmit(payer, first.id, issued);
    expect(body).toMatchObject({
      remainingBudget: String(20n * PRICE),
      remainingAllowance: String(25n * PRICE),
    });
    expect((await view(payer, second.id)).remainingBudget).toBe(String(5n * PRICE));
    await Promise.all([advance(club, MONTH), advance(other, MONTH)]);
    await Promise.all([succeeded(club, first.id, 2), succeeded(other, second.id, 2)]);
    expect(await slot(payer)).toBe(23n * PRICE);
  });

  test('after the payer lowered the allowance lets the retrying charge succeed at its next try', async () => {
    const club = await service.merchant();
    const payer = await newPayer(service, club);
    const held = await subscribed(payer, {}, club);
    await approve(service, held, held.delegate, 1n);
    await advance(club, MONTH);
    expect(await newestCharge(club, held.id)).toMatchObject({
      status: 'retrying',
      failure: { code: 'allowance_short' },
    });
    await signAndSubmit(payer, held.id, await topUp(payer, held.id));
    await advance(club, 900);
    await succeeded(club, held.id, 2);
    expect(await slot(payer)).toBe(11n * PRICE);
  });

  test('does not cover again what else the payer took back on chain', async () => {
    const payer = await newPayer(service, merchant);
    const kept = await subscribed(payer, { maxPeriods: 12 });
    const gone = await subscribed(payer, { maxPeriods: 12 });
    await service.rpc('autopay_approve', [{ mint, owner: payer.wallet.address, delegate: null }]);
    await eventually(async () => {
      const { delegate } = await slotOnChain(service, payer.wallet.address, mint, 'confirmed');
      return delegate === null;
    });
    // Until that is final nothing is offered.
    const issued = await eventually(async () => {
      const answer = await topUp(payer, kept.id);
      return answer.status === 200 && answer;
    });
    expect(issued.body.approveAmount).toBe(String(11n * PRICE));
    await reaches(merchant, gone.id, 'revoked');
    expect((await merchant.api.mandates.get(kept.id)).status).toBe('active');
  });

  test('renews a budget that its own pulls used up', async () => {
    const club = await service.merchant();
    const payer = await newPayer(service, club);
    const held = await subscribed(payer, {}, club);
    await advance(club, 11 * MONTH);
    await succeeded(club, held.id, 12);
    expect(await view(payer, held.id)).toMatchObject({ status: 'active', remainingBudget: '0' });
    await advance(club, MONTH);
    expect(await newestCharge(club, held.id)).toMatchObject({ status: 'retrying' });
    const issued = await topUp(payer, held.id, { periods: 3 });
    expect(issued.body.approveAmount).toBe(String(3n * PRICE));
    await signAndSubmit(payer, held.id, issued);
    await advance(club, 900);
    await succeeded(club, held.id, 13);
    expect(await view(payer, held.id)).toMatchObject({ remainingBudget: String(2n * PRICE) });
  });

  test('that the wallet broadcast by itself counts by its signature', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const issued = await topUp(payer, id, { periods: 30 });
    const signature = await broadcast(service, await signIssued(payer.wallet, issued.body.transaction));
    expect((await submit(payer, id, { signature })).body.remainingBudget).toBe(String(30n * PRICE));
  });

  test('that landed while the tab was closed is found', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const issued = await topUp(payer, id, { periods: 30 });
    await broadcast(service, await signIssued(payer.wallet, issued.body.transaction));
    await eventually(async () => {
      await service.db`update top_ups set watch_at = 0 where mandate_id = ${id} and watch_at is not null`;
      await look(service, 'accounts:watch');
      return (await view(payer, id)).remainingBudget === String(30n * PRICE);
    });
    const [row] = await service.db`select applied_at, watch_at from top_ups where mandate_id = ${id}`;
    expect([row!['appliedAt'] === null, row!['watchAt']]).toEqual([false, null]);
  });

  test('that landed unnoticed is not cut by what is signed next for another mandate', async () => {
    const payer = await newPayer(service, merchant);
    const first = await subscribed(payer);
    const second = await subscribed(payer);
    const issued = await topUp(payer, first.id, { periods: 30 });
    await broadcast(service, await signIssued(payer.wallet, issued.body.transaction));
    const { body } = await payer.post(`/mandates/${second.id}/cancel`);
    expect(body.approveAmount).toBe(String(30n * PRICE));
  });

  test('counts once, however often and at once it is submitted', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const issued = await topUp(payer, id, { periods: 15 });
    const signedTransaction = await signIssued(payer.wallet, issued.body.transaction);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => submit(payer, id, { signedTransaction })),
    );
    for (const { status } of answers) expect(status).toBe(200);
    const after = (await submit(payer, id, { signedTransaction })).body;
    expect(after.remainingBudget).toBe(String(15n * PRICE));
    const counted = await service.db`select 1 from authorizations where mandate_id = ${id}`;
    expect(counted).toHaveLength(1);
  });
});

// Not beside others, whose looks see every account: two of theirs may end a mandate in between on a slow machine.
describe('a top-up of a mandate that was revoked on chain', () => {
  test('after the payer revoked on chain keeps the mandate, which its payer asks to go on with', async () => {
    const club = await service.merchant();
    const payer = await newPayer(service, club);
    const held = await subscribed(payer, {}, club);
    await approve(service, held, null);
    await look(service, 'accounts:watch');
    const issued = await topUp(payer, held.id, { periods: 12 });
    expect(issued.status).toBe(200);
    expect((await signAndSubmit(payer, held.id, issued)).body.status).toBe('active');
    await advance(club, MONTH);
    await succeeded(club, held.id, 2);
    expect(await slot(payer)).toBe(11n * PRICE);
  });

  test('that is out for signing keeps a mandate that is found gone on chain', async () => {
    const payer = await newPayer(service, merchant);
    const held = await subscribed(payer);
    const issued = await topUp(payer, held.id, { periods: 12 });
    await approve(service, held, null);
    for (let sight = 0; sight < 2; sight += 1) {
      await look(service, 'accounts:watch');
      // Two looks this far apart tell a cancellation from one lying response.
      await setTimeout(3_000);
    }
    expect((await signAndSubmit(payer, held.id, issued)).body).toMatchObject({
      status: 'active',
      remainingAllowance: String(12n * PRICE),
    });
    // Once it counts, the next cancellation is one.
    await approve(service, held, null);
    await eventually(async () => {
      await look(service, 'accounts:watch');
      return (await merchant.api.mandates.get(held.id)).status === 'revoked';
    });
  });
});

describe.concurrent('a budget does not grow', () => {
  test('by an approval with the reference for which no top-up was issued', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const approval = issuedInstruction(await topUp(payer, id, { periods: 50 }));
    await service.db`delete from top_ups where mandate_id = ${id}`;
    const signature = await broadcast(service, await signOwn(service, payer.wallet, approval));
    expect((await submit(payer, id, { signature })).body.remainingBudget).toBe(String(11n * PRICE));
  });

  test('by less than was issued, by an approval without the reference, or by one from before it was issued', async () => {
    const payer = await newPayer(service, merchant);
    const { id, anchorAt } = await subscribed(payer);
    const first = issuedInstruction(await topUp(payer, id, { periods: 50 }));
    const early = await broadcast(service, await signOwn(service, payer.wallet, first));
    const { slot: earlySlot } = await service.rpc('getTransaction', [
      early,
      { commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
    ]);
    const approval = await eventually(async () => {
      await service.db`delete from top_ups where mandate_id = ${id}`;
      const issued = await topUp(payer, id, { periods: 50 });
      const [row] = await service.db`select issued_slot from top_ups where mandate_id = ${id}`;
      // A blockhash is used for half a second: one from before that approval could still be its own.
      return row!['issuedSlot'] > earlySlot && issuedInstruction(issued);
    });
    const less = await broadcast(
      service,
      await signOwn(service, payer.wallet, withAmount(approval, 50n * PRICE - 1n)),
    );
    const bare = { ...approval, accounts: approval.accounts!.slice(0, 4) };
    const other = await broadcast(service, await signOwn(service, payer.wallet, bare));
    for (const signature of [early, less, other]) {
      const { body } = await submit(payer, id, { signature });
      expect(body).toMatchObject({
        remainingBudget: String(11n * PRICE),
        authorizedUntil: anchorAt + 12 * MONTH,
      });
    }
  });

  test("by another wallet's approval of its own account under the reference", async () => {
    const [payer, stranger] = await Promise.all([newPayer(service, merchant), newPayer(service, merchant)]);
    const [held, own] = [await subscribed(payer), await subscribed(stranger)];
    const issued = await topUp(payer, held.id, { periods: 50 });
    const reference = issuedInstruction(issued).accounts![4]!.address;
    const approval = issuedInstruction(await topUp(stranger, own.id, { periods: 50 }));
    const forged = withAccountAt(approval, 4, reference);
    const signature = await broadcast(service, await signOwn(service, stranger.wallet, forged));
    expect((await submit(payer, held.id, { signature })).body.remainingBudget).toBe(String(11n * PRICE));
    expect((await submit(stranger, own.id, { signature })).body.remainingBudget).toBe(String(11n * PRICE));
  });

  test('while the account does not cover it: a later approval had replaced it', async () => {
    const payer = await newPayer(service, merchant);
    const held = await subscribed(payer);
    const issued = await topUp(payer, held.id, { periods: 50 });
    const signature = await broadcast(service, await signIssued(payer.wallet, issued.body.transaction));
    await approve(service, held, held.delegate, 11n * PRICE);
    expect((await submit(payer, held.id, { signature })).body.remainingBudget).toBe(String(11n * PRICE));
  });

  test('of two mandates by one approval that carries both references', async () => {
    const payer = await newPayer(service, merchant);
    const [first, second] = [await subscribed(payer), await subscribed(payer)];
    const one = issuedInstruction(await topUp(payer, first.id, { periods: 20 }));
    const two = issuedInstruction(await topUp(payer, second.id, { periods: 20 }));
    const both = withAccounts(withAmount(one, 100n * PRICE), two.accounts![4]!.address);
    const signature = await broadcast(service, await signOwn(service, payer.wallet, both));
    const budgets = [];
    for (const { id } of [first, second]) {
      budgets.push((await submit(payer, id, { signature })).body.remainingBudget);
    }
    expect(budgets).toEqual([String(11n * PRICE), String(11n * PRICE)]);
  });
});

describe.concurrent('a top-up is refused', () => {
  test('for a mandate that is not an active subscription', async () => {
    const payer = await newPayer(service, merchant);
    const payee = await service.wallet(merchant);
    const pending = await createMandate(service, merchant, payer.wallet, payee);
    expect(refusal(await topUp(payer, pending.id))).toBe('400 parameter_invalid');
    const once = await createMandate(service, merchant, payer.wallet, payee, {
      sellMode: 'once',
      maxPeriods: 1,
      autoAuthorize: undefined,
    });
    expect(refusal(await topUp(payer, once.id))).toBe('400 parameter_invalid');
    const done = await subscribed(payer, { maxPeriods: 1 });
    await reaches(merchant, done.id, 'completed');
    expect(refusal(await topUp(payer, done.id))).toBe('400 parameter_invalid');
    await merchant.api.mandates.revoke(pending.id);
    expect(refusal(await topUp(payer, pending.id))).toBe('409 already_revoked');
    expect(
      await service.db`
      select 1 from top_ups where mandate_id in ${service.db([pending.id, once.id, done.id])}`,
    ).toEqual([]);
  });

  test("for another's mandate, and for periods that are none", async () => {
    const [payer, stranger] = await Promise.all([newPayer(service, merchant), newPayer(service, merchant)]);
    const { id } = await subscribed(payer);
    expect(refusal(await topUp(stranger, id))).toBe('404 resource_missing');
    for (const periods of [0, -1, 1.5, 10_001, '3', null]) {
      expect(refusal(await topUp(payer, id, { periods }))).toBe('400 parameter_invalid periods');
    }
    expect(refusal(await topUp(payer, id, { amount: '5' }))).toBe('400 parameter_invalid amount');
    expect(await service.db`select 1 from top_ups where mandate_id = ${id}`).toEqual([]);
  });
});

describe.concurrent('submitting a top-up', () => {
  test('refuses whatever does not mean what was issued, and sends none of it', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const stranger = await service.wallet(merchant);
    const issued = await topUp(payer, id, { periods: 20 });
    const approval = issuedInstruction(issued);
    const bare = { ...approval, accounts: approval.accounts!.slice(0, 4) };
    const flipped = Buffer.from(await signIssued(payer.wallet, issued.body.transaction), 'base64');
    flipped[flipped.length - 1]! ^= 1;
    const altered = {
      unsigned: issued.body.transaction,
      'changed after signing': flipped.toString('base64'),
      'with more': await signOwn(service, payer.wallet, withAmount(approval, 21n * PRICE)),
      'with less': await signOwn(service, payer.wallet, withAmount(approval, 19n * PRICE)),
      'to another delegate': await signOwn(
        service,
        payer.wallet,
        withAccountAt(approval, 2, stranger.address),
      ),
      'without the reference': await signOwn(service, payer.wallet, bare),
      'with another reference': await signOwn(
        service,
        payer.wallet,
        withAccountAt(approval, 4, stranger.address),
      ),
      'with a second reference': await signOwn(
        service,
        payer.wallet,
        withAccounts(approval, stranger.address),
      ),
      twice: await signOwn(service, payer.wallet, approval, bare),
      'of another wallet': await signOwn(service, stranger, withAccountAt(approval, 3, stranger.address)),
      'no transaction': Buffer.alloc(300, 7).toString('base64'),
    };
    for (const [how, signedTransaction] of Object.entries(altered)) {
      const answer = await submit(payer, id, { signedTransaction });
      expect([how, refusal(answer)]).toEqual([how, '400 transaction_not_issued signedTransaction']);
    }
    expect(await slot(payer)).toBe(11n * PRICE);
    expect((await view(payer, id)).remainingBudget).toBe(String(11n * PRICE));
  });

  test('refuses one that was issued before another mandate was there, which it would starve', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const issued = await topUp(payer, id, { periods: 20 });
    const second = await subscribed(payer);
    const before = await slot(payer);
    expect(refusal(await signAndSubmit(payer, id, issued))).toBe(
      '400 transaction_not_issued signedTransaction',
    );
    expect(await slot(payer)).toBe(before);
    const again = await topUp(payer, id, { periods: 20 });
    expect(again.body.approveAmount).toBe(String(31n * PRICE));
    expect((await signAndSubmit(payer, id, again)).body.remainingBudget).toBe(String(20n * PRICE));
    expect((await view(payer, second.id)).remainingBudget).toBe(String(11n * PRICE));
  });

  test('wants exactly one of its two fields', async () => {
    const payer = await newPayer(service, merchant);
    const { id } = await subscribed(payer);
    const signedTransaction = 'AXw9b3sBAAEDZm9v';
    const signature = '1'.repeat(64);
    expect(refusal(await submit(payer, id, {}))).toBe('400 parameter_missing signedTransaction');
    expect(refusal(await submit(payer, id, { signedTransaction, signature }))).toBe(
      '400 parameter_invalid signature',
    );
    for (const value of ['', null, 5, '???']) {
      expect(refusal(await submit(payer, id, { signedTransaction: value }))).toBe(
        '400 parameter_invalid signedTransaction',
      );
      expect(refusal(await submit(payer, id, { signature: value }))).toBe('400 parameter_invalid signature');
    }
  });
});

test('a top-up that was signed too long ago is refused, not sent, and can be signed anew', async () => {
  const payer = await newPayer(service, merchant);
  const { id } = await subscribed(payer);
  const issued = await topUp(payer, id, { periods: 24 });
  await service.skipSlots(400);
  const refused = await signAndSubmit(payer, id, issued);
  expect(refusal(refused)).toBe('400 transaction_not_issued signedTransaction');
  expect(refused.body.error.message).toContain('blockhash has expired');
  expect(await slot(payer)).toBe(11n * PRICE);
  const again = await signAndSubmit(payer, id, await topUp(payer, id, { periods: 24 }));
  expect(again.body.remainingBudget).toBe(String(24n * PRICE));
});
