import { approvalInstruction } from '../chain/authorization.ts';
import { createAccountInstruction, paymentInstruction } from '../chain/payment.ts';
import type { Chain } from '../chain/rpc.ts';
import { readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { encodeInstruction, unsignedTransaction } from '../chain/wallet-transaction.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { alignDelegate } from '../delegations/align-delegate.ts';
import { checkParties } from '../activation/check-parties.ts';
import { amountToApprove } from '../../rules/mandates/approval.ts';
import { listShares } from '../delegations/share-queries.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { markInstructionIssued } from '../mandates/wake-queries.ts';
import { listIssuerControlledMints } from '../tokens/queries.ts';
import { settleApprovals } from '../delegations/settle-approvals.ts';
import { mayBeSponsored, recordOffer } from './sponsor-fee.ts';

/**
 * What the payer's wallet signs: the approval of a subscription, or the payment of an order. From now on the
 * chain is watched for it. The service pays the network fee if it may, unless `payerPaysFee`. Throws
 * mandate_not_pending, broadcast_unavailable, parameter_invalid, mint_not_allowed; ChainUnavailableError.
 */
export async function issueInstruction(
  deployment: Deployment,
  asked: MandateRow,
  { payerPaysFee = false }: { payerPaysFee?: boolean | undefined } = {},
): Promise<components['schemas']['CheckoutInstruction']> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, asked.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  if (asked.status !== 'pending') throw new ApiError('mandate_not_pending');
  // The approval covers the payer's other mandates too, so what the payer signed for them is settled first:
  // an allowance taken back on chain must not be restored by the next signature. The remaining mandates
  // decide which key is approved.
  if (asked.sellMode === 'subscription') await settleApprovals(deployment, chain, asked);
  const mandate = await alignDelegate(deployment, chain, asked);
  if (mandate.status !== 'pending') throw new ApiError('mandate_not_pending');
  // Issuers can enable a fee or a hook at any time, so mint and accounts are checked again.
  const issuerControlled = await listIssuerControlledMints(db, mandate.livemode);
  await checkParties(chain, mandate, { issuerControls: issuerControlled.has(mandate.mint) });

  const amountAtomic = mandate.sellMode === 'once' ? null : await amountOf(deployment, mandate);
  const instructions =
    amountAtomic === null
      ? await payment(chain, mandate)
      : [await approvalInstruction({ ...mandate, amountAtomic })];
  // A transaction that also creates an account is never sponsored: whoever closes the account later would
  // keep its rent.
  const isSponsored =
    !payerPaysFee && instructions.length === 1 && (await mayBeSponsored(deployment, mandate));
  const feePayer = isSponsored ? chain.feePayer.address : mandate.payer;
  const { transaction, message, lastValidBlockHeight } = await unsignedTransaction(
    chain,
    feePayer,
    instructions,
  );
  if (isSponsored) await recordOffer(deployment, mandate, message);
  await markInstructionIssued(db, mandate.id, { now: clock.seconds(), amountAtomic });
  return {
    object: 'checkout_instruction',
    livemode: mandate.livemode,
    createdAt: clock.seconds(),
    instruction: encodeInstruction(instructions.at(-1)!),
    transaction,
    feePayer,
    lastValidBlockHeight: Number(lastValidBlockHeight),
  };
}

async function amountOf({ db }: Deployment, mandate: MandateRow): Promise<bigint> {
  return amountToApprove(mandate.budget, await listShares(db, mandate, mandate.id));
}

async function payment(chain: Chain, mandate: MandateRow) {
  const { payer, payee, mint, tokenProgram } = mandate;
  const pay = await paymentInstruction({ ...mandate, amountAtomic: mandate.amountPerPeriod });
  const account = await tokenAccountOf(payee, mint, tokenProgram);
  const { accounts } = await readTokenAccounts(chain, [account], { commitment: 'confirmed' });
  if (accounts[0]?.kind !== 'missing') return [pay];
  return [await createAccountInstruction({ payer, owner: payee, mint, tokenProgram }), pay];
}
