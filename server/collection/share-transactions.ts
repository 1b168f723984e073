import { fitTogether, type Pull } from '../chain/pull.ts';
import type { Chain } from '../chain/rpc.ts';

/** A charge that can be pulled, with what the pull uses. */
export interface Pullable {
  charge: { signatures: number; merchantId: string };
  pull: Pull;
  /** Compute units. */
  units: number;
}

/**
 * The pulls that go into one transaction each, at most `most` of one delegate to one destination, and no more than fit. A transaction moves all of
 * its money or none. So a charge with an earlier signature has one to itself: what made that one fail must not fail others again. And no payer's
 * account is in one twice: it may hold enough for either pull and not for both.
 */
export function shareTransactions<T extends Pullable>(
  chain: Pick<Chain, 'feePayer'>,
  pulls: readonly T[],
  most: number,
): T[][] {
  const bySharers = Map.groupBy(pulls, (one, at) => (one.charge.signatures > 0 ? at : sharersOf(one)));
  return [...bySharers.values()].flatMap((sharers) =>
    roundsOf(sharers).flatMap((round) => fill(chain, round, most)),
  );
}

/** Subscriptions of one merchant only: on the localnet a transaction runs by the clock of one. */
function sharersOf({ charge, pull }: Pullable): string {
  const scheme = pull.subscription === null ? 'approval' : `plan of ${charge.merchantId}`;
  const memo = pull.memo === null ? 'plain' : 'with memo';
  return `${pull.delegate.address}/${pull.destination}/${memo}/${scheme}`;
}

/** Each account's first pull, then the second ones, and so on. */
function roundsOf<T extends Pullable>(pulls: readonly T[]): T[][] {
  const rounds: T[][] = [];
  for (const ofSource of Map.groupBy(pulls, ({ pull }) => pull.source).values())
    for (const [at, pull] of ofSource.entries()) (rounds[at] ??= []).push(pull);
  return rounds;
}

/** Subscriptions to one plan beside each other: they share its account, so that more fit. */
function fill<T extends Pullable>(chain: Pick<Chain, 'feePayer'>, round: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  let group: T[] = [];
  for (const one of [...Map.groupBy(round, ({ pull }) => pull.subscription?.plan).values()].flat()) {
    const isFull =
      group.length === most ||
      !fitTogether(
        chain,
        [...group, one].map(({ pull }) => pull),
      );
    if (group.length > 0 && isFull) groups.push(group.splice(0));
    group.push(one);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
