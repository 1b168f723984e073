import { expect } from 'vitest';
import {
  cancelSubscription,
  deletePlan,
  updatePlanForms,
} from '../../server/chain/subscriptions/instructions.ts';
import {
  type MadePlan,
  makePlan,
  must,
  pull,
  readPlan,
  readSubscription,
  REFUSED,
  run,
  tokensOf,
} from '../chain/subscriptions/support.ts';
import { payerStepInstruction, stateOf } from '../../server/chain/subscriptions/payer-steps.ts';
import { readSubscription as readSubscriptionReads } from '../../server/chain/subscriptions/read-subscription.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { hasPlan } from '../../server/mandates/subscribed.ts';
import { fund, randomAddress } from '../chain/support.ts';
import {
  charge,
  chargesOf,
  HOUR,
  mandateOf,
  pass,
  type PlanWorld,
  type Subscribed,
  subscribedMandate,
} from '../support/plan-scheme.ts';
import {
  AMOUNT,
  booksOf,
  collectTwice,
  dieAt,
  drain,
  onBothBuilds,
  received,
  resend,
  sign,
  typesOf,
} from './subscription-support.ts';

/** After the second period has opened, and long before the third. */
const LASTS = HOUR + 1_000;
const BY_OWNER = /^The plan that the payer subscribed to has ended or is gone/;

/** A plan that the merchant's wallet owns, and that pays this wallet. */
async function merchantsPlan({ ground }: PlanWorld, wanted: { planId?: bigint } = {}): Promise<MadePlan> {
  const { net, token, owner } = ground;
  await fund(net, token.mint, owner.address, 0n);
  return makePlan(ground, { ...wanted, payee: owner.address });
}

/** What the merchant's wallet signs without the service: the plan ends in so many seconds, and may be pulled through until then. */
async function end({ ground }: PlanWorld, { plan }: MadePlan, seconds: number) {
  const read = (await readPlan(ground, plan))!;
  const endsAt = BigInt(ground.clock.seconds() + seconds);
  const forms = await updatePlanForms(read, { isActive: false, endsAt, pullers: read.pullers });
  return run(ground, [forms.at(-1)!], [ground.owner]);
}

const erase = async ({ ground }: PlanWorld, plan: MadePlan) =>
  run(ground, [await deletePlan(plan)], [ground.owner]);

/** What the plan's owner was paid. */
const earned = async ({ ground }: PlanWorld) =>
  tokensOf(ground, await tokenAccountOf(ground.owner.address, ground.token.mint, ground.token.tokenProgram));

/** It was the merchant who ended it, and nothing is left to do for it, however much time passes. */
async function expectEndedByMerchant(world: PlanWorld, mandate: Subscribed): Promise<void> {
  const { deployment } = world;
  const attempts = () => deployment.db`select id from attempts where mandate_id = ${mandate.id}`;
  expect(await mandateOf(world, mandate.id)).toMatchObject({ status: 'revoked', endedBy: 'merchant' });
  expect((await chargesOf(world, mandate.id)).at(-1)).toMatchObject({
    status: 'abandoned',
    failureCode: 'allowance_gone',
    failureMessage: expect.stringMatching(BY_OWNER),
    nextAttemptAt: null,
    wakeAt: null,
  });
  const [books, made] = [await booksOf(world, mandate), (await attempts()).length];
  for (let period = 0; period < 3; period += 1) {
    await pass(world, HOUR);
    await charge(world);
  }
  expect(await booksOf(world, mandate)).toEqual(books);
  expect(await attempts()).toHaveLength(made);
  const ends = (await typesOf(world, mandate)).filter((type) =>
    /abandoned|skipped|revoked|expired/.test(type),
  );
  expect(ends).toEqual(['charge.abandoned', 'mandate.revoked']);
}

