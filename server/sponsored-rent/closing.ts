import type { Plan, Subscription, SubscriptionAuthority } from '../chain/subscriptions/accounts.ts';

/** What stands around a subscription whose rent the service paid, as read together. */
export interface Surroundings {
  subscription: Subscription;
  plan: Plan | null;
  authority: SubscriptionAuthority | null;
}

/**
 * How who paid the rent may close a subscription account without its payer. `revoke`: the payer cancelled it and its period is over, or its plan has
 * ended or is gone. `abandon`: it was opened with an authority that is closed, or was closed and opened again. Null: not now. `now` is the chain's
 * Unix seconds on the merchant's clock. An authority itself can only be closed by its owner.
 */
export function closingOf(
  { subscription, plan, authority }: Surroundings,
  now: number,
): 'revoke' | 'abandon' | null {
  const { expiresAt, initId } = subscription;
  if (plan === null) return 'revoke';
  if (expiresAt !== 0n && BigInt(now) >= expiresAt + MARGIN_SECONDS) return 'revoke';
  if (plan.endsAt !== 0n && BigInt(now) > plan.endsAt + MARGIN_SECONDS) return 'revoke';
  return authority === null || authority.initId !== initId ? 'abandon' : null;
}

/** The clock that was read may be a few seconds ahead of the one that the program sees. */
const MARGIN_SECONDS = 5n;
