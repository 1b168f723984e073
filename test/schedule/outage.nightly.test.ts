import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import {
  advance,
  DAY,
  eventsOf,
  finalize,
  look,
  lookForCancellations,
  newestCharge,
  PRICE,
  reaches,
  type Subscribed,
  subscribe,
  succeeded,
  trail,
} from './support.ts';
import { isOnPlans, ofApprovals } from '../support/scheme-under-test.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
// One node serves all tests here: they take turns.
beforeEach(() => service.setFaults());

const DOWN = { method: '*', kind: 'refuse' };
const DAILY = { periodSeconds: DAY };

/** Charges that a fault set back are due at once, instead of after their back-off. */
async function endBackoff(): Promise<void> {
  await service.db`update charges set backoff_until = null where backoff_until is not null`;
  await look(service, 'charges:collect');
}

describe('while the chain cannot be reached', () => {
  test('days pass without a failed attempt or a revocation, and missed windows are never charged', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt, payee, mint } = await subscribe(service, merchant, { terms: DAILY });
    await service.setFaults(DOWN);
    await advance(merchant, 3.5 * DAY);
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    const open = await newestCharge(merchant, id);
    expect(open).toMatchObject({ status: 'scheduled', attempts: 0, failure: null });
    await service.setFaults();
    await endBackoff();
    await succeeded(merchant, id, 2);

    const events = (await eventsOf(merchant, id)).slice(3);
    expect(events.map(({ type, object }) => [type, object.periodIndex, object.dueAt - anchorAt])).toEqual([
      ['charge.scheduled', 1, DAY],
      ['charge.scheduled', 3, 3 * DAY],
      ['charge.succeeded', 3, 3 * DAY],
      ['charge.scheduled', 4, 4 * DAY],
    ]);
    expect(events.slice(0, 3).map(({ object }) => object.id)).toEqual([open.id, open.id, open.id]);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
  });

  test('a mandate whose last window passes expires, and its open charge is skipped', async () => {
    const merchant = await service.merchant();
    const { id, payee, mint } = await subscribe(service, merchant, { terms: { ...DAILY, maxPeriods: 2 } });
    await service.setFaults(DOWN);
    await advance(merchant, 2 * DAY);
    await reaches(merchant, id, 'expired');
    await service.setFaults();
    await endBackoff();
    await eventually(async () => (await newestCharge(merchant, id)).status === 'skipped');
    expect((await trail(merchant, id)).slice(3)).toEqual([
      'charge.scheduled',
      'mandate.expired',
      'charge.skipped',
    ]);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
  });

  test('a mandate that missed a window expires at its end date, having charged fewer periods than permitted', async () => {
    const merchant = await service.merchant();
    const { id, payee, mint } = await subscribe(service, merchant, { terms: { ...DAILY, maxPeriods: 3 } });
    await service.setFaults(DOWN);
    await advance(merchant, 2.5 * DAY);
    await service.setFaults();
    await endBackoff();
    await succeeded(merchant, id, 2);
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    await advance(merchant, DAY);
    await reaches(merchant, id, 'expired');
    expect((await trail(merchant, id)).slice(-2)).toEqual(['charge.succeeded', 'mandate.expired']);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
  });

  test('a retry that no worker could make in its window moves on like a charge that was never tried', async () => {
    const merchant = await service.merchant();
    const { id, payer, mint } = await subscribe(service, merchant, { periods: 1n, terms: DAILY });
    await advance(merchant, DAY + 10);
    expect(await newestCharge(merchant, id)).toMatchObject({ status: 'retrying', attempts: 1 });
    await merchant.api.test.fund({ address: payer.address, mint, amount: (5n * PRICE).toString() });
    await service.setFaults(DOWN);
    await advance(merchant, 1.5 * DAY);
    await service.setFaults();
    await endBackoff();
    await succeeded(merchant, id, 2);
    expect((await merchant.api.mandates.listCharges(id)).data[1]).toMatchObject({
      periodIndex: 2,
      status: 'succeeded',
      attempts: 1,
    });
    expect((await trail(merchant, id)).slice(3)).toEqual([
      'charge.scheduled',
      'charge.failed',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
    ]);
  });

  test('a cancellation is not seen, and is settled when the chain is back', async () => {
    const merchant = await service.merchant();
    const { id, payer, mint } = await subscribe(service, merchant, { terms: DAILY });
    await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate: null }]);
    await finalize(service);
    await service.setFaults(DOWN);
    await lookForCancellations(service);
    await advance(merchant, 2 * DAY);
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    await service.setFaults();
    await endBackoff();
    await reaches(merchant, id, 'revoked');
    expect((await trail(merchant, id)).slice(-2)).toEqual(['charge.abandoned', 'mandate.revoked']);
  });
});

