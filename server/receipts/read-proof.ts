import type { Signature } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import { planLines } from '../../rules/references.ts';
import { readSettled } from '../chain/read-settled.ts';
import { wireOf } from '../chain/read-transaction.ts';
import { chargeReference, referenceOf } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import { findOwnTransfer } from '../chain/transfer.ts';
import type { ChargeRow } from '../charges/queries.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { keepWire, listAuthorizations } from '../mandates/authorization-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { findPullWire, findSettlingTransfer } from './queries.ts';

type Schemas = components['schemas'];

/**
 * What proves that the payer agreed to a charge: the terms, every transaction with which the payer authorized them, and the one that
 * moved the money. Bytes that are not here are read from the chain, and those of an authorization kept from then on. Throws
 * resource_missing for a charge that has not settled; ChainUnavailableError.
 */
export async function readProof(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  mandate: MandateRow,
  charge: ChargeRow,
): Promise<Schemas['ChargeProof']> {
  const { txSignature: signature } = charge;
  if (signature === null) {
    throw new ApiError('resource_missing', {
      message: `This charge is ${charge.status}. There is a proof once it has succeeded.`,
    });
  }
  const authorizations = await readAuthorizations(db, chain, mandate);
  const { instructionIndex, isPayment } = await findSettlingTransfer(db, charge);
  const wire = (await findPullWire(db, charge)) ?? (await fetchWire(chain, signature));
  const terms = termsOf(mandate);
  const reference = referenceOf(planLines({ ...terms, amountPerPeriod: mandate.amountPerPeriod }));
  if (reference !== mandate.reference) {
    throw new Error(`Bug: the terms of mandate ${mandate.id} are not those of its reference.`);
  }
  const ownReference = isPayment
    ? reference
    : chargeReference(mandate.genesisHash, mandate.id, charge.periodIndex);
  return {
    object: 'charge_proof',
    version: 'autopay/proof/v1',
    livemode: charge.livemode,
    createdAt: charge.settledAt!,
    chargeId: charge.id,
    terms,
    reference,
    tokenProgram: mandate.tokenProgram,
    decimals: mandate.decimals,
    periodIndex: charge.periodIndex,
    amount: charge.amount.toString(),
    chargeReference: ownReference,
    subscription: hasPlan(mandate)
      ? { account: mandate.subscriptionAccount, plan: mandate.planAccount, planOwner: mandate.planOwner }
      : null,
    authorizations,
    settlement: {
      kind: isPayment ? 'payment' : 'pull',
      signature,
      instructionIndex: instructionIndex ?? findOwnTransfer(wire, ownReference) ?? 0,
      transaction: base64(wire),
    },
  };
}

function termsOf(mandate: MandateRow): Schemas['ProofTerms'] {
  return {
    genesisHash: mandate.genesisHash,
    mandateId: mandate.id,
    payer: mandate.payer,
    payee: mandate.payee,
    mint: mandate.mint,
    amountPerPeriod: mandate.amountPerPeriod.toString(),
    periodSeconds: mandate.periodSeconds,
    maxPeriods: mandate.maxPeriods,
    trialSeconds: mandate.trialSeconds,
    sellMode: mandate.sellMode,
    delegate: mandate.planDelegate ?? mandate.delegate,
  };
}

async function readAuthorizations(
  db: Db,
  chain: Chain,
  mandate: MandateRow,
): Promise<Schemas['ProofTransaction'][]> {
  const proofs: Schemas['ProofTransaction'][] = [];
  for (const { kind, signature, instructionIndex, wire } of await listAuthorizations(
    db,
    mandate,
    mandate.id,
  )) {
    const bytes = wire ?? (await fetchWire(chain, signature));
    if (wire === null) await keepWire(db, signature, bytes);
    proofs.push({ kind, signature, instructionIndex, transaction: base64(bytes) });
  }
  return proofs;
}

async function fetchWire(chain: Chain, signature: string): Promise<Uint8Array> {
  const { read } = await readSettled(chain, signature as Signature);
  return wireOf(read);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
