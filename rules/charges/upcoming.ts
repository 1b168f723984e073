const DAY_SECONDS = 86_400;

/** 3 days: time to move money to a wallet over a weekend. */
const BEFORE_SECONDS = 3 * DAY_SECONDS;
/** Shorter periods would be announced more often than anybody reads it. */
const SHORTEST_PERIOD_SECONDS = 7 * DAY_SECONDS;

/**
 * When a charge that is due at `dueAt` is announced; null if it is not: its period is shorter than a week, or it is placed with less than
 * three days to go, when its payer has only just agreed to it. All in the merchant's Unix seconds.
 */
export function announcedAt(
  { periodSeconds, sellMode }: { periodSeconds: number; sellMode: 'subscription' | 'once' },
  dueAt: number,
  now: number,
): number | null {
  const at = dueAt - BEFORE_SECONDS;
  return sellMode === 'once' || periodSeconds < SHORTEST_PERIOD_SECONDS || at <= now ? null : at;
}

/** Whether a charge still comes up at `now`, for one that is announced late: not if it is due already, or was collected. */
export function stillComesUp({ status, dueAt }: { status: string; dueAt: number }, now: number): boolean {
  return status === 'scheduled' && dueAt > now;
}
