import { expect } from 'vitest';
import { advanceTestClock } from '../../server/test-mode/clock.ts';
import { makePlan, tokensOf } from '../chain/subscriptions/support.ts';
import { testTenant } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import {
  charge,
  collect,
  HOUR,
  mandateOf,
  pass,
  startPlanWorldInRealTime,
  type Subscribed,
  subscribedMandate,
} from '../support/plan-scheme.ts';
import { AMOUNT, booksOf, onBothBuilds, received, typesOf } from './subscription-support.ts';

onBothBuilds('charges and the windows of their subscriptions', (both) => {
  both('are made once in each window, however often they are looked at', async (world) => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    await pass(world, HOUR);
    await charge(world);
    await charge(world);
    expect(await received(world)).toBe(2n * AMOUNT);
    expect(await booksOf(world, mandate)).toEqual([
      [0, 'succeeded', 0],
      [1, 'succeeded', 0],
      [2, 'scheduled', 0],
    ]);
  });

  both('of windows that passed while the service was down are never made', async (world) => {
    const mandate = await subscribedMandate(world);
    await pass(world, 2 * HOUR + 1800);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    expect(await booksOf(world, mandate)).toEqual([
      [2, 'succeeded', 0],
      [3, 'scheduled', 0],
    ]);
  });

  both('are all made, and the mandate completes', async (world) => {
    const plan = await makePlan(world.ground, { endsAt: BigInt(world.ground.clock.seconds() + 3 * HOUR) });
    await pass(world, 600);
    const mandate = await subscribedMandate(world, { plan, maxPeriods: 3 });
    for (let period = 0; period < 3; period += 1) {
      await charge(world);
      await pass(world, HOUR);
    }
    expect(await received(world)).toBe(3n * AMOUNT);
    expect((await mandateOf(world, mandate.id)).status).toBe('completed');
  });

  both('are not signed in the last minutes of their plan, and the mandate expires', async (world) => {
    const plan = await makePlan(world.ground, { endsAt: BigInt(world.ground.clock.seconds() + HOUR) });
    await pass(world, 600);
    const mandate = await subscribedMandate(world, { plan, maxPeriods: 1 });
    // 150 s before the plan ends, which is ten minutes before the window would.
    await pass(world, HOUR - 600 - 150);
    await charge(world);
    expect(await received(world)).toBe(0n);
    expect(await booksOf(world, mandate)).toEqual([[0, 'skipped', 0]]);
    expect((await mandateOf(world, mandate.id)).status).toBe('expired');
  });

  both('after a trial wait for the next window where the first would leave no time', async (world) => {
    const mandate = await subscribedMandate(world, { trialSeconds: HOUR - 600 });
    await pass(world, HOUR - 600);
    await charge(world);
    expect(await booksOf(world, mandate)).toEqual([[0, 'scheduled', 0]]);
    await pass(world, 599);
    await charge(world);
    expect(await received(world)).toBe(0n);
    await pass(world, 1);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    // The next is due ten minutes before its window again.
    await pass(world, HOUR - 600);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    await pass(world, 600);
    await charge(world);
    expect(await received(world)).toBe(2n * AMOUNT);
  });

  for (const ahead of [90, -90])
    both(
      `are made in their windows by a chain whose clock is ${ahead} s ahead`,
      async (world) => {
        const mandate = await subscribedMandate(world);
        for (let period = 0; period < 4; period += 1) {
          // Due by one clock, and perhaps not yet by the other.
          await charge(world);
          await pass(world, 90);
          await charge(world);
          expect(await received(world)).toBe(BigInt(period + 1) * AMOUNT);
          await pass(world, HOUR - 90);
        }
        const books = await booksOf(world, mandate);
        expect(books.slice(0, 4).map(([period, status]) => [period, status])).toEqual(
          [0, 1, 2, 3].map((period) => [period, 'succeeded']),
        );
        expect(await typesOf(world, mandate)).not.toContain('charge.failed');
      },
      { ahead },
    );

  both('wait for a chain whose clock falls behind, which is no failed attempt', async (world) => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    await pass(world, HOUR - 90);
    world.clock.advance(90);
    // The service's hour is over, and the program's is not.
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    expect((await booksOf(world, mandate))[1]).toEqual([1, 'scheduled', 0]);
    await pass(world, 90);
    await charge(world);
    expect(await received(world)).toBe(2n * AMOUNT);
  });

  both('are not signed when the chain’s clock runs ahead to the end of their window', async (world) => {
    const mandate = await subscribedMandate(world);
    world.ground.clock.wait(90);
    // The schedule's window is open for 20 s more.
    await pass(world, HOUR - 200);
    await charge(world);
    expect(await received(world)).toBe(0n);
    expect(await booksOf(world, mandate)).toEqual([[1, 'scheduled', 0]]);
    await pass(world, 200);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
  });

  both(
    'follow the test clock of their merchant, and of no other',
    async (world) => {
      const { deployment, chain, tenant, ground } = world;
      const [own, other] = [
        await subscribedMandate(world),
        await subscribedMandate(world, { tenant: await testTenant(deployment) }),
      ];
      await advanceTestClock(deployment, chain, tenant, 3 * HOUR);
      const charged = async ({ payer }: Subscribed) =>
        1_000_000_000n - (await tokensOf(ground, payer.source));
      expect(await charged(own)).toBe(4n * AMOUNT);
      // The other one's first is due in real time, and perhaps nobody has looked yet.
      await collect(world);
      await eventually(async () => (await charged(other)) === AMOUNT);
      // A day without the service: one charge, and then one for each hour again.
      await deployment.db`update charges set wake_at = wake_at + ${24 * HOUR} where mandate_id = ${own.id} and wake_at > 0`;
      await advanceTestClock(deployment, chain, tenant, 26 * HOUR);
      expect(await charged(own)).toBe(6n * AMOUNT);
      expect(await charged(other)).toBe(AMOUNT);
      expect(await typesOf(world, own)).not.toContain('charge.failed');
    },
    { start: startPlanWorldInRealTime },
  );
});