test('a charge that a killed worker held is taken up again once its lease is over', async () => {
  const merchant = await service.merchant();
  const { id, payee, mint } = await subscribe(service, merchant, { terms: DAILY });
  await service.setFaults(DOWN);
  await advance(merchant, DAY);
  const leave = (leaseEnd: number) => service.db`
    update charges set status = 'processing', lease_token = 'of a dead worker', backoff_until = null, wake_at = ${leaseEnd}
    where mandate_id = ${id} and status <> 'succeeded'`;
  const now = Math.floor(Date.now() / 1000);
  await leave(now + 60);
  await service.setFaults();
  await look(service, 'charges:collect');
  expect((await newestCharge(merchant, id)).status).toBe('processing');
  await leave(now - 1);
  await look(service, 'charges:collect');
  await succeeded(merchant, id, 2);
  expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
});

test("a success that is learned of in the next window is followed by that window's own charge", async () => {
  const merchant = await service.merchant();
  const { id, anchorAt, payee, mint } = await subscribe(service, merchant, { terms: DAILY });
  // Sent and landed, but nobody hears what became of it until the next window has begun.
  await service.setFaults({ method: 'getSignatureStatuses', kind: 'refuse' });
  const held = advance(merchant, DAY);
  await eventually(async () => (await balanceOnChain(service, payee.address, mint)) === 1n + 2n * PRICE);
  await service.db`
    update merchants set clock_offset_seconds = clock_offset_seconds + ${DAY} where id = ${merchant.id}`;
  await service.setFaults();
  await held;
  await succeeded(merchant, id, 3);
  const { data } = await merchant.api.mandates.listCharges(id);
  expect(data.map(({ periodIndex, dueAt, status }) => [periodIndex, dueAt - anchorAt, status])).toEqual([
    [3, 3 * DAY, 'scheduled'],
    [2, 2 * DAY, 'succeeded'],
    [1, DAY, 'succeeded'],
    [0, 0, 'succeeded'],
  ]);
});

test('of two charges due together a wallet pays the one that it can, and the other once it is topped up', async () => {
  const merchant = await service.merchant();
  const first = await subscribe(service, merchant, { periods: 3n, terms: DAILY });
  const { payer, payee, mint } = first;
  const second = await subscribe(service, merchant, { payer, payee, terms: DAILY });
  // To the second: both are found payable, and the chain refuses the later one.
  await service.db`
    update charges set (due_at, next_attempt_at, wake_at) =
      (select due_at, next_attempt_at, wake_at from charges where mandate_id = ${first.id} and status = 'scheduled')
    where mandate_id = ${second.id} and status = 'scheduled'`;
  await advance(merchant, DAY + 10);
  const counts = await Promise.all(
    [first, second].map(async ({ id }) => (await merchant.api.mandates.get(id)).periodsCharged),
  );
  expect(counts.toSorted()).toEqual([1, 2]);
  const late = counts[0] === 1 ? first : second;
  expect(await newestCharge(merchant, late.id)).toMatchObject({
    status: 'retrying',
    attempts: 1,
    failure: { code: 'insufficient_funds' },
  });
  await merchant.api.test.fund({ address: payer.address, mint, amount: PRICE.toString() });
  await advance(merchant, 900);
  await succeeded(merchant, late.id, 2);
  expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 4n * PRICE);
  expect(await balanceOnChain(service, payer.address, mint)).toBe(0n);
});

describe('an account that no node can judge yet', () => {
  /** Two cancelled mandates; of the first that a look comes to, the authorization is said to be in a slot still to come. */
  async function oneAheadOfTheChain(terms: object) {
    const merchant = await service.merchant();
    const mandates = [
      await subscribe(service, merchant, { terms: { ...DAILY, ...terms } }),
      await subscribe(service, merchant, { terms: { ...DAILY, ...terms } }),
    ];
    const placeOf = ({ id, payer }: Subscribed) => (isOnPlans ? id : payer.address);
    const [unjudged, judged] = mandates.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    for (const { payer, mint } of mandates)
      await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate: null }]);
    await finalize(service);
    await service.db`update mandates set authorization_slot = 1000000000 where id = ${unjudged!.id}`;
    return { merchant, unjudged: unjudged!, judged: judged! };
  }

  test('does not keep the sweep from noticing the cancellations behind it', async () => {
    const { merchant, unjudged, judged } = await oneAheadOfTheChain({ trialSeconds: 7 * DAY });
    await lookForCancellations(service);
    await setTimeout(3_000);
    await lookForCancellations(service);
    await reaches(merchant, judged.id, 'revoked');
    expect((await merchant.api.mandates.get(unjudged.id)).status).toBe('active');
  });

  ofApprovals('does not keep a charge of the same batch from being paid', async () => {
    const { merchant, unjudged, judged } = await oneAheadOfTheChain({});
    const { mint, payer, delegate } = judged;
    await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate, amount: '5000000' }]);
    await finalize(service);
    await advance(merchant, DAY + 10);
    await succeeded(merchant, judged.id, 2);
    expect(await newestCharge(merchant, unjudged.id)).toMatchObject({ status: 'scheduled', attempts: 0 });
  });
});
