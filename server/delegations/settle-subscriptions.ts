import { readCover } from '../chain/authorization.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import type { DelegatedAccount } from './detect-cancellation.ts';
import { noticeSubscriptionEnd } from './notice-subscription-end.ts';
import { MAX_SIGHTS, SIGHT_APART_SECONDS, SIGHT_MS } from './settle-cancellations.ts';
import { listActiveOnPlan } from './share-queries.ts';

/**
 * Runs before a payer gets a step of subscribing to sign, which may make their authority the delegate of their account again: all their subscriptions
 * in the token work again by that. If they took the account back from it, their mandates on plans are revoked first, and those are not pulled from
 * whatever the chain would allow. Throws ChainUnavailableError, also if it cannot be told yet.
 */
export async function settleSubscriptions(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
): Promise<void> {
  for (let sight = 0; sight < MAX_SIGHTS; sight += 1) {
    const active = await listActiveOnPlan(deployment.db, account);
    const isDoubted = active.some(({ goneSeenAt }) => goneSeenAt !== null);
    if (!isDoubted && !(await isTakenBack(chain, account, active))) return;
    const notices = [];
    for (const mandate of active.filter(hasPlan)) {
      const apart = { apartSeconds: SIGHT_APART_SECONDS };
      notices.push(await noticeSubscriptionEnd(deployment, chain, mandate, apart));
    }
    // At finalized none is gone, and the confirmed state that said so was newer: it is looked at again.
    if (notices.every((notice) => notice === 'ended')) return;
    await deployment.clock.sleep(SIGHT_MS);
  }
  throw new ChainUnavailableError('Whether the payer ended earlier subscriptions cannot be told yet.');
}

/** Whether the payer's account has no delegate any more, as confirmed now. Another application's ends nothing. */
async function isTakenBack(
  chain: Chain,
  account: DelegatedAccount,
  active: readonly MandateRow[],
): Promise<boolean> {
  if (active.length === 0) return false;
  const newest = Math.max(...active.map(({ authorizationSlot }) => authorizationSlot ?? 0));
  const read = await readCover(chain, account, { minContextSlot: BigInt(newest) });
  return read.account.kind === 'account' && read.account.account.delegate === null;
}
