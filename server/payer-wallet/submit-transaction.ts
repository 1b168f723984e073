import { requireOne } from '../../rules/mandates/top-up.ts';
import type { Signature } from '@solana/kit';
import { type Delegation, readDelegation } from '../chain/delegation.ts';
import { fromBase64, readTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { requireFunds } from '../checkout/require-funds.ts';
import { sendSigned } from '../chain/send-signed.ts';
import { verifySigned } from '../chain/submit.ts';
import { readOutcome, waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { listShares } from '../delegations/share-queries.ts';
import { getPayersMandate } from '../mandates/payer-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { applyTopUps, coverOf, listOpenTopUps } from '../delegations/apply-top-ups.ts';
import { findStep } from '../subscriptions/issue-step.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { verifySignedStep } from '../chain/subscriptions/verify-signed.ts';
import { findRevocation } from '../delegations/revocation.ts';

/** What a wallet did with an issued transaction: signed it for us to send, or sent it itself. */
export interface Signed {
  /** Base64. */
  signedTransaction?: string | undefined;
  signature?: string | undefined;
}

/**
 * Broadcasts what the payer signed for a mandate, if it is what was issued, or takes the signature of what
 * the wallet broadcast; waits for its confirmation, and counts a top-up. Returns the mandate in its new
 * state. Throws parameter_missing, parameter_invalid, resource_missing, broadcast_unavailable,
 * transaction_not_issued, verification_failed; ChainUnavailableError.
 */
export async function submitWalletTransaction(
  deployment: Deployment,
  payer: string,
  id: string,
  { signal, ...signed }: Signed & { signal: AbortSignal },
): Promise<MandateRow> {
  const { db, clock } = deployment;
  requireOne(signed);
  const mandate = await getPayersMandate(db, payer, id);
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) throw new ApiError('broadcast_unavailable');
  const signature =
    signed.signedTransaction === undefined
      ? (signed.signature as Signature)
      : await broadcast(deployment, chain, mandate, { signedTransaction: signed.signedTransaction, signal });
  await waitUntilConfirmed(clock, chain, signature, signal);
  if (mandate.scheme === 'approval') await applyTopUps(deployment, chain, mandate, { signature });
  return getPayersMandate(db, payer, id);
}

async function broadcast(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  { signedTransaction, signal }: { signedTransaction: string; signal: AbortSignal },
): Promise<Signature> {
  if (hasPlan(mandate)) return broadcastStep(deployment, chain, mandate, { signedTransaction, signal });
  let delegation: Delegation | null = null;
  const verdict = await verifySigned(fromBase64(signedTransaction), mandate.payer, async (read) => {
    delegation = await readDelegation(read, mandate);
    return (
      delegation?.instructionIndex ?? 'It is not exactly the one approval or revocation that was issued.'
    );
  });
  if (!verdict.ok) return refuse(verdict.reason);
  if (!(await isWanted(deployment, chain, mandate, delegation!))) {
    // Sent again after a lost response: it already took effect, and what would be issued now differs.
    if ((await readOutcome(chain, verdict.signature)) === 'succeeded') return verdict.signature;
    return refuse(
      'It does not approve what was issued, or what was issued is out of date. Ask for it again.',
    );
  }
  return send(chain, mandate, verdict, signal);
}

/**
 * Sends what may be sent. What the node says would fail now is not sent, and the payer is told why: a wallet without SOL would wait for what
 * never lands.
 */
async function send(
  chain: Chain,
  mandate: MandateRow,
  verdict: { signature: Signature; wire: Uint8Array; blockhash: string },
  signal: AbortSignal,
): Promise<Signature> {
  const prospect = await requireFunds(chain, mandate, readTransaction(verdict.wire)!);
  if (prospect.kind === 'fails') return refuse(`It would fail now. ${prospect.failure.message}`);
  const sent = await sendSigned(chain, verdict, signal);
  if (sent.kind === 'in_vain') return refuse(`${sent.reason} Ask for it again and have that signed.`);
  return verdict.signature;
}

/** Of a subscription to a plan: what is issued now, as long as the chain is as it was then. */
async function broadcastStep(
  deployment: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
  { signedTransaction, signal }: { signedTransaction: string; signal: AbortSignal },
): Promise<Signature> {
  const found = await findStep(deployment, chain, mandate);
  const steps = found === null ? [] : [{ instructions: [found.instruction] }];
  const wire = fromBase64(signedTransaction);
  const verdict = await verifySignedStep(wire, mandate.payer, steps);
  if (!verdict.ok) {
    // Sent again after a lost response: it already took effect, and what would be issued now differs.
    const sent = readTransaction(wire)?.signature ?? null;
    if (sent !== null && (await readOutcome(chain, sent)) === 'succeeded') return sent;
    return refuse(verdict.reason);
  }
  return send(chain, mandate, verdict, signal);
}

/** Whether this is a top-up of an active mandate, or what cancelling would issue now for an ended one. */
async function isWanted(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  delegation: Delegation,
): Promise<boolean> {
  if (mandate.status === 'active') return isTopUp(deployment, mandate, delegation);
  if (mandate.status === 'pending') return false;
  const revocation = await findRevocation(deployment, chain, mandate);
  if (revocation === null) return false;
  if (delegation.kind === 'revoke') return revocation.amountAtomic === 0n;
  return (
    delegation.references.length === 0 &&
    delegation.delegate === revocation.delegate &&
    delegation.amountAtomic === revocation.amountAtomic
  );
}

/** A transaction issued before another mandate existed would leave that one without an allowance. */
async function isTopUp(
  deployment: Deployment,
  mandate: MandateRow,
  delegation: Delegation,
): Promise<boolean> {
  if (delegation.kind !== 'approve') return false;
  const { delegate, references, amountAtomic } = delegation;
  const open = await listOpenTopUps(deployment, deployment.db, mandate.id);
  const issued = open.filter(
    (row) =>
      row.delegate === delegate &&
      row.approveAmount === amountAtomic &&
      [mandate.reference, ...row.carried].join() === references.join(),
  );
  const ledger = await listShares(deployment.db, mandate, null);
  if (ledger.some((row) => row.delegate !== delegate && !references.includes(row.reference))) return false;
  return issued.some(({ budget, approveAmount }) => approveAmount >= coverOf(mandate, budget, ledger));
}

function refuse(message: string): never {
  throw new ApiError('transaction_not_issued', { param: 'signedTransaction', message });
}
