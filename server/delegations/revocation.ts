import type { Address } from '@solana/kit';
import { readCover } from '../chain/authorization.ts';
import { revocationInstruction } from '../chain/delegation.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { encodeInstruction, unsignedTransaction } from '../chain/wallet-transaction.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { listShares } from './share-queries.ts';
import { amountToApprove } from '../../rules/mandates/approval.ts';
import { listMandatesById, type MandateRow } from '../mandates/queries.ts';
import type { IssuedTransaction } from './issue-top-up.ts';
import { applyLandedTopUps } from './settle-approvals.ts';
import { slotOf } from './shared-delegate.ts';

/**
 * What the payer's delegate slot should be set to, so that it covers what their active mandates need and no
 * more.
 */
export interface Revocation {
  delegate: Address;
  /** 0 revokes the approval. */
  amountAtomic: bigint;
}

/**
 * The transaction by which a payer revokes on chain what an ended mandate was approved for; null if there is
 * nothing to revoke, or no chain is available. The mandate has already ended: this is for the payer's peace
 * of mind, and stops nothing more.
 */
export async function issueRevocation(
  deployment: Deployment,
  mandate: MandateRow,
): Promise<IssuedTransaction | null> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) return null;
  try {
    await applyLandedTopUps(deployment, chain, mandate);
    const revocation = await findRevocation(deployment, chain, mandate);
    if (revocation === null) return null;
    const instruction = await revocationInstruction(mandate, revocation);
    const { transaction, lastValidBlockHeight } = await unsignedTransaction(chain, mandate.payer, [
      instruction,
    ]);
    return {
      transaction,
      lastValidBlockHeight,
      instruction: encodeInstruction(instruction),
      approveAmountAtomic: revocation.amountAtomic,
    };
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error, mandateId: mandate.id }, 'a revocation cannot be issued now');
    return null;
  }
}

/**
 * What this payer's slot for the mint should be lowered to, or null if it already covers no more than the
 * active mandates need. It is never raised. Throws ChainUnavailableError.
 */
export async function findRevocation(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<Revocation | null> {
  // The account first: a pull that lands in between then makes the result too high rather than too low.
  const { account } = await readCover(chain, mandate);
  const slot = slotOf(chain, mandate, account);
  if (slot === null) return null;
  const active = await listShares(deployment.db, mandate, null);
  const rows = await listMandatesById(
    deployment.db,
    active.map(({ mandateId }) => mandateId),
  );
  const served = new Set(rows.filter(({ delegate }) => delegate === slot.delegate).map(({ id }) => id));
  const needed = amountToApprove(
    0n,
    active.filter(({ mandateId }) => served.has(mandateId)),
  );
  return slot.amountAtomic > needed ? { delegate: slot.delegate, amountAtomic: needed } : null;
}
