/**
 * The moments at which a crash reveals most: each is between two effects that outlive the process. Add one
 * where code commits, sends or records something and then does more.
 */
export const CRASH_POINTS = [
  'charge:claimed',
  'attempt:signed',
  'attempt:committed',
  'attempt:sent',
  'attempt:resolved',
  'refund:signed',
  'refund:committed',
  'refund:sent',
  'subscription_plan:committed',
  'subscription_plan:sent',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** What a deployment does at a crash point unless a test replaces it: nothing. */
export async function passCrashPoint(): Promise<void> {}
