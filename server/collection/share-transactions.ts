import { MOST_PULLS, type PullRequest } from '../chain/pull.ts';
import { chunksOf } from '../lib/chunks.ts';

/** A charge that can be pulled, with what the pull uses. */
export interface Pullable {
  charge: { signatures: number };
  request: PullRequest;
  /** Compute units. */
  units: number;
}

/**
 * The pulls that go into one transaction each, at most `most` of one delegate to one destination. A transaction moves all of its money or
 * none. So a charge with an earlier signature has one to itself: what made that one fail must not fail others again. And no payer's
 * account is in one twice: it may hold enough for either pull and not for both.
 */
export function shareTransactions<T extends Pullable>(pulls: readonly T[], most: number): T[][] {
  const bySharers = Map.groupBy(pulls, ({ charge, request }, at) =>
    charge.signatures > 0
      ? at
      : `${request.delegate.address}/${request.destination}/${request.memo === null ? 'plain' : 'withMemo'}`,
  );
  return [...bySharers.values()].flatMap((sharers) => {
    const room = sharers[0]!.request.memo === null ? MOST_PULLS.plain : MOST_PULLS.withMemo;
    return roundsOf(sharers).flatMap((round) => [...chunksOf(round, Math.min(most, room))]);
  });
}

/** Each account's first pull, then the second ones, and so on. */
function roundsOf<T extends Pullable>(pulls: readonly T[]): T[][] {
  const rounds: T[][] = [];
  for (const ofSource of Map.groupBy(pulls, ({ request }) => request.source).values())
    for (const [at, pull] of ofSource.entries()) (rounds[at] ??= []).push(pull);
  return rounds;
}
