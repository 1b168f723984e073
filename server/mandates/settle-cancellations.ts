import { readCover } from '../chain/authorization.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { sleep } from '../lib/clock.ts';
import { programAddressOf } from '../tokens/program.ts';
import { listCommitments } from './commitment-queries.ts';
import { type DelegatedAccount, detectCancellation } from './detect-cancellation.ts';
import { listMandatesById } from './queries.ts';

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
  if (await isUntouched(deployment, chain, account)) return;
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

/**
 * Whether the slot serves every active mandate as it is confirmed now. Finality is for ending a mandate; an approval of a moment ago
 * is not final for some 13 s, and its payer may sign the next one meanwhile.
 */
async function isUntouched(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  account: DelegatedAccount,
): Promise<boolean> {
  const active = await listCommitments(db, account, null);
  // Nothing to settle; or an earlier sight, which only a final one can settle.
  if (active.length === 0) return true;
  if (active.some(({ goneSeenAt }) => goneSeenAt !== null)) return false;
  const newest = Math.max(...active.map(({ authorizationSlot }) => authorizationSlot ?? 0));
  const program = programAddressOf(account.tokenProgram);
  const read = await readCover(chain, { ...account, program }, { minContextSlot: BigInt(newest) });
  if (read.account.kind !== 'account') return false;
  const { delegate } = read.account.account;
  const pulling = active.filter(({ remaining }) => remaining > 0n).map(({ mandateId }) => mandateId);
  return (await listMandatesById(db, pulling)).every((mandate) => mandate.delegate === delegate);
}
