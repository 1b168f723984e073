/**
 * When a mandate approved at `now` is charged next: at most three times, Unix seconds. A trial delays the
 * first one.
 */
export function nextChargesOf(
  {
    periodSeconds,
    trialSeconds,
    maxPeriods,
  }: { periodSeconds: number; trialSeconds: number; maxPeriods: number | null },
  now: number,
): number[] {
  const count = Math.min(3, maxPeriods ?? 3);
  return Array.from({ length: count }, (_, index) => now + trialSeconds + index * periodSeconds);
}
