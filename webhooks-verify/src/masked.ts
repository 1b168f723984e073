/** Whether `secret` is what lists and the dashboard show of one: `whsec_...EEQ5`. */
export function isMasked(secret: unknown): boolean {
  return /^whsec_(\.\.\.|…)/.test(String(secret));
}
