import type { Address } from '@solana/kit';
import { MOST_LOST_IN_A_ROW } from '../../rules/dunning/policy.ts';
import { chargeReference } from '../../server/chain/references.ts';
import type { Movement, Movements } from './movements.ts';
import type { Snapshot } from './snapshot.ts';
import { Violation } from './violation.ts';

/** Through one subscription at most one amount moves per window of the program, which begins when the payer subscribed. */
export function checkWindows({ mandates }: Snapshot, movements: readonly Movement[]): void {
  const pulled = movements.filter(({ subscription }) => subscription !== null);
  if (pulled.length === 0) return;
  const bySubscription = new Map(mandates.map((mandate) => [mandate.subscriptionAccount, mandate]));
  const moved = new Map<string, bigint>();
  for (const { subscription, atMs, amountAtomic, signature } of pulled) {
    const mandate = bySubscription.get(subscription);
    if (mandate === undefined || mandate.subscribedAt === null) continue;
    const window = Math.floor((atMs / 1000 - mandate.subscribedAt) / mandate.periodSeconds);
    const key = `${mandate.id} in its window ${window}`;
    const sum = (moved.get(key) ?? 0n) + amountAtomic;
    if (sum > mandate.amountPerPeriod)
      throw new Violation('twice in a window', `${key}: ${sum} by ${signature}`);
    moved.set(key, sum);
  }
}

/** Whoever is subscribed without an end has a charge to come, and no mandate outlives three periods in a row that were given up. */
export function checkGoesOn({ mandates, charges }: Snapshot): void {
  const byMandate = Map.groupBy(charges, ({ mandateId }) => mandateId);
  for (const { id, status, sellMode, maxPeriods } of mandates) {
    if (status !== 'active' || sellMode === 'once') continue;
    const own = (byMandate.get(id) ?? []).toSorted((a, b) => a.periodIndex - b.periodIndex);
    const isToCome = own.some((charge) => ['scheduled', 'processing', 'retrying'].includes(charge.status));
    if (!isToCome && maxPeriods === null)
      throw new Violation('left behind', `${id} is active, and no charge of it is to come`);
    const since = own.slice(own.findLastIndex((charge) => charge.status === 'succeeded') + 1);
    const lost = since.filter((charge) => charge.status === 'abandoned').length;
    if (lost >= MOST_LOST_IN_A_ROW)
      throw new Violation('kept too long', `${id} is active after ${lost} periods that were given up`);
  }
}

/** What was signed before a mandate ended may land until its blockhash expires: 150 blocks, which a fork passes on late. Clocks are off by 20 s. */
const LANDS_WITHIN_MS = 180_000;

/** Nothing moves for a mandate that has ended, whatever is left on chain. */
export function checkEnded(
  { mandates }: Snapshot,
  {
    movements,
    delegates,
    genesisHash,
  }: { movements: Movements; delegates: readonly Address[]; genesisHash: string },
): void {
  for (const { id, endedAt, periodsCharged } of mandates) {
    if (endedAt === null) continue;
    // Whatever is pulled next has the reference of a period after those that were charged.
    for (let period = 0; period <= periodsCharged + 1; period += 1) {
      const late = movements
        .under(chargeReference(genesisHash, id, period))
        .find(
          ({ authority, atMs }) => delegates.includes(authority) && atMs > endedAt * 1000 + LANDS_WITHIN_MS,
        );
      if (late !== undefined)
        throw new Violation(
          'pulled after its end',
          `${id}/${period} by ${late.signature}, ended at ${endedAt}`,
        );
    }
  }
}