onBothBuilds('charges of a plan that its owner deletes on chain', (both) => {
  both(
    'are made until its end, before which the program lets nobody delete it, and then no more',
    async (world) => {
      const { ground } = world;
      const plan = await merchantsPlan(world);
      const mandate = await subscribedMandate(world, { plan });
      await charge(world);
      expect((await erase(world, plan)).failure).toBe(REFUSED.endless);
      expect((await end(world, plan, HOUR - 1)).failure).toBe(REFUSED.endTooSoon);
      expect((await end(world, plan, LASTS)).failure).toBeNull();
      await pass(world, HOUR);
      expect((await erase(world, plan)).failure).toBe(REFUSED.endless);
      await charge(world);
      expect(await earned(world)).toBe(2n * AMOUNT);

      await pass(world, LASTS - HOUR + 1);
      expect((await erase(world, plan)).failure).toBeNull();
      expect(await readSubscription(ground, plan.plan, mandate.payer.payer)).not.toBeNull();
      // The next period opens with nothing to pull it through.
      await pass(world, HOUR - 1_000);
      expect(await pull(ground, mandate.payer, plan)).toBe(REFUSED.planClosed);
      await collectTwice(world);
      expect(await booksOf(world, mandate)).toEqual([
        [0, 'succeeded', 0],
        [1, 'succeeded', 0],
        [2, 'abandoned', 0],
      ]);
      await expectEndedByMerchant(world, mandate);
      expect(await earned(world)).toBe(2n * AMOUNT);
    },
  );

  both('are not counted as another failure of a payer whose payment was being tried again', async (world) => {
    const plan = await merchantsPlan(world);
    const mandate = await subscribedMandate(world, { plan });
    await end(world, plan, LASTS);
    await pass(world, HOUR);
    const refill = await drain(world, mandate);
    await charge(world);
    expect((await booksOf(world, mandate)).at(-1)).toMatchObject([expect.any(Number), 'retrying', 1]);
    await pass(world, LASTS - HOUR + 1);
    await refill();
    expect((await erase(world, plan)).failure).toBeNull();
    await collectTwice(world);
    await expectEndedByMerchant(world, mandate);
    expect(await earned(world)).toBe(0n);
  });

  both('were signed and do not land: nothing moves, and the mandate ends', async (world) => {
    const plan = await merchantsPlan(world);
    const mandate = await subscribedMandate(world, { plan });
    await end(world, plan, LASTS);
    await pass(world, LASTS - 181);
    await dieAt(world, 'attempt:committed');
    // Longer than any signature of the service lives: nothing that it signs meets a deleted plan, unless clocks are wrong.
    await pass(world, 182);
    expect((await erase(world, plan)).failure).toBeNull();
    await resend(world);
    await collectTwice(world);
    await pass(world, 60);
    await collectTwice(world);
    await expectEndedByMerchant(world, mandate);
    expect(await earned(world)).toBe(0n);
  });

  both('are not made through one of the same terms in its place', async (world) => {
    const { ground } = world;
    const plan = await merchantsPlan(world);
    const mandate = await subscribedMandate(world, { plan });
    await charge(world);
    await end(world, plan, LASTS);
    await pass(world, LASTS + 1);
    await must(ground, [await deletePlan(plan)], [ground.owner]);
    const again = await merchantsPlan(world, { planId: plan.planId });
    expect(again.plan).toBe(plan.plan);
    await collectTwice(world);
    await expectEndedByMerchant(world, mandate);
    expect(await earned(world)).toBe(AMOUNT);
  });

  both('of a plan that is not the merchant’s end too, by nobody that is known', async (world) => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    const { plan } = mandate;
    await charge(world);
    await end(world, plan, LASTS);
    await pass(world, LASTS + 1);
    await must(ground, [await deletePlan(plan)], [ground.owner]);
    await pass(world, HOUR);
    await collectTwice(world);
    expect(await mandateOf(world, mandate.id)).toMatchObject({ status: 'revoked', endedBy: null });
    expect(await received(world)).toBe(AMOUNT);
  });

  both(
    'leave the payer the way out: to cancel and close the subscription, one after the other',
    async (world) => {
      const { ground } = world;
      const plan = await merchantsPlan(world);
      const mandate = await subscribedMandate(world, { plan });
      await end(world, plan, LASTS);
      await pass(world, LASTS + 1);
      await must(ground, [await deletePlan(plan)], [ground.owner]);
      await collectTwice(world);
      const row = await mandateOf(world, mandate.id);
      if (!hasPlan(row)) throw new Error('Bug: it has no plan');
      const signed = [];
      for (;;) {
        const reads = await readSubscriptionReads(ground.chain, row, { commitment: 'confirmed' });
        const { next, standing } = stateOf(row, reads, { isActive: false, now: ground.clock.seconds() });
        if (next === null) {
          expect([signed, standing]).toEqual([['cancel', 'close'], 'none']);
          return;
        }
        const terms = { ...row, reference: await randomAddress() };
        await sign(world, mandate, await payerStepInstruction(next, terms, reads));
        signed.push(next);
      }
    },
  );

  both('are the payer’s to end as before: one who cancelled on chain first, did', async (world) => {
    const { ground } = world;
    const plan = await merchantsPlan(world);
    const mandate = await subscribedMandate(world, { plan });
    await charge(world);
    const { payer, wallet } = mandate.payer;
    await must(ground, [await cancelSubscription({ payer, plan: plan.plan })], [wallet]);
    await end(world, plan, LASTS);
    await pass(world, LASTS + 1);
    await must(ground, [await deletePlan(plan)], [ground.owner]);
    await collectTwice(world);
    expect(await mandateOf(world, mandate.id)).toMatchObject({ status: 'revoked', endedBy: 'payer' });
  });
});
