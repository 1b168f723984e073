import { ApiError } from '../api-error.ts';

/** Unix seconds, both inclusive: what settles at `to` is included. */
export interface Window {
  from: number;
  to: number;
}

/** Unix seconds from `start` up to, but excluding, `end`. */
export interface Span {
  start: number;
  end: number;
}

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;
/** The last 30 days by default. */
const DEFAULT_SECONDS = 30 * DAY_SECONDS;
/** Two years, one of them a leap year: a year compared with the year before. */
const MOST_SECONDS = 731 * DAY_SECONDS;

/**
 * The requested window; by default it ends now and starts 30 days before its end. Throws parameter_invalid.
 */
export function chooseWindow(
  asked: { from?: number | undefined; to?: number | undefined },
  now: number,
): Window {
  const to = asked.to ?? now;
  const from = asked.from ?? Math.max(0, to - DEFAULT_SECONDS);
  if (from > to) {
    throw new ApiError('parameter_invalid', { param: 'from', message: 'from must not be after to.' });
  }
  if (to - from > MOST_SECONDS) {
    throw new ApiError('parameter_invalid', {
      param: 'from',
      message: 'from may be at most 731 days before to.',
    });
  }
  return { from, to };
}

/** The window of the same length that ends one second before this one. It may lie before 1970, where nothing happened. */
export function windowBefore({ from, to }: Window): Window {
  return { from: from - (to - from + 1), to: from - 1 };
}

/** The start of every UTC day that the window touches, in order. */
export function daysOf({ from, to }: Window): number[] {
  const first = startOfDay(from);
  return Array.from(
    { length: (startOfDay(to) - first) / DAY_SECONDS + 1 },
    (_, n) => first + n * DAY_SECONDS,
  );
}

export function startOfDay(at: number): number {
  return at - (at % DAY_SECONDS);
}

/**
 * Splits a window into the whole hours before `closedBefore`, and the spans around them. None overlap, and
 * empty ones are omitted.
 */
export function splitWindow({ from, to }: Window, closedBefore: number): { closed: Span[]; open: Span[] } {
  const start = Math.ceil(from / HOUR_SECONDS) * HOUR_SECONDS;
  const end = Math.min(Math.floor((to + 1) / HOUR_SECONDS) * HOUR_SECONDS, closedBefore);
  if (end <= start) return { closed: [], open: [{ start: from, end: to + 1 }] };
  const around = [
    { start: from, end: start },
    { start: end, end: to + 1 },
  ];
  return { closed: [{ start, end }], open: around.filter((span) => span.start < span.end) };
}
