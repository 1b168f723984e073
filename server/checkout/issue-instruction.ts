import type { Instruction } from '@solana/kit';
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
import { alignScheme } from './align-scheme.ts';
import { issueSubscription } from './issue-subscription.ts';
import { mayBeSponsored, recordOffer } from './sponsor-fee.ts';

/**
 * What the payer's wallet signs: the approval of a subscription or the subscription to its plan, or the payment of an order. From now on the
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
  const aligned = await alignDelegate(deployment, chain, await alignScheme(deployment, asked));
  if (aligned.status !== 'pending') throw new ApiError('mandate_not_pending');
  // Issuers can enable a fee or a hook at any time, so mint and accounts are checked again.
  const issuerControlled = await listIssuerControlledMints(db, aligned.livemode);
  const issuerControls = issuerControlled.has(aligned.mint);
  const { payeeRequiresMemo } = await checkParties(chain, aligned, { issuerControls });
  if (aligned.scheme === 'plan' && payeeRequiresMemo) throw memoRequired();

  const step = await stepOf(deployment, chain, aligned, { payerPaysFee });
  const { mandate, instructions, amountAtomic, remaining, isSponsored } = step;
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
    remaining,
  };
}

/** What the payer signs now. */
interface Step {
  mandate: MandateRow;
  /** The last one is what the mandate needs; those before it make it possible. */
  instructions: Instruction[];
  /** What an approval approves in all; null for anything else. */
  amountAtomic: bigint | null;
  /** How many signatures follow. */
  remaining: number;
  /** Whether the service pays for it. */
  isSponsored: boolean;
}

async function stepOf(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  { payerPaysFee }: { payerPaysFee: boolean },
): Promise<Step> {
  if (mandate.scheme === 'plan' && mandate.sellMode === 'subscription') {
    const step = await issueSubscription(deployment, chain, mandate, { payerPaysFee });
    return { ...step, amountAtomic: null };
  }
  const isOnce = mandate.sellMode === 'once';
  const amountAtomic = isOnce ? null : await amountOf(deployment, mandate);
  const instructions =
    amountAtomic === null
      ? await payment(chain, mandate)
      : [await approvalInstruction({ ...mandate, amountAtomic })];
  // A transaction that creates a token account is never sponsored: whoever closes that later would keep its rent.
  const isSponsored =
    !payerPaysFee &&
    instructions.length === 1 &&
    (await mayBeSponsored(deployment, chain, mandate)) === 'offered';
  return { mandate, instructions, amountAtomic, remaining: 0, isSponsored };
}

function memoRequired(): ApiError {
  return new ApiError('parameter_invalid', {
    message:
      "The seller's account now requires a memo with each transfer, which this kind of subscription cannot send. Nothing was charged.",
  });
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
