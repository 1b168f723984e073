import { readCover } from '../chain/authorization.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { listShares } from './share-queries.ts';
import { type DelegatedAccount, detectCancellation, findKept } from './detect-cancellation.ts';
import { isOurs } from './shared-delegate.ts';

/**
 * The payer is waiting, so the second check comes after two seconds, not a minute. A wrong cancellation costs
 * a subscription; covering a cancelled one again costs the payer money.
 */
export const SIGHT_APART_SECONDS = 2;
export const SIGHT_MS = 500;
/** 8 s, under the 10 s after which a payer presses again. */
export const MAX_SIGHTS = 16;

/**
 * Runs before a payer gets an approval to sign, which covers their other mandates too: mandates they
 * cancelled on chain are revoked first, so that this signature does not cover them again. `keptMandateId` is
 * the one that the payer renews with it. Throws ChainUnavailableError, also if it cannot be told yet.
 */
export async function settleCancellations(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
  { keptMandateId = null }: { keptMandateId?: string | null } = {},
): Promise<void> {
  const served = () => isServed(deployment, chain, account, keptMandateId);
  const active = await listShares(deployment.db, account, null);
  // An earlier suspicion is settled at finalized, whatever is confirmed now.
  if (active.every(({ goneSeenAt }) => goneSeenAt === null) && (await served())) return;
  for (let sight = 0; sight < MAX_SIGHTS; sight += 1) {
    const { suspected } = await detectCancellation(deployment, chain, account, {
      apartSeconds: SIGHT_APART_SECONDS,
      keptMandateId,
    });
    if (suspected.length === 0 && (await served())) return;
    await deployment.clock.sleep(SIGHT_MS);
  }
  throw new ChainUnavailableError('Whether the payer took an earlier authorization back cannot be told yet.');
}

/**
 * Whether the slot, as confirmed now, serves the payer's active mandates. Ending a mandate needs finality,
 * but an approval takes 13 s to become final. Confirmed state lets its payer sign the next one meanwhile, and
 * a mandate cancelled a moment ago is not covered again.
 */
async function isServed(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
  keptMandateId: string | null,
): Promise<boolean> {
  const { db } = deployment;
  const active = await listShares(db, account, null);
  if (active.length === 0) return true;
  const newest = Math.max(...active.map(({ authorizationSlot }) => authorizationSlot ?? 0));
  const read = await readCover(chain, account, { minContextSlot: BigInt(newest) });
  // A missing or foreign account fails the charge and is retried: only a missing delegate is a cancellation.
  if (read.account.kind !== 'account') return true;
  const { delegate } = read.account.account;
  const kept = await findKept(deployment, active, keptMandateId);
  // The last permitted pull clears the slot, and may have landed before it is settled here.
  const pulling = active.filter(
    ({ mandateId, remaining, inFlight }) => !kept.has(mandateId) && remaining > inFlight,
  );
  // Another of our keys holds the slot by an approval that we issued: nobody cancelled anything.
  return isOurs(chain, delegate) || pulling.every((row) => row.delegate === delegate);
}
