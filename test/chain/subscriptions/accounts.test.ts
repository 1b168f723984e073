import { describe, expect, it } from 'vitest';
import {
  parseAuthority,
  parsePlan,
  parseSubscription,
} from '../../../server/chain/subscriptions/accounts.ts';
import { SUBSCRIPTIONS_PROGRAM } from '../../../server/chain/subscriptions/address.ts';
import {
  authorityOf,
  EVENT_AUTHORITY,
  planOf,
  subscriptionOf,
} from '../../../server/chain/subscriptions/addresses.ts';
import type { RawAccount } from '../../../server/chain/tokens.ts';
import { getProgramDerivedAddress } from '@solana/kit';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { randomAddress } from '../support.ts';
import { createAnyPlan } from './raw-instructions.ts';
import { makePlan, must, readRaw, startPlanGround, subscribedPayer } from './support.ts';

const PARSERS = { authority: parseAuthority, plan: parsePlan, subscription: parseSubscription };

describeUnless(missingBuilds(), "the Subscriptions program's accounts", () => {
  it.each(SUBSCRIPTIONS_BUILDS)('are told apart, and from accounts of other programs (%s)', async (build) => {
    const ground = await startPlanGround(build);
    const plan = await makePlan(ground);
    const payer = await subscribedPayer(ground, plan);
    const accounts: Record<string, RawAccount> = {
      authority: (await readRaw(ground, await authorityOf(payer.payer, payer.mint)))!,
      plan: (await readRaw(ground, plan.plan))!,
      subscription: (await readRaw(ground, await subscriptionOf(plan.plan, payer.payer)))!,
      source: (await readRaw(ground, payer.source))!,
    };
    expect(Object.values(accounts).map(({ data }) => data.length)).toEqual([106, 491, 155, 165]);
    for (const [kind, parse] of Object.entries(PARSERS)) {
      for (const [name, raw] of Object.entries(accounts))
        expect([kind, name, parse(raw) !== null]).toEqual([kind, name, kind === name]);
      const own = accounts[kind]!;
      expect(parse({ ...own, owner: payer.payer })).toBeNull();
      expect(parse({ ...own, data: own.data.subarray(1) })).toBeNull();
      expect(parse({ ...own, data: Uint8Array.of(9, ...own.data.subarray(1)) })).toBeNull();
      expect(parse(null)).toBeNull();
    }
    await ground.stop();
  });

  it.each(SUBSCRIPTIONS_BUILDS)('list up to four destinations and pullers (%s)', async (build) => {
    const ground = await startPlanGround(build);
    const four = await Promise.all([1, 2, 3, 4].map(randomAddress));
    const terms = {
      ...ground.token,
      owner: ground.owner.address,
      amountAtomic: 1n,
      periodHours: 1n,
      endsAt: 0n,
    };
    for (const [planId, lists] of [
      [1n, { destinations: four, pullers: four.toReversed() }],
      [2n, { destinations: four.slice(0, 3), pullers: [] }],
      [3n, { destinations: [], pullers: four.slice(1) }],
    ] as const) {
      await must(ground, [await createAnyPlan({ ...terms, ...lists, planId })], [ground.owner]);
      const { address } = await planOf(ground.owner.address, planId);
      expect(parsePlan(await readRaw(ground, address))).toMatchObject({ planId, ...lists });
    }
    await ground.stop();
  });
});

describe("the Subscriptions program's addresses", () => {
  it('are derived once per process and are the same again', async () => {
    const [payer, mint, plan] = [await randomAddress(), await randomAddress(), await randomAddress()];
    expect(await authorityOf(payer, mint)).toBe(await authorityOf(payer, mint));
    expect(await authorityOf(mint, payer)).not.toBe(await authorityOf(payer, mint));
    expect(await subscriptionOf(plan, payer)).toBe(await subscriptionOf(plan, payer));
    expect(await subscriptionOf(payer, plan)).not.toBe(await subscriptionOf(plan, payer));
    expect(await planOf(payer, 1n)).not.toEqual(await planOf(payer, 2n));
  });

  it('include the one that signs events', async () => {
    const seeds = ['event_authority'];
    const [address] = await getProgramDerivedAddress({ programAddress: SUBSCRIPTIONS_PROGRAM, seeds });
    expect(EVENT_AUTHORITY).toBe(address);
  });
});
