import type { EndedBy } from '../mandates/machine.ts';
import { monthName } from './months.ts';

/** Subscriptions that started in the same month and ended in the same one, by the same hand. */
export interface Lives {
  /** Number of the month; -1 for any before the first one. */
  started: number;
  /** Number of the month; null while they last. */
  ended: number | null;
  endedBy: EndedBy | null;
  count: number;
}

/** Trials that ended in a month. */
export interface Trials {
  /** Number of the month. */
  month: number;
  ended: number;
  /** Whose first payment succeeded. */
  converted: number;
  /** Whose first payment is due, and neither succeeded nor was given up. */
  open: number;
}

/** The data behind the response. Months are numbered by `bounds`, whose last one ends the last month. */
export interface RetentionSource {
  livemode: boolean;
  now: number;
  bounds: readonly number[];
  lives: readonly Lives[];
  trials: readonly Trials[];
}

/** Churn, trials and cohorts as the API shows them. The month that is not over counts up to now. */
export function presentRetention({ livemode, now, bounds, lives, trials }: RetentionSource) {
  const months = bounds.slice(0, -1).map((start, month) => ({ start, month }));
  const count = (isOne: (group: Lives) => boolean) =>
    lives.filter(isOne).reduce((sum, group) => sum + group.count, 0);
  const last = months.length - 1;
  return {
    object: 'retention' as const,
    livemode,
    createdAt: now,
    months: months.map(({ start, month }) => {
      const endedBy = (by: EndedBy | null) => count((group) => group.ended === month && group.endedBy === by);
      const churnedBy = {
        payer: endedBy('payer'),
        merchant: endedBy('merchant'),
        paymentFailed: endedBy('payment_failed'),
        unknown: endedBy(null),
      };
      const trial = trials.find((each) => each.month === month);
      return {
        month: monthName(start),
        activeAtStart: count(({ started, ended }) => started < month && (ended === null || ended >= month)),
        started: count(({ started }) => started === month),
        churned: churnedBy.payer + churnedBy.merchant + churnedBy.paymentFailed + churnedBy.unknown,
        churnedBy,
        completed: endedBy('term'),
        trialsEnded: trial?.ended ?? 0,
        trialsConverted: trial?.converted ?? 0,
        trialsOpen: trial?.open ?? 0,
      };
    }),
    cohorts: months.map(({ start, month }) => ({
      month: monthName(start),
      started: count(({ started }) => started === month),
      active: Array.from({ length: last - month + 1 }, (_, later) =>
        count(({ started, ended }) => started === month && (ended === null || ended > month + later)),
      ),
    })),
  };
}
