/**
 * With this many covered payments or fewer, a payer is told that an approval runs out and can renew it.
 * Whoever looks once a period still has one payment's time to act.
 */
export const FEW_PAYMENTS = 2;

/** What an approval that runs out means, and what to do. `left` payments are covered, at least one. */
export function runningOutInWords(left: number): string {
  const covered = left === 1 ? 'only one more payment' : `${left} more payments`;
  return `What you approved covers ${covered}. After that nothing more is collected, and this subscription ends. To keep it, top up: nothing is paid now.`;
}
