/** Who sees to it that subscriptions are charged as agreed, by scheme; empty leaves it to the deployment. */
export const SCHEMES = {
  '': 'whichever this service prefers',
  plan: 'the chain: payers subscribe to a plan on it',
  approval: 'this service: payers approve a sum',
} as const;

/** A scheme that is asked for, or empty. */
export type AskedScheme = keyof typeof SCHEMES;
