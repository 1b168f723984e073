import type { Address } from '@solana/kit';
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
