import { ApiError } from '../../../rules/api-error.ts';
import { planLines } from '../../../rules/references.ts';
import type { components } from '../generated/api.ts';
import { newAddress, newSignature } from './ids.ts';
import { approveInstruction, referenceOf, transferInstruction } from './instructions.ts';
import type { ChargeRow } from './rows.ts';
import { compile } from './transaction.ts';
import type { World } from './world.ts';

/**
 * The proof of a charge, in the form that the service gives. No chain was here to sign anything, so its transactions have no signatures, and
 * verifying it fails. Throws resource_missing if the charge has not settled.
 */
export async function proofOf(
  world: World,
  charge: ChargeRow,
): Promise<components['schemas']['ChargeProof']> {
  const { livemode, id: chargeId, periodIndex, amount, txSignature } = charge;
  if (txSignature === null || charge.settledAt === null) {
    throw new ApiError('resource_missing', {
      message: `This charge is ${charge.status}. There is a proof once it has succeeded.`,
    });
  }
  const mandate = world.mandates.get(charge.mandateId);
  const { genesisHash, payer, payee, mint, tokenProgram, decimals, sellMode } = mandate;
  const { periodSeconds, maxPeriods, trialSeconds } = mandate;
  const delegate = mandate.planDelegate ?? mandate.delegate;
  const terms = {
    genesisHash,
    mandateId: mandate.id,
    payer,
    payee,
    mint,
    periodSeconds,
    maxPeriods,
    trialSeconds,
    sellMode,
    delegate,
  };
  const reference = await referenceOf(planLines({ ...terms, amountPerPeriod: mandate.amountPerPeriod }));
  const isPayment = sellMode === 'once';
  const chargeReference = isPayment
    ? reference
    : await referenceOf(['autopay/charge/v1', genesisHash, mandate.id, String(periodIndex)]);
  const transfer = await transferInstruction(
    { mint, program: tokenProgram, decimals },
    { from: payer, to: payee, amount, reference: chargeReference },
  );
  const approval = await approveInstruction(
    { mint, program: tokenProgram, decimals },
    { owner: payer, delegate, amount: mandate.budget, reference },
  );
  return {
    object: 'charge_proof',
    version: 'autopay/proof/v1',
    livemode,
    createdAt: charge.settledAt,
    chargeId,
    terms: {
      genesisHash,
      mandateId: mandate.id,
      payer,
      payee,
      mint,
      amountPerPeriod: mandate.amountPerPeriod.toString(),
      periodSeconds,
      maxPeriods,
      trialSeconds,
      sellMode,
      delegate,
    },
    reference,
    tokenProgram,
    decimals,
    periodIndex,
    amount: amount.toString(),
    chargeReference,
    subscription: null,
    // An order is paid by what the payer signed.
    authorizations: isPayment
      ? []
      : [
          {
            kind: 'approval',
            signature: newSignature(),
            instructionIndex: 0,
            transaction: compile(payer, [approval], newAddress()).transaction,
          },
        ],
    settlement: {
      kind: isPayment ? 'payment' : 'pull',
      signature: txSignature,
      instructionIndex: 0,
      transaction: compile(delegate, [transfer], newAddress()).transaction,
    },
  };
}
