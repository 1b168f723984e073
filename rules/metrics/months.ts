/** How many months are shown unless asked otherwise. */
export const DEFAULT_MONTHS = 12;

/**
 * Bounds of the last `count` UTC months, the one of `now` included, oldest first: the first second of each, and of the one after. Month n
 * goes from bound n up to, but excluding, bound n + 1. Unix seconds.
 */
export function monthBounds(now: number, count: number): number[] {
  const today = new Date(now * 1000);
  const first = today.getUTCMonth() - count + 1;
  return Array.from({ length: count + 1 }, (_, n) => Date.UTC(today.getUTCFullYear(), first + n) / 1000);
}

/** A UTC month by its first second, as `2026-11`. */
export function monthName(start: number): string {
  return new Date(start * 1000).toISOString().slice(0, 7);
}
