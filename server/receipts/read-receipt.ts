import type { Signature } from '@solana/kit';
import { accountsOf, received } from '../chain/payment.ts';
import { readSettled } from '../chain/read-settled.ts';
import { chargeReference } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import { readTransfers } from '../chain/transfer.ts';
import type { ChargeRow } from '../charges/queries.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { presentPurchase } from '../../rules/mandates/bought.ts';
import { findSettlingTransfer } from './queries.ts';

type Receipt = components['schemas']['Receipt'];

/** The chain that a mode's receipts are read from. Throws receipts_unavailable. */
export function requireReceiptChain(deployment: Pick<Deployment, 'chains'>, livemode: boolean): Chain {
  const chain = chainOf(deployment, livemode);
  if (chain === null) throw new ApiError('receipts_unavailable');
  return chain;
}

/**
 * The receipt of a charge: what the chain says today about the transaction that settled it. Our records only
 * say which transaction that is and between whom; that the money went from this payer to this payee in this
 * token is checked against the transaction, and the amount is read from it. Throws resource_missing for a
 * charge that has not settled; ChainUnavailableError.
 */
export async function readReceipt(
  { db }: Pick<Deployment, 'db'>,
  chain: Chain,
  mandate: MandateRow,
  charge: ChargeRow,
): Promise<Receipt> {
  const { txSignature } = charge;
  if (txSignature === null) {
    throw new ApiError('resource_missing', {
      message: `This charge is ${charge.status}. There is a receipt once it has succeeded.`,
    });
  }
  const { instructionIndex, isPayment } = await findSettlingTransfer(db, charge);
  const { read, balanceOf, ...settled } = await readSettled(chain, txSignature as Signature);

  const { genesisHash, id: mandateId, payer, payee, mint, tokenProgram } = mandate;
  const reference = isPayment
    ? mandate.reference
    : chargeReference(genesisHash, mandateId, charge.periodIndex);
  const { source, destination } = await accountsOf({ payer, payee, mint, tokenProgram, reference });
  const balance = balanceOf(destination);
  const transfers = readTransfers(read, reference).filter(
    (transfer) =>
      transfer.source === source &&
      transfer.destination === destination &&
      transfer.mint === mint &&
      transfer.tokenProgram === tokenProgram &&
      transfer.plan === mandate.planAccount,
  );
  const paid = received(read, transfers, balance?.grownByAtomic ?? 0n).filter(
    (transfer) => instructionIndex === null || transfer.instructionIndex === instructionIndex,
  );
  if (balance === null || paid.length === 0) {
    throw new Error(`The transaction ${txSignature} makes no transfer for the charge ${charge.id}.`);
  }
  return {
    object: 'receipt',
    livemode: charge.livemode,
    createdAt: Number(settled.blockTime),
    chargeId: charge.id,
    mandateId,
    txSignature,
    slot: Number(settled.slot),
    payer,
    payee,
    mint,
    decimals: balance.decimals,
    amount: paid.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n).toString(),
    networkFeeLamports: settled.feeLamports.toString(),
    feePayer: read.feePayer,
    commitment: settled.commitment,
    ...presentPurchase(mandate),
  };
}
