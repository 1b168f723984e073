import type { IssuedTransaction } from '../chain/issued-expiry.ts';
import { accountsOf } from '../chain/payment.ts';
import { refundReference } from '../chain/references.ts';
import type { RefundTerms } from '../chain/refund.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { type ChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import { forgottenLife, readForgottenBounds } from '../recovery/recovery-wait.ts';
import type { RefundRow } from './queries.ts';

/** What a refund moves: from the mandate's payee back to its payer, with its own reference. */
export function refundTermsOf(refund: Pick<RefundRow, 'id' | 'amount'>, mandate: MandateRow): RefundTerms {
  return {
    payer: mandate.payer,
    payee: mandate.payee,
    mint: mandate.mint,
    tokenProgram: mandate.tokenProgram,
    decimals: mandate.decimals,
    amountAtomic: refund.amount,
    reference: refundReference(mandate.genesisHash, refund.id),
  };
}

/** The movement of a refund on chain, between associated accounts. */
export async function refundMovement(terms: RefundTerms) {
  const { mint, tokenProgram, amountAtomic, reference } = terms;
  const accounts = await accountsOf({
    payer: terms.payee,
    payee: terms.payer,
    mint,
    tokenProgram,
    reference,
  });
  return { ...accounts, mint, tokenProgram, amountAtomic, plan: null };
}

/**
 * The transaction issued to the payee's wallet, as the chain is asked about it. After a recovery it also
 * stands for every other that was issued or signed for this refund and forgotten. Throws
 * ChainUnavailableError.
 */
export async function issuedTransactionOf(
  db: Sql,
  chain: Chain,
  refund: RefundRow,
  mandate: MandateRow,
  state: ChainState | null,
): Promise<IssuedTransaction> {
  const terms = refundTermsOf(refund, mandate);
  const issued = {
    reference: terms.reference,
    movement: await refundMovement(terms),
    lastValidBlockHeight: BigInt(refund.issuedLastValidBlockHeight ?? 0),
    blockHeightAtSigning: BigInt(refund.issuedBlockHeight ?? 0),
    slotAtSigning: BigInt(refund.issuedSlot ?? 0),
  };
  const subject = { ...refund, recoveredThrough: 0 };
  if (state === null || !mayHaveForgotten(state, subject)) return issued;
  const forgotten = forgottenLife(await readForgottenBounds(db, chain, state), subject);
  const hasIssued = refund.issuedWire !== null;
  return {
    ...issued,
    blockHeightAtSigning: max(issued.blockHeightAtSigning, forgotten.blockHeightAtSigning),
    slotAtSigning: hasIssued ? min(issued.slotAtSigning, forgotten.slotAtSigning) : forgotten.slotAtSigning,
  };
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
