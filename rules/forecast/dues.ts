/** What falls due in the days to come, by arithmetic on a mandate's schedule. No I/O. All times in Unix seconds of the merchant's clock. */

/** The part of an active mandate, and of its charge that is to come, that its dues follow from. Amounts in atomic units. */
export interface Upcoming {
  mandateId: string;
  amount: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  anchorAt: number;
  /** Of the charge that is to come. */
  periodIndex: number;
  /** When that one is attempted next. */
  nextAttemptAt: number;
}

/** One charge that falls due; or of short periods all those of an hour, `count` of them. */
export interface Due {
  mandateId: string;
  at: number;
  /** Of each. */
  amount: bigint;
  count: number;
}

/** From `from` to `until`, the second excluded. */
export interface Horizon {
  from: number;
  until: number;
}

export const MOST_DAYS = 30;
const HOUR = 3600;

/** The mandate's dues, in order. What is overdue counts as due now. */
export function duesOf(upcoming: Upcoming, { from, until }: Horizon): Due[] {
  const { mandateId, amount, periodSeconds, maxPeriods, anchorAt, periodIndex } = upcoming;
  const first = Math.max(upcoming.nextAttemptAt, from);
  if (first >= until) return [];
  const dues: Due[] = [{ mandateId, at: first, amount, count: 1 }];
  const dueAt = (index: number) => anchorAt + index * periodSeconds;
  const end = Math.min(maxPeriods ?? Infinity, Math.ceil((until - anchorAt) / periodSeconds));
  // Windows that passed meanwhile are not charged.
  let index = Math.max(periodIndex + 1, Math.ceil((from - anchorAt) / periodSeconds));
  while (index < end) {
    const at = dueAt(index);
    // As many as fall into the hour of this one.
    const after =
      periodSeconds >= HOUR ? index + 1 : Math.ceil((at - (at % HOUR) + HOUR - anchorAt) / periodSeconds);
    const next = Math.min(Math.max(after, index + 1), end);
    dues.push({ mandateId, at, amount, count: next - index });
    index = next;
  }
  return dues;
}
