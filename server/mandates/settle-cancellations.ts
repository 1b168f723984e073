import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { sleep } from '../lib/clock.ts';
import { type DelegatedAccount, detectCancellation } from './detect-cancellation.ts';

/**
 * The payer is waiting, so the second sight cannot wait for a minute: two seconds apart it is. A wrong cancellation
 * costs a subscription; a cancelled one that is covered again costs the payer money.
 */
const SIGHT_APART_SECONDS = 2;
const SIGHT_MS = 500;
const MAX_SIGHTS = 8;

/**
 * Before a payer is given an approval to sign, which covers their other mandates too: what they took back on chain is revoked, so
 * that this signature does not cover it again. `keptMandateId` is the one that the payer renews with it. Throws
 * ChainUnavailableError, also when it cannot be told yet.
 */
export async function settleCancellations(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
  { keptMandateId = null }: { keptMandateId?: string | null } = {},
): Promise<void> {
  for (let sight = 0; sight < MAX_SIGHTS; sight += 1) {
    const { suspected } = await detectCancellation(deployment, chain, account, {
      apartSeconds: SIGHT_APART_SECONDS,
      keptMandateId,
    });
    if (suspected.length === 0) return;
    await sleep(SIGHT_MS);
  }
  throw new ChainUnavailableError('Whether the payer took an earlier authorization back cannot be told yet.');
}
