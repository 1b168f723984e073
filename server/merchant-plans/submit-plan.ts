import { ApiError } from '../../rules/api-error.ts';
import type { Chain } from '../chain/rpc.ts';
import type { SignedBytes } from '../chain/signed-bytes.ts';
import { sendWire } from '../chain/submit.ts';
import { foreseeOwned, readSignedAs } from '../chain/subscriptions/owner-transaction.ts';
import { type Outcome, readOutcome, waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import type { Deployment } from '../deployment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { refreshOwnedPlan } from '../subscription-plans/owned-plan.ts';
import {
  NOTHING_ISSUED,
  getOwnedPlan,
  lockOwnedPlan,
  type OwnedPlanRow,
  updateOwnedPlan,
} from '../subscription-plans/owned-queries.ts';
import { requireChain } from '../tokens/chargeable-mint.ts';
import { runAtClockOfMerchant } from './issue.ts';

/** Two blocks confirm a transaction; under the 10 s after which people retry. */
const CONFIRM_MS = 8_000;
/** A node may show an account a moment after it has confirmed the transaction that changed it. */
const SHOWN = { tries: 10, waitMs: 200 };

/**
 * Broadcasts what the owner of a plan signed, if it is the transaction that was issued last, and returns the plan in the state reached. May be
 * repeated with the same bytes, also after a crash: what counts is how the plan is on chain. Throws resource_missing, broadcast_unavailable,
 * transaction_not_issued, parameter_invalid if the chain refuses it; ChainUnavailableError.
 */
export async function submitOwnedPlan(
  deployment: Deployment,
  tenant: Tenant,
  id: string,
  { signedTransaction, signal }: { signedTransaction: string; signal: AbortSignal },
): Promise<OwnedPlanRow> {
  const chain = requireChain(deployment, tenant.livemode);
  const row = await getOwnedPlan(deployment.db, tenant, id);
  if (row.issuedMessage === null) {
    throw new ApiError('transaction_not_issued', {
      param: 'signedTransaction',
      message: 'No transaction of this plan waits for a signature: the last one has landed, or has expired.',
    });
  }
  const signed = await readSignedAs(row.issuedMessage, signedTransaction);
  if (typeof signed === 'string')
    throw new ApiError('transaction_not_issued', { param: 'signedTransaction', message: signed });
  const outcome = await land(deployment, chain, row, { signed, signal });
  if (outcome === 'failed') throw refused('It failed on chain. Ask for a new one.');
  if (outcome === 'succeeded' && row.issuedAction === 'set_puller') await forgetIssued(deployment, row);
  return (await lookUntilShown(deployment, chain, row, outcome)).row;
}

async function land(
  deployment: Deployment,
  chain: Chain,
  row: OwnedPlanRow,
  { signed, signal }: { signed: SignedBytes; signal: AbortSignal },
): Promise<Outcome> {
  const { clock, crashPoint } = deployment;
  // An earlier request may have sent it, and died.
  const earlier = await readOutcome(chain, signed.signature, { searchHistory: true });
  if (earlier !== 'unknown') return earlier;
  await runAtClockOfMerchant(deployment, chain, row);
  const refusal = await foreseeOwned(chain, signed);
  if (refusal !== null) throw refused(`${refusal} Nothing was sent.`);
  await sendWire(chain, signed.wire);
  await crashPoint('subscription_plan:sent');
  return waitUntilConfirmed(clock, chain, signed.signature, signal, CONFIRM_MS);
}

/** How the plan is on chain, which a node shows a moment after the transaction: until what was issued is seen to have landed. */
async function lookUntilShown(deployment: Deployment, chain: Chain, row: OwnedPlanRow, outcome: Outcome) {
  for (let tries = 1; ; tries += 1) {
    const seen = await refreshOwnedPlan(deployment, chain, await getOwnedPlan(deployment.db, row, row.id));
    if (outcome !== 'succeeded' || seen.row.issuedAction === null || tries === SHOWN.tries) return seen;
    await deployment.clock.sleep(SHOWN.waitMs);
  }
}

/** The puller may be the one it was: nothing on chain tells that it landed but its status. */
async function forgetIssued({ db }: Deployment, row: OwnedPlanRow): Promise<void> {
  await db.begin(async (tx) => {
    const locked = await lockOwnedPlan(tx, row, row.id);
    const isLast =
      locked.issuedMessage !== null && Buffer.from(locked.issuedMessage).equals(row.issuedMessage!);
    if (isLast) await updateOwnedPlan(tx, row, NOTHING_ISSUED);
  });
}

function refused(message: string): ApiError {
  return new ApiError('parameter_invalid', { param: 'signedTransaction', message });
}
