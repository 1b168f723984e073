import { type Address, createNoopSigner, type Instruction, type Signature } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { isSignedBy, type ReadTransaction, wireOf } from './read-transaction.ts';
import type { Chain, Commitment } from './rpc.ts';
import { type ReferenceMatches, searchReference } from './search-reference.ts';
import { programAddressOf, type TokenProgramName } from './token-program.ts';
import { tokenAccountOf } from './tokens.ts';
import { type ReadTransfer, readTransfers, readTransfersTo, transferInstruction } from './transfer.ts';

/**
 * Who pays whom in which token, with which reference: a one-time order, or a refund from the payee's side.
 */
export interface PaymentTerms {
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  reference: Address;
}

/** Tokens that reached the payee with a reference. (signature, index) is unique on chain. */
export interface Payment {
  signature: Signature;
  instructionIndex: number;
  slot: bigint;
  /** What the payee received: less than the payer sent if the token has begun to take a fee. */
  amountAtomic: bigint;
  /** The whole transaction, for whoever asks for proof later: nodes forget. */
  wire: Uint8Array;
}

/** The transfer that the payer signs, between associated accounts. It is the payment itself. */
export async function paymentInstruction(
  terms: PaymentTerms & { decimals: number; amountAtomic: bigint },
): Promise<Instruction> {
  const { payer, mint, tokenProgram, decimals, amountAtomic, reference } = terms;
  const { source, destination } = await accountsOf(terms);
  return transferInstruction({
    source,
    destination,
    mint,
    tokenProgram,
    decimals,
    amountAtomic,
    authority: payer,
    references: [reference],
  });
}

/**
 * Creates `owner`'s associated account if it is missing; `payer` signs and pays its rent of about 0.002 SOL.
 */
export async function createAccountInstruction(terms: {
  payer: Address;
  owner: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
}): Promise<Instruction> {
  const { payer, owner, mint, tokenProgram } = terms;
  const instruction = getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata: await tokenAccountOf(owner, mint, tokenProgram),
    owner,
    mint,
    tokenProgram: programAddressOf(tokenProgram),
  });
  // Without the placeholder signer that the builder needs: the wallet's own signer replaces it.
  return { ...instruction, accounts: instruction.accounts.map(({ address, role }) => ({ address, role })) };
}

/** The two associated accounts between which a payment moves. */
export async function accountsOf(terms: PaymentTerms): Promise<{ source: Address; destination: Address }> {
  const [source, destination] = await Promise.all([
    tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram),
    tokenAccountOf(terms.payee, terms.mint, terms.tokenProgram),
  ]);
  return { source, destination };
}

/**
 * The transfers in a transaction that pay under these terms and are signed by the payer as owner of the
 * source.
 */
export function matchPayments(
  read: Pick<ReadTransaction, 'instructions'>,
  terms: PaymentTerms & { source: Address; destination: Address },
): ReadTransfer[] {
  return readTransfers(read, terms.reference).filter(
    (transfer) =>
      transfer.plan === null &&
      transfer.tokenProgram === terms.tokenProgram &&
      transfer.mint === terms.mint &&
      transfer.source === terms.source &&
      transfer.destination === terms.destination &&
      transfer.authority === terms.payer &&
      transfer.isAuthoritySigner,
  );
}

/**
 * The payments of at least `minAmountAtomic` with a reference, each in a successful transaction that the
 * payer really signed. Throws `ChainUnavailableError`.
 */
export async function findPayments(
  chain: Chain,
  terms: PaymentTerms & { minAmountAtomic: bigint },
  search: {
    examined: ReadonlySet<string>;
    signature?: Signature | undefined;
    commitment?: Commitment;
    maxTransactions?: number;
  },
): Promise<{ payments: Payment[] } & Omit<ReferenceMatches<Payment>, 'matches'>> {
  const accounts = await accountsOf(terms);
  const { matches, ...rest } = await searchReference<Payment>(
    chain,
    { commitment: chain.commitment, maxTransactions: 20, ...search, reference: terms.reference },
    async ({ signature, read, slot, balanceChangeOf }) => {
      const transfers = matchPayments(read, { ...terms, ...accounts });
      if (transfers.length === 0 || !(await isSignedBy(read, terms.payer))) return [];
      return received(read, transfers, balanceChangeOf(accounts.destination))
        .filter(({ amountAtomic }) => amountAtomic >= terms.minAmountAtomic)
        .map(({ instructionIndex, amountAtomic }) => ({
          signature,
          instructionIndex,
          slot,
          amountAtomic,
          wire: wireOf(read),
        }));
    },
  );
  return { payments: matches, ...rest };
}

/**
 * Each of a transaction's `transfers` to one account with the amount that arrived, given that the account's
 * balance grew by `grownBy`. Tokens from other transfers are not counted: two orders paid at once cannot both
 * count the same tokens.
 */
export function received(
  read: Pick<ReadTransaction, 'instructions'>,
  transfers: readonly ReadTransfer[],
  grownBy: bigint,
): ReadTransfer[] {
  const [first] = transfers;
  if (first === undefined) return [];
  const counted = new Set(transfers.map(({ instructionIndex }) => instructionIndex));
  const others = readTransfersTo(read, first.destination).filter(
    ({ instructionIndex }) => !counted.has(instructionIndex),
  );
  let left = others.reduce((rest, { amountAtomic }) => rest - amountAtomic, grownBy);
  if (left < 0n) left = 0n;
  return transfers.map((transfer) => {
    const amountAtomic = transfer.amountAtomic < left ? transfer.amountAtomic : left;
    left -= amountAtomic;
    return { ...transfer, amountAtomic };
  });
}
