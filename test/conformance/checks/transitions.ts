import assert from 'node:assert/strict';
import { landed } from '../wallet.ts';
import { eventually } from '../../support/eventually.ts';
import { refused } from '../client.ts';
import { afterPending } from './after-pending.ts';
import type { Checks } from './check.ts';

/** What becomes of mandates. */
export const MANDATE_TRANSITIONS: Checks = {
  '(new): POST /v1/mandates without autoAuthorize -> pending': async (world) => {
    const { shop, created, id } = await world.completed();
    assert.equal(created.body.status, 'pending');
    assert.equal(typeof created.body.client_secret, 'string');
    assert.equal((await world.mandate(shop, id)).body.client_secret, undefined);
    await world.event(shop, 'mandate.created', id);
    return created;
  },
  'pending: POST /v1/checkout/mandates/{id}/refresh -> active': async (world) => {
    // Not without the payer's authorization on chain.
    const common = await world.shop();
    const untouched = await world.open(common);
    assert.equal((await world.checkout(common, untouched, 'refresh')).body.status, 'pending');
    assert.equal((await world.mandate(common, untouched.id)).body.status, 'pending');
    const { shop, refreshed, first, id } = await world.completed();
    assert.match(refreshed.path, /refresh$/);
    assert.equal(refreshed.body.status, 'active');
    assert.equal(first.body.data.at(-1).status, 'succeeded');
    await world.event(shop, 'mandate.activated', id);
    return refreshed;
  },
  'active: charge on a trial mandate -> active': async (world) => {
    const { refreshed, during, after } = await world.trial();
    assert.equal(refreshed.body.status, 'active');
    assert.deepEqual(statuses(during.body), ['scheduled']);
    assert.equal(during.body.data[0].dueAt, refreshed.body.trialEndsAt);
    assert.equal(refreshed.body.trialEndsAt, refreshed.body.startAt + 7 * 86_400);
    assert.deepEqual(statuses(after.body), ['scheduled', 'succeeded']);
    return after;
  },
  '(a mandate not yet revoked): POST /v1/mandates/{id}/revoke (merchant) -> revoked': async (world) => {
    const { shop, revoked, id, after } = await world.revoked();
    assert.equal(revoked.body.status, 'revoked');
    assert.equal(
      after.body.data.filter(({ status }: { status: string }) => status === 'succeeded').length,
      1,
    );
    await world.event(shop, 'mandate.revoked', id);
    // Whatever state it was in otherwise.
    const common = await world.shop();
    const pending = await world.open(common);
    const ended = await common.ok('POST', `/v1/mandates/${pending.id}/revoke`);
    assert.equal(ended.body.status, 'revoked');
    await world.event(common, 'mandate.revoked', pending.id);
    return revoked;
  },
  'revoked: revoke again -> revoked (unchanged)': async (world) => {
    const { shop, id } = await world.revoked();
    // Its plan may be on its way to the chain still, which the mandate shows once it is there.
    const before = await eventually(async () => {
      const now = await world.mandate(shop, id);
      return now.body.planSignature !== null && now;
    });
    const again = await shop.call('POST', `/v1/mandates/${id}/revoke`);
    assert.deepEqual((await world.mandate(shop, id)).body, before.body);
    return refused(again, 409, 'already_revoked');
  },
  'active or pending: payer cancels on chain, or dunning gives up -> revoked': async (world) => {
    const dunned = await world.dunned();
    assert.equal(dunned.ended.body.status, 'revoked');
    await world.event(dunned.shop, 'mandate.revoked', dunned.id);
    const { shop, id, pending, pendingEnded } = await world.cancelled();
    await world.event(shop, 'mandate.revoked', id);
    await world.event(shop, 'mandate.revoked', pending.id);
    const { data } = (await shop.ok('GET', `/v1/events?type=mandate.activated&mandate=${pending.id}`)).body;
    assert.deepEqual(data, []);
    return pendingEnded;
  },
  '(any): activation attempted on a mandate that is already activated or revoked -> unchanged': async (
    world,
  ) => {
    const { answers, unchanged } = await afterPending(world);
    for (const answer of answers) refused(answer, 409, 'mandate_not_pending');
    for (const { before, after } of unchanged) assert.deepEqual(after.body, before.body);
    return answers.at(-1)!;
  },
  '(any): mandate passes its end date -> expired': async (world) => {
    const { shop, ended, id } = await world.expired();
    assert.equal(ended.body.status, 'expired');
    await world.event(shop, 'mandate.expired', id);
    const active = await world.outlived();
    await world.event(active.shop, 'mandate.expired', active.id);
    assert.equal(active.ended.body.periodsCharged, 1);
    return active.ended;
  },
  '(any): nothing further will be charged -> completed': async (world) => {
    const { shop, ended, id } = await world.completed();
    assert.equal(ended.body.periodsCharged, 3);
    await world.event(shop, 'mandate.completed', id);
    const purchase = await world.purchased();
    assert.equal(purchase.ended.body.status, 'completed');
    return ended;
  },
};

/** What becomes of charges. */
export const CHARGE_TRANSITIONS: Checks = {
  'a future charge is placed on the schedule -> scheduled': async (world) => {
    const { shop, first, id } = await world.completed();
    const [next, paid] = first.body.data;
    assert.equal(next.status, 'scheduled');
    assert.equal(next.dueAt, paid.dueAt + 86_400);
    await world.event(shop, 'charge.scheduled', id);
    return first;
  },
  'attempt settles -> succeeded': async (world) => {
    const { shop, first, id } = await world.completed();
    const charge = first.body.data.at(-1);
    assert.equal(charge.status, 'succeeded');
    // Money moved: three charges are with the payee, and nowhere else.
    const { payer, paid } = await world.completed();
    assert.deepEqual(paid, { payee: 3_000_000n, payer: -3_000_000n }, payer.address);
    await landed(shop.at.localnetUrl!, charge.txSignature);
    const events = await world.event(shop, 'charge.succeeded', id);
    assert.equal(events.body.data.at(-1).data.object.txSignature, charge.txSignature);
    return first;
  },
  'attempt fails -> retrying': async (world) => {
    const { shop, retrying, id } = await world.dunned();
    const [charge] = retrying.body.data;
    assert.equal(charge.status, 'retrying');
    assert.ok(charge.nextAttemptAt > charge.dueAt, 'It has no next attempt.');
    await world.event(shop, 'charge.failed', id);
    return retrying;
  },
  'retries are exhausted, or the allowance is gone -> abandoned': async (world) => {
    const { shop, retrying, abandoned, id } = await world.dunned();
    const [charge] = abandoned.body.data;
    assert.deepEqual([charge.status, charge.nextAttemptAt], ['abandoned', null]);
    assert.ok(charge.attempts > retrying.body.data[0].attempts, 'It was not tried again before.');
    await world.event(shop, 'charge.abandoned', id);
    const cancelled = await world.cancelled();
    const [gone] = cancelled.charges.body.data;
    assert.deepEqual([gone.status, gone.failure.code], ['abandoned', 'allowance_gone']);
    await world.event(cancelled.shop, 'charge.abandoned', cancelled.id);
    return abandoned;
  },
  'charge falls due while the mandate is no longer active -> skipped': async (world) => {
    const { shop, after, id } = await world.revoked();
    assert.equal(after.body.data[0].status, 'skipped');
    await world.event(shop, 'charge.skipped', id);
    return after;
  },
};

function statuses(list: { data: { status: string }[] }): string[] {
  return list.data.map(({ status }) => status);
}
