import { getRevokeInstruction } from '@solana-program/token';
import { expect } from 'vitest';
import { approvalInstruction } from '../../server/chain/authorization.ts';
import {
  cancelSubscription,
  closeSubscription,
  revokeAuthority,
} from '../../server/chain/subscriptions/instructions.ts';
import { noticeSubscriptionEnd } from '../../server/delegations/notice-subscription-end.ts';
import { endMandate } from '../../server/mandates/end-mandate.ts';
import { lockMandate } from '../../server/mandates/queries.ts';
import { hasPlan } from '../../server/mandates/subscribed.ts';
import { open, readSubscription, subscribeTo } from '../chain/subscriptions/support.ts';
import { randomAddress } from '../chain/support.ts';
import { charge, chargesOf, HOUR, mandateOf, pass, subscribedMandate } from '../support/plan-scheme.ts';
import {
  AMOUNT,
  booksOf,
  collectTwice,
  dieAt,
  resend,
  onBothBuilds,
  received,
  sign,
  typesOf,
} from './subscription-support.ts';

/** A retry comes at most a fifth of the period after the attempt that failed. */
const RETRY = HOUR / 5;

onBothBuilds('charges of subscriptions that end', (both) => {
  both(
    'end with the subscription that the payer cancelled, which the program would still let be pulled',
    async (world) => {
      const mandate = await subscribedMandate(world);
      await sign(
        world,
        mandate,
        await cancelSubscription({ payer: mandate.payer.payer, plan: mandate.plan.plan }),
      );
      await charge(world);
      expect((await mandateOf(world, mandate.id)).status).toBe('active');
      expect(await booksOf(world, mandate)).toEqual([[0, 'scheduled', 0]]);
      await pass(world, 6);
      await charge(world);
      expect(await booksOf(world, mandate)).toEqual([[0, 'abandoned', 0]]);
      expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
      expect(await typesOf(world, mandate)).toEqual(['charge.abandoned', 'mandate.revoked']);
      expect(await received(world)).toBe(0n);
    },
  );

  both('do not end while one is on its way: if it lands, the subscription was there', async (world) => {
    const { deployment, chain } = world;
    const mandate = await subscribedMandate(world);
    await dieAt(world, 'attempt:committed');
    const { payer } = mandate.payer;
    await sign(world, mandate, await cancelSubscription({ payer, plan: mandate.plan.plan }));
    const notice = async () => {
      const row = await mandateOf(world, mandate.id);
      return hasPlan(row) && noticeSubscriptionEnd(deployment, chain, row);
    };
    expect(await notice()).toBe('unknown');
    await resend(world);
    // The program lets the period of a cancelled subscription be pulled, and it was signed before.
    expect(await received(world)).toBe(AMOUNT);
    expect(await notice()).toBe('suspected');
    await pass(world, 6);
    expect(await notice()).toBe('ended');
    expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
  });

  both('end when the payer took the delegate back, or closed the authority', async (world) => {
    const [one, two] = [await subscribedMandate(world), await subscribedMandate(world)];
    const owner = one.payer.wallet;
    await sign(world, one, getRevokeInstruction({ source: one.payer.source, owner }));
    const rentPayer = world.ground.feePayer.address;
    await sign(world, two, await revokeAuthority(two.payer, { rentPayer }));
    await collectTwice(world);
    for (const { id } of [one, two]) expect((await mandateOf(world, id)).status).toBe('revoked');
    expect(await received(world)).toBe(0n);
  });

  both('end with a subscription that was closed and opened anew: its periods are others', async (world) => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    const rentPayer = ground.feePayer.address;
    const { payer } = mandate.payer;
    const { plan } = mandate.plan;
    await charge(world);
    await sign(world, mandate, await cancelSubscription({ payer, plan }));
    await pass(world, HOUR + 600);
    await sign(world, mandate, await closeSubscription({ payer, plan, rentPayer }));
    expect((await subscribeTo(ground, mandate.payer, mandate.plan)).failure).toBeNull();
    const { periodStartsAt } = (await readSubscription(ground, plan, payer))!;
    expect(Number(periodStartsAt)).toBe(mandate.subscribedAt + HOUR + 600);
    await collectTwice(world);
    expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
    expect(await received(world)).toBe(AMOUNT);
  });

  both(
    'are retried while another application holds the payer’s token account, and end nothing',
    async (world) => {
      const { ground } = world;
      const mandate = await subscribedMandate(world);
      const { payer } = mandate;
      const terms = { ...payer, delegate: await randomAddress(), reference: null, decimals: 6 };
      await sign(world, mandate, await approvalInstruction({ ...terms, amountAtomic: AMOUNT }));
      await charge(world);
      const [failed] = await chargesOf(world, mandate.id);
      expect(failed).toMatchObject({ status: 'retrying', attempts: 1, failureCode: 'allowance_short' });
      expect(failed!.failureMessage).toMatch(/another application/);
      const row = await mandateOf(world, mandate.id);
      expect(hasPlan(row) && (await noticeSubscriptionEnd(world.deployment, world.chain, row))).toBe(
        'displaced',
      );
      await open(ground, payer);
      await pass(world, RETRY);
      await charge(world);
      expect(await received(world)).toBe(AMOUNT);
      expect((await mandateOf(world, mandate.id)).status).toBe('active');
    },
  );

  both('are not made for a mandate that has ended, although its subscription is alive', async (world) => {
    const { deployment } = world;
    const mandate = await subscribedMandate(world);
    await charge(world);
    await deployment.db.begin(async (tx) => {
      await endMandate(tx, await lockMandate(tx, mandate.id), 'revoke', world.clock.seconds(), 'merchant');
    });
    await pass(world, HOUR);
    await charge(world);
    expect((await booksOf(world, mandate))[1]).toEqual([1, 'skipped', 0]);
    // Revoked between signing and committing: nothing is sent.
    const other = await subscribedMandate(world);
    const revoke = () =>
      deployment.db.begin(async (tx) => {
        await endMandate(tx, await lockMandate(tx, other.id), 'revoke', world.clock.seconds(), 'merchant');
      });
    await charge(world, { at: { point: 'attempt:signed', run: async () => void (await revoke()) } });
    expect(await deployment.db`select 1 from attempts where mandate_id = ${other.id}`).toHaveLength(0);
    expect(await received(world)).toBe(AMOUNT);
  });
});
