import { expect } from 'vitest';
import { listSendable } from '../../server/attempts/queries.ts';
import { resolveOnce } from '../../server/attempts/resolve-attempts.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { startRecovery } from '../../server/recovery/chain-state.ts';
import { settle } from '../chain/support.ts';
import { charge, chargesOf, collect, HOUR, pass, record, subscribedMandate } from '../support/plan-scheme.ts';
import {
  AMOUNT,
  booksOf,
  dieAt,
  onBothBuilds,
  pullBesideTheService,
  received,
  resend,
  typesOf,
} from './subscription-support.ts';

/** A forgotten signature is dead by then. */
const PAST_EXPIRY_SLOTS = 190;

onBothBuilds('charges through subscriptions, whatever dies or is forgotten', (both) => {
  for (const point of ['charge:claimed', 'attempt:signed', 'attempt:committed', 'attempt:sent'] as const) {
    both(`are made once although the process dies at ${point}`, async (world) => {
      const mandate = await subscribedMandate(world);
      await dieAt(world, point);
      await resend(world);
      // What was not committed is collected again when its lease is over.
      await pass(world, 62);
      await charge(world);
      expect(await received(world)).toBe(AMOUNT);
      expect((await booksOf(world, mandate))[0]).toEqual([0, 'succeeded', 0]);
    });

    both(
      `of a window that passed after the process died at ${point} are not made in the next`,
      async (world) => {
        const mandate = await subscribedMandate(world);
        await dieAt(world, point);
        const moved = point === 'attempt:sent' ? AMOUNT : 0n;
        await pass(world, HOUR);
        await record(world);
        await pass(world, 65);
        await charge(world);
        await charge(world);
        expect(await received(world)).toBe(AMOUNT + moved);
        const books = await booksOf(world, mandate);
        expect(books.filter(([, status]) => status === 'succeeded').map(([period]) => period)).toEqual(
          moved > 0n ? [0, 1] : [1],
        );
      },
    );
  }

  both('are recorded once although the process dies when it knows that one landed', async (world) => {
    const { deployment, chain, ground } = world;
    const mandate = await subscribedMandate(world);
    const sent = await collect(world);
    await settle(ground.net);
    const { promise: died, resolve } = Promise.withResolvers<void>();
    const crashPoint = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    void resolveOnce({ ...deployment, crashPoint }, APPLIERS, chain, sent);
    await died;
    await record(world);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    expect(await booksOf(world, mandate)).toEqual([
      [0, 'succeeded', 0],
      [1, 'scheduled', 0],
    ]);
  });

  both('move on when everything signed for them expired and their window is over', async (world) => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    await pass(world, HOUR - 200);
    await ground.net.setFaults({ method: 'sendTransaction', kind: 'drop' });
    await charge(world);
    expect(await booksOf(world, mandate)).toEqual([[0, 'processing', 0]]);
    await pass(world, 80);
    await record(world);
    await ground.net.setFaults();
    await pass(world, 5);
    await charge(world);
    // Past the end of its window for the schedule, before it on chain: nothing is signed any more.
    expect(await received(world)).toBe(0n);
    expect(await booksOf(world, mandate)).toEqual([[1, 'scheduled', 0]]);
    // Nothing was signed for the period that it is of now.
    expect((await chargesOf(world, mandate.id))[0]!.signatures).toBe(0);
    await pass(world, 115);
    await charge(world);
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    expect((await booksOf(world, mandate))[0]).toEqual([1, 'succeeded', 0]);
    expect(await typesOf(world, mandate)).not.toContain('charge.failed');
  });

  both(
    'are not sent again for longer than their bytes live as a rule, since they would be pulled later',
    async (world) => {
      const { deployment, clock } = world;
      await subscribedMandate(world);
      await dieAt(world, 'attempt:committed');
      const [attempt] = await deployment.db<{ id: string }[]>`select id from attempts`;
      const sendable = (now: number) => listSendable(deployment.db, [attempt!.id], now);
      expect(await sendable(clock.seconds() + 89)).toHaveLength(1);
      expect(await sendable(clock.seconds() + 90)).toEqual([]);
    },
  );

  both(
    'that the chain refuses for what came in between are ours to try again, not the payer’s failure',
    async (world) => {
      const mandate = await subscribedMandate(world);
      await charge(world, {
        at: { point: 'attempt:committed', run: () => pullBesideTheService(world, mandate) },
      });
      await resend(world);
      const [refused] = await chargesOf(world, mandate.id);
      expect(refused).toMatchObject({ status: 'processing', attempts: 0, signatures: 1 });
      const [attempt] = await world.deployment.db`select state, error from attempts`;
      expect(attempt).toMatchObject({ state: 'failed', error: expect.stringContaining('400') });
      expect(await received(world)).toBe(AMOUNT);
      await pass(world, 6);
      await charge(world);
      expect((await chargesOf(world, mandate.id))[0]).toMatchObject({ failureCode: 'allowance_short' });
    },
  );

  both('are found by their reference when the database forgot them', async (world) => {
    const { deployment } = world;
    const mandate = await subscribedMandate(world);
    await collect(world);
    await settle(world.ground.net);
    await deployment.db`delete from attempts`;
    await deployment.db`
      update charges set status = 'scheduled', signatures = 1, wake_at = ${world.clock.seconds()}`;
    await charge(world);
    expect((await booksOf(world, mandate))[0]).toEqual([0, 'succeeded', 0]);
    expect(await deployment.db`select 1 from attempts`).toHaveLength(0);
    expect(await received(world)).toBe(AMOUNT);
  });

  both('are found on chain after a restore, and none is made that was forgotten', async (world) => {
    const { deployment, ground } = world;
    const { db } = deployment;
    const [paid, unpaid] = [await subscribedMandate(world), await subscribedMandate(world)];
    await db`update charges set wake_at = ${world.clock.seconds() + 10} where mandate_id = ${unpaid.id}`;
    await db`update chains set seen_slot = ${Number(await ground.net.call('getSlot'))}`;
    await charge(world);
    expect(await received(world)).toBe(AMOUNT);
    // What a restore leaves: the charge of before it was made.
    await pass(world, 20);
    await db`delete from settlements`;
    await db`delete from events`;
    await db`delete from attempts`;
    await db`delete from charges where mandate_id = ${paid.id} and period_index = 1`;
    await db`update mandates set pulled = 0, periods_charged = 0`;
    await db`
      update charges set status = 'scheduled', attempts = 0, signatures = 0, tx_signature = null, settled_at = null, receipt_number = null,
        wake_at = ${world.clock.seconds()}, next_attempt_at = due_at where mandate_id = ${paid.id}`;
    await startRecovery(db, world.clock.seconds());
    await charge(world);
    await ground.net.advance(PAST_EXPIRY_SLOTS);
    for (let round = 0; round < 3; round += 1) {
      await pass(world, 20);
      await charge(world);
    }
    expect((await booksOf(world, paid))[0]).toEqual([0, 'succeeded', 0]);
    expect((await booksOf(world, unpaid))[0]).toEqual([0, 'succeeded', 0]);
    expect(await received(world)).toBe(2n * AMOUNT);
    const attempts = await db`select mandate_id from attempts`;
    expect(attempts.map(({ mandateId }) => mandateId)).toEqual([unpaid.id]);
  });
});
