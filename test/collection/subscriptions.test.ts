import type { Address, Instruction } from '@solana/kit';
import { getRevokeInstruction } from '@solana-program/token';
import { afterEach, expect, it } from 'vitest';
import { approvalInstruction } from '../../server/chain/authorization.ts';
import {
  cancelSubscription,
  closeSubscription,
  revokeAuthority,
} from '../../server/chain/subscriptions/instructions.ts';
import { transferInstruction } from '../../server/chain/transfer.ts';
import { noticeSubscriptionEnd } from '../../server/delegations/notice-subscription-end.ts';
import { endMandate } from '../../server/mandates/end-mandate.ts';
import { lockMandate } from '../../server/mandates/queries.ts';
import { hasPlan } from '../../server/mandates/subscribed.ts';
import { readReceipt } from '../../server/receipts/read-receipt.ts';
import {
  type Build,
  makePlan,
  must,
  open,
  pullOf,
  readSubscription,
  subscribedPayer,
  subscribeTo,
  tokensOf,
} from '../chain/subscriptions/support.ts';
import { fund, randomAddress, settle } from '../chain/support.ts';
import {
  charge,
  chargesOf,
  collect,
  HOUR,
  mandateOf,
  pass,
  type PlanWorld,
  record,
  startPlanWorld,
  type Subscribed,
  subscribedMandate,
} from '../support/plan-scheme.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';

const AMOUNT = 10_000_000n;
/** A retry comes at most a fifth of the period after the attempt that failed. */
const RETRY = HOUR / 5;

let world: PlanWorld;
afterEach(() => world.drop());

const received = () => tokensOf(world.ground, world.ground.payee.account);

/** Period, status and failed attempts of each charge. */
const booksOf = async ({ id }: Subscribed) =>
  (await chargesOf(world, id)).map(({ periodIndex, status, attempts }) => [periodIndex, status, attempts]);

const typesOf = async ({ id }: Subscribed) => {
  const rows = await world.deployment.db<{ type: string }[]>`
    select type from events where mandate_id = ${id}`;
  return rows.map(({ type }) => type).toSorted();
};

const sign = ({ payer }: Subscribed, instruction: Instruction) =>
  must(world.ground, [instruction], [payer.wallet]);

/** The payer's tokens go elsewhere. What it returns brings them back. */
async function drain(mandate: Subscribed): Promise<() => Promise<Address>> {
  const { net } = world.ground;
  const { payer, source, mint, tokenProgram } = mandate.payer;
  const amountAtomic = await tokensOf(world.ground, source);
  const destination = await fund(net, mint, await randomAddress(), 0n);
  const move = { source, destination, mint, tokenProgram, decimals: 6, amountAtomic, authority: payer };
  await sign(mandate, transferInstruction({ ...move, references: [] }));
  return () => fund(net, mint, payer, amountAtomic);
}

/** The plan's amount of this period is pulled by the service's key, but not by the service. */
async function pullBesideTheService(mandate: Subscribed): Promise<void> {
  const { ground } = world;
  await must(ground, [await pullOf(ground, mandate.payer, mandate.plan)], [ground.delegate]);
}

/** Collects as far as a point at which the process dies: nothing happens any more, and nothing is given back. */
async function dieAt(point: 'charge:claimed' | 'attempt:signed' | 'attempt:committed' | 'attempt:sent') {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const run = () => {
    resolve();
    return new Promise<void>(() => {});
  };
  void collect(world, { at: { point, run } });
  await died;
}

/** The resolver sends again what is not on chain, and records what became of it. */
async function resend(): Promise<void> {
  await pass(world, 3);
  await record(world);
  await record(world);
}

/** Sees and revokes as often as a revocation takes. */
async function collectTwice(): Promise<void> {
  await charge(world);
  await pass(world, 3);
  await charge(world);
}

describeUnless(missingBuilds(), 'charges that are pulled through subscriptions', () => {
  for (const build of SUBSCRIPTIONS_BUILDS) tests(build);
});

