import type { IssuedTransaction } from '../chain/issued-expiry.ts';
import { accountsOf } from '../chain/payment.ts';
import { refundReference } from '../chain/references.ts';
import type { RefundTerms } from '../chain/refund.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { programAddressOf } from '../tokens/program.ts';
import type { RefundRow } from './queries.ts';

/** What a refund moves: from the mandate's payee back to its payer, under a reference of its own. */
export function refundTermsOf(refund: Pick<RefundRow, 'id' | 'amount'>, mandate: MandateRow): RefundTerms {
  return {
    payer: mandate.payer,
    payee: mandate.payee,
    mint: mandate.mint,
    program: programAddressOf(mandate.tokenProgram),
    decimals: mandate.decimals,
    amountAtomic: refund.amount,
    reference: refundReference(mandate.genesisHash, refund.id),
  };
}

/** The movement that a refund makes on chain, between associated accounts. */
export async function refundMovement(terms: RefundTerms) {
  const { mint, program, amountAtomic, reference } = terms;
  const accounts = await accountsOf({ payer: terms.payee, payee: terms.payer, mint, program, reference });
  return { ...accounts, mint, program, amountAtomic };
}

/** The transaction that the payee's wallet was given, as the chain is asked about it. */
export async function issuedTransactionOf(
  refund: RefundRow,
  mandate: MandateRow,
): Promise<IssuedTransaction> {
  const terms = refundTermsOf(refund, mandate);
  return {
    reference: terms.reference,
    movement: await refundMovement(terms),
    lastValidBlockHeight: BigInt(refund.issuedLastValidBlockHeight ?? 0),
    blockHeightAtSigning: BigInt(refund.issuedBlockHeight ?? 0),
    slotAtSigning: BigInt(refund.issuedSlot ?? 0),
  };
}
