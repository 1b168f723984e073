import { renewedBudget, requireRenewable } from '../../rules/mandates/top-up.ts';
import { approvalInstruction } from '../chain/authorization.ts';
import { judgeMint, readMint } from '../chain/mints.ts';
import type { Chain } from '../chain/rpc.ts';
import {
  encodeInstruction,
  unsignedTransaction,
  type WalletTransaction,
} from '../chain/wallet-transaction.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { newId } from '../lib/ids.ts';
import { listShares } from './share-queries.ts';
import { amountToApprove } from '../../rules/mandates/approval.ts';
import { getPayersMandate } from '../mandates/payer-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { listIssuerControlledMints } from '../tokens/queries.ts';
import { TOP_UP_SECONDS } from './apply-top-ups.ts';
import { approvalTarget } from './approval-target.ts';
import { saveTopUp } from './top-up-queries.ts';
import { settleApprovals } from './settle-approvals.ts';

/** What a payer's wallet is asked to sign: who may take how much of their tokens once it lands. */
export interface IssuedTransaction extends Pick<WalletTransaction, 'transaction' | 'lastValidBlockHeight'> {
  /** Base64, in the layout of a checkout instruction. */
  instruction: string;
  /** The total approved for all of the payer's mandates in the token; 0 revokes everything. Null where it approves no sum. */
  approveAmountAtomic: bigint | null;
}

/**
 * The approval by which a payer renews an active subscription: with the mandate's own reference, for its new
 * remaining budget plus what remains of the payer's other mandates. After a rotation it approves the newest
 * key and moves all of them to it. It counts once it lands. `periods` to come, for a mandate without an end.
 * Throws parameter_invalid, already_revoked; ChainUnavailableError.
 */
export async function issueTopUp(
  deployment: Deployment,
  chain: Chain,
  asked: MandateRow,
  periods: number | undefined,
): Promise<IssuedTransaction> {
  const { db, clock } = deployment;
  const { id } = asked;
  await requireSoundMint(deployment, chain, asked);
  // Settling may end mandates, this one included: another request, or its own last period.
  await settleApprovals(deployment, chain, asked, { keptMandateId: id });
  const mandate = await getPayersMandate(db, asked.payer, id);
  requireRenewable(mandate);
  const budget = renewedBudget(mandate, periods);
  const others = await listShares(db, mandate, id);
  const approveAmountAtomic = amountToApprove(budget - mandate.pulled, others);
  const target = approvalTarget(chain, mandate, others);
  const instruction = await approvalInstruction({
    ...mandate,
    ...target,
    amountAtomic: approveAmountAtomic,
  });
  const { transaction, lastValidBlockHeight, slot } = await unsignedTransaction(chain, mandate.payer, [
    instruction,
  ]);
  const now = clock.seconds();
  const topUp = {
    id: newId('topUp'),
    mandateId: id,
    merchantId: mandate.merchantId,
    livemode: mandate.livemode,
    budget,
    approveAmount: approveAmountAtomic,
    ...target,
    issuedAt: now,
    issuedSlot: Number(slot),
    watchAt: now,
    appliedAt: null,
    txSignature: null,
  };
  await db.begin((tx) => saveTopUp(tx, topUp, now - TOP_UP_SECONDS));
  return {
    transaction,
    lastValidBlockHeight,
    instruction: encodeInstruction(instruction),
    approveAmountAtomic,
  };
}

/**
 * Issuers can enable a fee or a hook at any time: nobody is asked to renew a mandate that could not be
 * pulled.
 */
async function requireSoundMint(
  { db }: Deployment,
  chain: Chain,
  { livemode, mint }: Pick<MandateRow, 'livemode' | 'mint'>,
): Promise<void> {
  const issuerControls = (await listIssuerControlledMints(db, livemode)).has(mint);
  const found = await readMint(chain, mint, { commitment: 'confirmed' });
  const verdict = found === null ? null : judgeMint(found, { issuerControls });
  if (verdict?.ok === true) return;
  throw new ApiError('parameter_invalid', {
    message: `This mandate's token cannot be charged any more. ${verdict?.message ?? 'Its mint is gone.'}`,
  });
}