function tests(build: Build) {
  const both = (
    title: string,
    test: () => Promise<void>,
    options: Parameters<typeof startPlanWorld>[1] = {},
  ) =>
    it(`${title} (${build})`, async () => {
      world = await startPlanWorld(build, options);
      await test();
    });

  both('are made once in each window, however often they are looked at', async () => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    await pass(world, HOUR);
    await charge(world);
    await charge(world);
    expect(await received()).toBe(2n * AMOUNT);
    expect(await booksOf(mandate)).toEqual([
      [0, 'succeeded', 0],
      [1, 'succeeded', 0],
      [2, 'scheduled', 0],
    ]);
  });

  both('have receipts that are read from the chain', async () => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    const [paid] = await chargesOf(world, mandate.id);
    const row = await mandateOf(world, mandate.id);
    expect(await readReceipt(world.deployment, world.chain, row, paid!)).toMatchObject({
      amount: String(AMOUNT),
      payer: mandate.payer.payer,
      payee: mandate.plan.payee,
      txSignature: paid!.txSignature,
    });
    // A receipt of another plan's pull would be of somebody else's terms.
    const elsewhere = { ...row, planAccount: await randomAddress() };
    await expect(readReceipt(world.deployment, world.chain, elsewhere, paid!)).rejects.toThrow(/no transfer/);
  });

  both(
    'move tokens of Token-2022, but not to an account that wants a memo with each',
    async () => {
      const { ground, deployment } = world;
      const { net, token, payee } = ground;
      const mandate = await subscribedMandate(world);
      await charge(world);
      expect(await received()).toBe(AMOUNT);
      const owner = payee.address;
      await net.call('autopay_createTokenAccount', [{ mint: token.mint, owner, memoTransfer: true }]);
      await pass(world, HOUR);
      await charge(world);
      expect(await received()).toBe(AMOUNT);
      expect((await chargesOf(world, mandate.id))[1]).toMatchObject({
        status: 'retrying',
        failureCode: 'payee_account_invalid',
        failureMessage: expect.stringMatching(/memo/),
      });
      expect(await deployment.db`select 1 from attempts`).toHaveLength(1);
    },
    { tokenProgram: 'token-2022' },
  );

  for (const point of ['charge:claimed', 'attempt:signed', 'attempt:committed', 'attempt:sent'] as const) {
    both(`are made once although the process dies at ${point}`, async () => {
      const mandate = await subscribedMandate(world);
      await dieAt(point);
      await resend();
      // What was not committed is collected again when its lease is over.
      await pass(world, 62);
      await charge(world);
      expect(await received()).toBe(AMOUNT);
      expect((await booksOf(mandate))[0]).toEqual([0, 'succeeded', 0]);
    });

    both(`of a window that passed after the process died at ${point} are not made in the next`, async () => {
      const mandate = await subscribedMandate(world);
      await dieAt(point);
      const moved = point === 'attempt:sent' ? AMOUNT : 0n;
      await pass(world, HOUR);
      await record(world);
      await pass(world, 65);
      await charge(world);
      await charge(world);
      expect(await received()).toBe(AMOUNT + moved);
      const books = await booksOf(mandate);
      expect(books.filter(([, status]) => status === 'succeeded').map(([period]) => period)).toEqual(
        moved > 0n ? [0, 1] : [1],
      );
    });
  }

  both('move on when everything signed for them expired and their window is over', async () => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    await pass(world, HOUR - 200);
    await ground.net.setFaults({ method: 'sendTransaction', kind: 'drop' });
    await charge(world);
    expect(await booksOf(mandate)).toEqual([[0, 'processing', 0]]);
    await pass(world, 80);
    await record(world);
    await ground.net.setFaults();
    await pass(world, 5);
    await charge(world);
    // Past the end of its window for the schedule, before it on chain: nothing is signed any more.
    expect(await received()).toBe(0n);
    expect(await booksOf(mandate)).toEqual([[1, 'scheduled', 0]]);
    await pass(world, 115);
    await charge(world);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    expect((await booksOf(mandate))[0]).toEqual([1, 'succeeded', 0]);
    expect(await typesOf(mandate)).not.toContain('charge.failed');
  });

  both('are retried in their window, and given up at its end', async () => {
    const mandate = await subscribedMandate(world);
    const refill = await drain(mandate);
    await charge(world);
    expect(await booksOf(mandate)).toEqual([[0, 'retrying', 1]]);
    await pass(world, RETRY);
    await refill();
    await charge(world);
    expect((await booksOf(mandate))[0]).toEqual([0, 'succeeded', 1]);
    expect(await received()).toBe(AMOUNT);

    await drain(mandate);
    await pass(world, HOUR - RETRY);
    for (let retry = 0; retry < 5; retry += 1) {
      await charge(world);
      await pass(world, RETRY);
    }
    // The fifth would have come at the end of the window.
    expect((await booksOf(mandate))[1]).toEqual([1, 'abandoned', 5]);
    expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
    expect(await received()).toBe(AMOUNT);
  });

  both('of windows that passed while the service was down are never made', async () => {
    const mandate = await subscribedMandate(world);
    await pass(world, 2 * HOUR + 1800);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    expect(await booksOf(mandate)).toEqual([
      [2, 'succeeded', 0],
      [3, 'scheduled', 0],
    ]);
  });

  both('are all made, and the mandate completes', async () => {
    const plan = await makePlan(world.ground, { endsAt: BigInt(world.ground.clock.seconds() + 3 * HOUR) });
    await pass(world, 600);
    const mandate = await subscribedMandate(world, { plan, maxPeriods: 3 });
    for (let period = 0; period < 3; period += 1) {
      await charge(world);
      await pass(world, HOUR);
    }
    expect(await received()).toBe(3n * AMOUNT);
    expect((await mandateOf(world, mandate.id)).status).toBe('completed');
  });

  both('are not signed in the last minutes of their plan, and the mandate expires', async () => {
    const plan = await makePlan(world.ground, { endsAt: BigInt(world.ground.clock.seconds() + HOUR) });
    await pass(world, 600);
    const mandate = await subscribedMandate(world, { plan, maxPeriods: 1 });
    // 150 s before the plan ends, which is ten minutes before the window would.
    await pass(world, HOUR - 600 - 150);
    await charge(world);
    expect(await received()).toBe(0n);
    expect(await booksOf(mandate)).toEqual([[0, 'skipped', 0]]);
    expect((await mandateOf(world, mandate.id)).status).toBe('expired');
  });

  both('after a trial wait for the next window where the first would leave no time', async () => {
    const mandate = await subscribedMandate(world, { trialSeconds: HOUR - 600 });
    await pass(world, HOUR - 600);
    await charge(world);
    expect(await booksOf(mandate)).toEqual([[0, 'scheduled', 0]]);
    await pass(world, 599);
    await charge(world);
    expect(await received()).toBe(0n);
    await pass(world, 1);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    // The next is due ten minutes before its window again.
    await pass(world, HOUR - 600);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    await pass(world, 600);
    await charge(world);
    expect(await received()).toBe(2n * AMOUNT);
  });

  for (const ahead of [90, -90])
    both(
      `are made in their windows by a chain whose clock is ${ahead} s ahead`,
      async () => {
        const mandate = await subscribedMandate(world);
        for (let period = 0; period < 4; period += 1) {
          // Due by one clock, and perhaps not yet by the other.
          await charge(world);
          await pass(world, 90);
          await charge(world);
          expect(await received()).toBe(BigInt(period + 1) * AMOUNT);
          await pass(world, HOUR - 90);
        }
        const books = await booksOf(mandate);
        expect(books.slice(0, 4).map(([period, status]) => [period, status])).toEqual(
          [0, 1, 2, 3].map((period) => [period, 'succeeded']),
        );
        expect(await typesOf(mandate)).not.toContain('charge.failed');
      },
      { ahead },
    );

  both('wait for a chain whose clock falls behind, which is no failed attempt', async () => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    await pass(world, HOUR - 90);
    world.clock.advance(90);
    // The service's hour is over, and the program's is not.
    await charge(world);
    expect(await received()).toBe(AMOUNT);
    expect((await booksOf(mandate))[1]).toEqual([1, 'scheduled', 0]);
    await pass(world, 90);
    await charge(world);
    expect(await received()).toBe(2n * AMOUNT);
  });

  both('are not signed when the chain’s clock runs ahead to the end of their window', async () => {
    const mandate = await subscribedMandate(world);
    world.ground.clock.wait(90);
    // The schedule's window is open for 20 s more.
    await pass(world, HOUR - 200);
    await charge(world);
    expect(await received()).toBe(0n);
    expect(await booksOf(mandate)).toEqual([[1, 'scheduled', 0]]);
    await pass(world, 200);
    await charge(world);
    expect(await received()).toBe(AMOUNT);
  });

  both(
    'end with the subscription that the payer cancelled, which the program would still let be pulled',
    async () => {
      const mandate = await subscribedMandate(world);
      await sign(mandate, await cancelSubscription({ payer: mandate.payer.payer, plan: mandate.plan.plan }));
      await charge(world);
      expect((await mandateOf(world, mandate.id)).status).toBe('active');
      expect(await booksOf(mandate)).toEqual([[0, 'scheduled', 0]]);
      await pass(world, 3);
      await charge(world);
      expect(await booksOf(mandate)).toEqual([[0, 'abandoned', 0]]);
      expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
      expect(await typesOf(mandate)).toEqual(['charge.abandoned', 'mandate.revoked']);
      expect(await received()).toBe(0n);
    },
  );

  both('end when the payer took the delegate back, or closed the authority', async () => {
    const [one, two] = [await subscribedMandate(world), await subscribedMandate(world)];
    const owner = one.payer.wallet;
    await sign(one, getRevokeInstruction({ source: one.payer.source, owner }));
    const rentPayer = world.ground.feePayer.address;
    await sign(two, await revokeAuthority(two.payer, { rentPayer }));
    await collectTwice();
    for (const { id } of [one, two]) expect((await mandateOf(world, id)).status).toBe('revoked');
    expect(await received()).toBe(0n);
  });

  both('end with a subscription that was closed and opened anew: its periods are others', async () => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    const rentPayer = ground.feePayer.address;
    const { payer } = mandate.payer;
    const { plan } = mandate.plan;
    await charge(world);
    await sign(mandate, await cancelSubscription({ payer, plan }));
    await pass(world, HOUR + 600);
    await sign(mandate, await closeSubscription({ payer, plan, rentPayer }));
    expect((await subscribeTo(ground, mandate.payer, mandate.plan)).failure).toBeNull();
    const { periodStartsAt } = (await readSubscription(ground, plan, payer))!;
    expect(Number(periodStartsAt)).toBe(mandate.subscribedAt + HOUR + 600);
    await collectTwice();
    expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
    expect(await received()).toBe(AMOUNT);
  });

  both('are retried while another application holds the payer’s token account, and end nothing', async () => {
    const { ground } = world;
    const mandate = await subscribedMandate(world);
    const { payer } = mandate;
    const terms = { ...payer, delegate: await randomAddress(), reference: null, decimals: 6 };
    await sign(mandate, await approvalInstruction({ ...terms, amountAtomic: AMOUNT }));
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
    expect(await received()).toBe(AMOUNT);
    expect((await mandateOf(world, mandate.id)).status).toBe('active');
  });

  both('fail when their amount was collected by somebody else, and are made in the next window', async () => {
    const mandate = await subscribedMandate(world);
    await pullBesideTheService(mandate);
    await charge(world);
    const [failed] = await chargesOf(world, mandate.id);
    expect(failed).toMatchObject({ status: 'retrying', attempts: 1, failureCode: 'allowance_short' });
    expect(await received()).toBe(AMOUNT);
  });

  both(
    'that the chain refuses for what came in between are ours to try again, not the payer’s failure',
    async () => {
      const mandate = await subscribedMandate(world);
      await charge(world, { at: { point: 'attempt:committed', run: () => pullBesideTheService(mandate) } });
      await resend();
      const [refused] = await chargesOf(world, mandate.id);
      expect(refused).toMatchObject({ status: 'processing', attempts: 0, signatures: 1 });
      const [attempt] = await world.deployment.db`select state, error from attempts`;
      expect(attempt).toMatchObject({ state: 'failed', error: expect.stringContaining('400') });
      expect(await received()).toBe(AMOUNT);
      await pass(world, 5);
      await charge(world);
      expect((await chargesOf(world, mandate.id))[0]).toMatchObject({ failureCode: 'allowance_short' });
    },
  );

  both(
    'of one plan share transactions as far as they fit, and each settles by its own transfer',
    async () => {
      const { ground, deployment } = world;
      const plan = await makePlan(ground);
      const mandates = [];
      for (let n = 0; n < 6; n += 1) mandates.push(await subscribedMandate(world, { plan }));
      await charge(world, { pullsPerTransaction: 10 });
      expect(await received()).toBe(6n * AMOUNT);
      const settlements = await deployment.db<{ signature: string; instructionIndex: number }[]>`
      select signature, instruction_index from settlements`;
      const sizes = [...Map.groupBy(settlements, ({ signature }) => signature).values()].map(
        (all) => all.length,
      );
      expect(sizes.toSorted()).toEqual([3, 3]);
      expect(new Set(settlements.map((one) => `${one.signature} ${one.instructionIndex}`)).size).toBe(6);
      for (const { id } of mandates) {
        const [paid] = await chargesOf(world, id);
        const receipt = await readReceipt(deployment, world.chain, await mandateOf(world, id), paid!);
        expect(receipt).toMatchObject({ mandateId: id, amount: String(AMOUNT) });
      }
    },
  );

  both('to plans of their own share transactions too, but never two of one payer’s account', async () => {
    const { ground, deployment } = world;
    const [first, ...others] = [await makePlan(ground), await makePlan(ground), await makePlan(ground)];
    const mandates = [];
    for (const plan of others) mandates.push(await subscribedMandate(world, { plan }));
    const payer = await subscribedPayer(ground, first!);
    const second = await makePlan(ground);
    await subscribeTo(ground, payer, second);
    mandates.push(await subscribedMandate(world, { plan: first!, payer }));
    mandates.push(await subscribedMandate(world, { plan: second, payer }));
    await charge(world, { pullsPerTransaction: 10 });
    expect(await received()).toBe(4n * AMOUNT);
    const rows = await deployment.db<{ signature: string; payer: string }[]>`
      select a.signature, m.payer from attempts a join mandates m on m.id = a.mandate_id`;
    const sizes = [...Map.groupBy(rows, ({ signature }) => signature).values()];
    expect(sizes.map((all) => all.length).toSorted()).toEqual([1, 3]);
    for (const all of sizes) expect(new Set(all.map((row) => row.payer)).size).toBe(all.length);
  });

  both('are found by their reference when the database forgot them', async () => {
    const { deployment } = world;
    const mandate = await subscribedMandate(world);
    await collect(world);
    await settle(world.ground.net);
    await deployment.db`delete from attempts`;
    await deployment.db`
      update charges set status = 'scheduled', signatures = 1, wake_at = ${world.clock.seconds()}`;
    await charge(world);
    expect((await booksOf(mandate))[0]).toEqual([0, 'succeeded', 0]);
    expect(await deployment.db`select 1 from attempts`).toHaveLength(0);
    expect(await received()).toBe(AMOUNT);
  });

  both('are not made for a mandate that has ended, although its subscription is alive', async () => {
    const { deployment } = world;
    const mandate = await subscribedMandate(world);
    await charge(world);
    await deployment.db.begin(async (tx) => {
      await endMandate(tx, await lockMandate(tx, mandate.id), 'revoke', world.clock.seconds());
    });
    await pass(world, HOUR);
    await charge(world);
    expect((await booksOf(mandate))[1]).toEqual([1, 'skipped', 0]);
    // Revoked between signing and committing: nothing is sent.
    const other = await subscribedMandate(world);
    const revoke = () =>
      deployment.db.begin(async (tx) => {
        await endMandate(tx, await lockMandate(tx, other.id), 'revoke', world.clock.seconds());
      });
    await charge(world, { at: { point: 'attempt:signed', run: async () => void (await revoke()) } });
    expect(await deployment.db`select 1 from attempts where mandate_id = ${other.id}`).toHaveLength(0);
    expect(await received()).toBe(AMOUNT);
  });
}
