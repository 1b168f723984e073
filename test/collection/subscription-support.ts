import type { Address, Instruction } from '@solana/kit';
import { it } from 'vitest';
import { transferInstruction } from '../../server/chain/transfer.ts';
import { type Build, must, pullOf, tokensOf } from '../chain/subscriptions/support.ts';
import { fund, randomAddress } from '../chain/support.ts';
import {
  charge,
  chargesOf,
  collect,
  pass,
  type PlanWorld,
  record,
  startPlanWorld,
  type Subscribed,
} from '../support/plan-scheme.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';

/** What each period of a mandate moves. */
export const AMOUNT = 10_000_000n;

type Options = Parameters<typeof startPlanWorld>[1] & { start?: (build: Build) => Promise<PlanWorld> };
type Both = (title: string, test: (world: PlanWorld) => Promise<void>, options?: Options) => void;

/** Tests that each run on both builds of the program, in a world of their own. */
export function onBothBuilds(about: string, define: (both: Both) => void): void {
  describeUnless(missingBuilds(), about, () => {
    for (const build of SUBSCRIPTIONS_BUILDS)
      define((title, test, { start, ...options } = {}) =>
        it(`${title} (${build})`, async () => {
          const world = await (start === undefined ? startPlanWorld(build, options) : start(build));
          try {
            await test(world);
          } finally {
            await world.drop();
          }
        }));
  });
}

/** What the payee holds. */
export const received = ({ ground }: PlanWorld) => tokensOf(ground, ground.payee.account);

/** Period, status and failed attempts of each charge. */
export const booksOf = async (world: PlanWorld, { id }: Subscribed) =>
  (await chargesOf(world, id)).map(({ periodIndex, status, attempts }) => [
    periodIndex,
    status,
    status === 'succeeded' ? attempts - 1 : attempts,
  ]);

/** The types of the mandate's events, sorted. */
export async function typesOf({ deployment }: PlanWorld, { id }: Subscribed): Promise<string[]> {
  const rows = await deployment.db<{ type: string }[]>`select type from events where mandate_id = ${id}`;
  return rows.map(({ type }) => type).toSorted();
}

/** Lands what the payer signs. */
export const sign = ({ ground }: PlanWorld, { payer }: Subscribed, instruction: Instruction) =>
  must(ground, [instruction], [payer.wallet]);

/** The payer's tokens go elsewhere. What it returns brings them back. */
export async function drain(world: PlanWorld, mandate: Subscribed): Promise<() => Promise<Address>> {
  const { ground } = world;
  const { payer, source, mint, tokenProgram } = mandate.payer;
  const amountAtomic = await tokensOf(ground, source);
  const destination = await fund(ground.net, mint, await randomAddress(), 0n);
  const move = { source, destination, mint, tokenProgram, decimals: 6, amountAtomic, authority: payer };
  await sign(world, mandate, transferInstruction({ ...move, references: [] }));
  return () => fund(ground.net, mint, payer, amountAtomic);
}

/** The plan's amount of this period is pulled by the service's key, but not by the service. */
export async function pullBesideTheService(
  { ground }: PlanWorld,
  { payer, plan }: Subscribed,
): Promise<void> {
  await must(ground, [await pullOf(ground, payer, plan)], [ground.delegate]);
}

/** Collects as far as a point at which the process dies: nothing happens any more, and nothing is given back. */
export async function dieAt(
  world: PlanWorld,
  point: 'charge:claimed' | 'attempt:signed' | 'attempt:committed' | 'attempt:sent',
): Promise<void> {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const run = () => {
    resolve();
    return new Promise<void>(() => {});
  };
  void collect(world, { at: { point, run } });
  await died;
}

/** The resolver sends again what is not on chain, and records what became of it. */
export async function resend(world: PlanWorld): Promise<void> {
  await pass(world, 6);
  await record(world);
  await record(world);
}

/** Sees and revokes as often as a revocation takes. */
export async function collectTwice(world: PlanWorld): Promise<void> {
  await charge(world);
  await pass(world, 6);
  await charge(world);
}
