import type { Address, Instruction } from '@solana/kit';
import { createAccountInstruction, type PaymentTerms } from './payment.ts';
import { accountsOf, matchPayments, paymentInstruction } from './payment.ts';
import { buildPull, type BuiltPull, type PullRequest } from './pull.ts';
import type { Chain } from './rpc.ts';
import { type SubmitVerdict, verifySigned } from './submit.ts';
import type { TokenProgramName } from './token-program.ts';
import { unsignedTransaction, type WalletTransaction } from './wallet-transaction.ts';

/** What a refund moves: the amount of a charge, from the charge's payee back to its payer. */
export interface RefundTerms {
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  amountAtomic: bigint;
  reference: Address;
}

/**
 * The refund signed by the delegate, from an allowance that the payee gave. Only for payees without an active
 * mandate as payer in this mint: the refund would spend what those mandates were authorized for. Throws
 * `ChainUnavailableError`.
 */
export async function buildDelegatedRefund(
  chain: Chain,
  terms: RefundTerms,
  { delegate, memo, expired }: Pick<PullRequest, 'delegate' | 'memo' | 'expired'>,
): Promise<BuiltPull> {
  const { mint, tokenProgram, decimals, amountAtomic, reference } = terms;
  const accounts = await accountsOf(asPayment(terms));
  return buildPull(chain, {
    ...accounts,
    mint,
    tokenProgram,
    decimals,
    amountAtomic,
    delegate,
    memo,
    ...(expired === undefined ? {} : { expired }),
    references: [reference],
    subscription: null,
  });
}

/**
 * The refund for the payee's wallet to sign, which pays its fee. With `createAccount` it first creates the
 * payer's token account, if the payer has closed it; the payee pays that rent too. Throws
 * `ChainUnavailableError`.
 */
export async function refundTransaction(
  chain: Chain,
  terms: RefundTerms,
  { createAccount }: { createAccount: boolean },
): Promise<WalletTransaction> {
  const { payer, payee, mint, tokenProgram } = terms;
  const instructions: Instruction[] = [await paymentInstruction({ ...terms, ...asPayment(terms) })];
  if (createAccount)
    instructions.unshift(await createAccountInstruction({ payer: payee, owner: payer, mint, tokenProgram }));
  return unsignedTransaction(chain, payee, instructions);
}

/**
 * Whether `wire` is this refund, signed by the payee: exactly one transfer with the refund's reference, of the exact
 * amount between the exact accounts, under a blockhash that was issued for it.
 */
export async function verifySignedRefund(
  wire: Uint8Array,
  terms: RefundTerms & { issuedBlockhashes: readonly string[] },
): Promise<SubmitVerdict> {
  return verifySigned(wire, terms.payee, async (read) => {
    if (!terms.issuedBlockhashes.includes(read.blockhash)) return 'Its blockhash is not one that was issued.';
    const payment = asPayment(terms);
    const [transfer, ...others] = matchPayments(read, { ...payment, ...(await accountsOf(payment)) });
    if (!transfer || others.length > 0) return 'It does not hold exactly the one transfer that was issued.';
    return transfer.amountAtomic === terms.amountAtomic
      ? transfer.instructionIndex
      : 'It transfers another amount.';
  });
}

/** A refund is a payment in the other direction. */
function asPayment({ payer, payee, mint, tokenProgram, reference }: RefundTerms): PaymentTerms {
  return { payer: payee, payee: payer, mint, tokenProgram, reference };
}
