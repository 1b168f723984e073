import { hasSignedAttempt } from '../attempts/queries.ts';
import { readIssuedState } from '../chain/issued-expiry.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { getMandate } from '../mandates/queries.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import {
  failRefund,
  fitsCharge,
  lockWholeRefund,
  NOT_COVERED,
  refusalOf,
  settleRefund,
} from './close-refund.ts';
import { issueRefundTransaction } from './issue-refund.ts';
import { presentRefund } from './present.ts';
import { getRefund, updateRefund } from './queries.ts';
import { recoverRefunds } from './recover-refunds.ts';
import { findForgottenRefunds } from './recovery-queries.ts';
import { issuedTransactionOf } from './refund-terms.ts';

/**
 * The refund with a transaction that its payee can sign: the current one, or a new one once the old one
 * provably can no longer land. A refund that the chain rejected has failed by then. Throws resource_missing,
 * broadcast_unavailable; ChainUnavailableError.
 */
export async function reissueRefund(
  deployment: Deployment,
  tenant: Tenant,
  id: string,
): Promise<components['schemas']['Refund']> {
  const { db } = deployment;
  const chain = chainOf(deployment, tenant.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  const refund = await getRefund(db, tenant, id);
  if (refund.status !== 'pending' || refund.signer === 'delegate') return presentRefund(refund);
  const mandate = await getMandate(db, tenant, refund.mandateId);
  const chainState = await currentChainState(db, tenant.livemode, deployment.clock.seconds());
  const state = await readIssuedState(
    chain,
    await issuedTransactionOf(db, chain, refund, mandate, chainState),
  );
  if (state.kind === 'open') return presentRefund(refund);
  if (state.kind === 'expired') await recoverRefunds(deployment, chain, refund.chargeId, mandate);
  const issued = state.kind === 'expired' ? await issueRefundTransaction(chain, refund, mandate) : null;
  await db.begin(async (tx) => {
    const locked = await lockWholeRefund(tx, refund);
    const current = locked.refund;
    // The decision was about the transaction that was read: another request may have issued a new one
    // meanwhile.
    if (current.status !== 'pending' || current.issuedBlockhash !== refund.issuedBlockhash) return;
    const moment = await readMoment(tx, tenant, deployment.clock);
    if (state.kind === 'landed') {
      await settleRefund(tx, locked, state.by, moment);
      return;
    }
    if (issued === null || (await hasSignedAttempt(tx, { refundId: id }))) return;
    const now = await currentChainState(tx, tenant.livemode, deployment.clock.seconds());
    if ((await findForgottenRefunds(tx, now, refund.chargeId)) !== null) return;
    const failure = refusalOf(current) ?? (fitsCharge(locked.charge, current) ? null : NOT_COVERED);
    if (failure === null) await updateRefund(tx, id, issued.columns);
    else await failRefund(tx, current, failure, moment);
  });
  return presentRefund(await getRefund(db, tenant, id));
}
