import type { Address } from '@solana/kit';
import { findConsent, readCover, remainingAllowance } from '../chain/authorization.ts';
import { refundApprovalReference } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { listShares } from '../delegations/share-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { isOurs } from '../delegations/shared-delegate.ts';
import { insertKnownApprovals, listKnownApprovals } from './approval-queries.ts';
import type { RefundRow } from './queries.ts';

/** A request waits for this. The next refund reads the rest: nothing is read twice. */
const SEARCH_MS = 3_000;

/**
 * The service's key that may sign a refund: the one in the payee's delegate slot, by an approval with the
 * payee's refund reference, and only while the payee has no active mandate as payer in this mint, since the
 * refund would spend what those were authorized for. Null if the payee signs. Throws ChainUnavailableError.
 */
export async function findRefundDelegate(
  deployment: Deployment,
  chain: Chain,
  { amount, livemode }: Pick<RefundRow, 'amount' | 'livemode'>,
  { payee, mint, genesisHash, tokenProgram }: MandateRow,
): Promise<Address | null> {
  const active = await listShares(deployment.db, { livemode, payer: payee, mint }, null);
  if (active.length > 0) return null;
  const account = { payer: payee, mint, tokenProgram };
  const read = await readCover(chain, account);
  if (read.account.kind !== 'account') return null;
  const { delegate, amountAtomic, isFrozen } = read.account.account;
  // A refund that the chain would reject now is rejected before it gets an ordinal.
  if (isFrozen || amountAtomic < amount) return null;
  if (delegate === null || !isOurs(chain, delegate)) return null;
  const reference = refundApprovalReference(genesisHash, { payee, mint, delegate });
  const terms = { ...account, delegate, reference };
  if (remainingAllowance(read.account, terms) < amount) return null;
  return (await isApproved(deployment, chain, terms)) ? delegate : null;
}

/**
 * Reads until it finds the approval or the time is up: foreign transactions with the reference only cost
 * time, and only once.
 */
async function isApproved(
  { db, clock }: Deployment,
  chain: Chain,
  terms: Parameters<typeof findConsent>[1],
): Promise<boolean> {
  const { reference } = terms;
  const known = await listKnownApprovals(db, reference);
  const deadline = clock.monotonicMs() + SEARCH_MS;
  for (;;) {
    if (known.isApproved) return true;
    const { consents, examined, isComplete } = await findConsent(chain, terms, { examined: known.examined });
    const approvals = consents.map(({ signature }) => signature);
    await insertKnownApprovals(db, reference, { approvals, others: examined });
    if (approvals.length > 0) return true;
    // No progress means that a node cannot show something yet.
    if (isComplete || examined.length === 0 || clock.monotonicMs() >= deadline) return false;
    for (const signature of examined) known.examined.add(signature);
  }
}
