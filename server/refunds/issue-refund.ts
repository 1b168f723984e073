import { refundTransaction } from '../chain/refund.ts';
import type { Chain } from '../chain/rpc.ts';
import { readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { RefundRow } from './queries.ts';
import { refundTermsOf } from './refund-terms.ts';

/** A transaction for the payee's wallet, with the columns that say until when it can land. */
export async function issueRefundTransaction(
  chain: Chain,
  refund: Pick<RefundRow, 'id' | 'amount'>,
  mandate: MandateRow,
) {
  const terms = refundTermsOf(refund, mandate);
  const payerAccount = await tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram);
  const { accounts } = await readTokenAccounts(chain, [payerAccount], { commitment: 'confirmed' });
  const createAccount = accounts[0]?.kind === 'missing';
  const { transaction, blockhash, lastValidBlockHeight, blockHeight, slot } = await refundTransaction(
    chain,
    terms,
    { createAccount },
  );
  const columns = {
    issuedWire: Buffer.from(transaction, 'base64'),
    issuedBlockhash: blockhash as string,
    issuedLastValidBlockHeight: Number(lastValidBlockHeight),
    issuedBlockHeight: Number(blockHeight),
    issuedSlot: Number(slot),
  };
  return { transaction, columns };
}
