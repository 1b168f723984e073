import { runAtClockOf } from '../chain/run-at-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type PayerStep, payerStepInstruction } from '../chain/subscriptions/payer-steps.ts';
import { encodeInstruction, unsignedTransaction } from '../chain/wallet-transaction.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { IssuedTransaction } from '../delegations/issue-top-up.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { readMoment } from '../merchants/moment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { readState } from './read-states.ts';
import { requireUnguarded } from './require-unguarded.ts';

/**
 * What the payer of a mandate that has ended signs next, so that nothing is left on chain: the cancellation and, once the program's period is over,
 * the closing that returns the rent. Null if there is nothing to sign now, or no chain is available: the mandate has ended all the same.
 */
export async function issueEnding(
  deployment: Deployment,
  mandate: MandateRow,
): Promise<IssuedTransaction | null> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null || !hasPlan(mandate)) return null;
  try {
    return await issueNext(deployment, chain, mandate);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn(
      { err: error, mandateId: mandate.id },
      'what ends a subscription cannot be issued now',
    );
    return null;
  }
}

/**
 * What the payer of an active mandate signs so that the service can pull again, after another application's approval took the place of their
 * authority, or they took it back. Throws parameter_invalid where nothing is missing or their token account is guarded; ChainUnavailableError.
 */
export async function issueRestoring(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
): Promise<IssuedTransaction> {
  const issued = hasPlan(mandate) ? await issueNext(deployment, chain, mandate) : null;
  if (issued !== null) return issued;
  throw new ApiError('parameter_invalid', {
    message:
      'This subscription needs no renewal: its plan allows one amount each period, and nothing stands in the way of the next one.',
  });
}

/** Which step a transaction of the payer takes about this mandate now, and its instruction; null if there is none. */
export async function findStep(
  deployment: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
): Promise<{ step: PayerStep; instruction: Awaited<ReturnType<typeof payerStepInstruction>> } | null> {
  const { next: step, reads } = await readState(deployment, chain, mandate);
  if (step === null) return null;
  if (step === 'restore') requireUnguarded(reads);
  return { step, instruction: await payerStepInstruction(step, mandate, reads) };
}

async function issueNext(
  deployment: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
): Promise<IssuedTransaction | null> {
  const { db, clock } = deployment;
  const found = await findStep(deployment, chain, mandate);
  if (found === null) return null;
  const { now, realNow } = await readMoment(db, mandate, clock);
  const merchant = { merchantId: mandate.merchantId, offsetSeconds: now - realNow };
  await runAtClockOf(chain, merchant, [mandate.planAccount]);
  const { transaction, lastValidBlockHeight } = await unsignedTransaction(chain, mandate.payer, [
    found.instruction,
  ]);
  return {
    transaction,
    lastValidBlockHeight,
    instruction: encodeInstruction(found.instruction),
    approveAmountAtomic: null,
  };
}
