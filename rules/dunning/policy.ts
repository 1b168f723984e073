/**
 * What a merchant wants done about renewals that fail: how long they are tried again, whether the payer keeps access meanwhile, and what
 * follows the last attempt. No I/O.
 */

export type RetrySchedule = 'short' | 'standard' | 'long';

/** A merchant's choice in one mode. */
export interface DunningPolicy {
  retries: RetrySchedule;
  /** Whether a payer is entitled while a failed charge is tried again. */
  keepsAccess: boolean;
  /** `end` revokes the mandate after the last attempt; `keep` gives up this period only, see `decideLost`. */
  afterLast: 'end' | 'keep';
}

/** What the specification says happens, and what a merchant has who chose nothing. */
export const STANDARD_DUNNING: DunningPolicy = { retries: 'standard', keepsAccess: true, afterLast: 'end' };

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Seconds from each failed attempt to the next. */
export const RETRY_SECONDS: Readonly<Record<RetrySchedule, readonly number[]>> = {
  /** Some 7 hours: for what nobody wants a day late. */
  short: [900, HOUR, 6 * HOUR],
  /** 31 hours: time to top up a wallet, within a day or so. */
  standard: [900, HOUR, 6 * HOUR, DAY],
  /** 20 days and 6 hours, with a payday in most of them. */
  long: [900, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 5 * DAY],
};

/**
 * Periods in a row that a merchant who keeps mandates can lose; with this one dunning gives the mandate up. A payer who did not pay for three
 * periods does not expect a fourth to be taken on the day on which their wallet happens to have enough.
 */
export const MOST_LOST_IN_A_ROW = 3;

/** What becomes of a mandate whose charge was given up. `lostInARow` counts the periods given up since the last paid one, this one included. */
export function decideLost(
  { afterLast }: Pick<DunningPolicy, 'afterLast'>,
  { sellMode }: { sellMode: 'subscription' | 'once' },
  lostInARow: number,
): 'end' | 'keep' {
  if (sellMode === 'once' || lostInARow >= MOST_LOST_IN_A_ROW) return 'end';
  return afterLast;
}

/** What a request says of it; what it leaves out is as the specification has it. */
export type RequestedDunning = { [Field in keyof DunningPolicy]?: DunningPolicy[Field] | undefined };

export function dunningOf(request: RequestedDunning): DunningPolicy {
  return {
    retries: request.retries ?? STANDARD_DUNNING.retries,
    keepsAccess: request.keepsAccess ?? STANDARD_DUNNING.keepsAccess,
    afterLast: request.afterLast ?? STANDARD_DUNNING.afterLast,
  };
}

/** As the API shows it. `createdAt` is the merchant's; `updatedAt` null if nothing was ever chosen. */
export function presentDunning(
  { retries, keepsAccess, afterLast }: DunningPolicy,
  { livemode, createdAt, updatedAt }: { livemode: boolean; createdAt: number; updatedAt: number | null },
) {
  return {
    object: 'dunning' as const,
    livemode,
    createdAt,
    updatedAt,
    retries,
    retrySeconds: [...RETRY_SECONDS[retries]],
    keepsAccess,
    afterLast,
  };
}
