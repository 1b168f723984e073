/** What each role may do beside reading, in one line. */
const WORDS = {
  owner: 'everything, the payout wallet and other owners included',
  admin: 'everything but the payout wallet and owners',
  developer: 'API keys, webhooks, links, products and test tools',
  finance: 'refunds, cancellations and business details',
  viewer: 'look, and change nothing',
} as const;

/** A role that this page knows. */
export type Role = keyof typeof WORDS;

export const ROLES = Object.keys(WORDS) as Role[];

/** What a role may do beside reading. A role of a newer service has no words here. */
export function wordsOfRole(role: string): string {
  return WORDS[role as Role] ?? 'what the service says';
}
