import { AccountRole, type Address, type Instruction, type Signature } from '@solana/kit';
import {
  APPROVE_CHECKED_DISCRIMINATOR,
  getApproveCheckedInstruction,
  getApproveCheckedInstructionDataDecoder,
} from '@solana-program/token';
import { isSignedBy, type ReadInstruction, type ReadTransaction, wireOf } from './read-transaction.ts';
import type { Chain, Commitment } from './rpc.ts';
import { type ReferenceMatches, searchReference } from './search-reference.ts';
import { programAddressOf, programNameOf, type TokenProgramName } from './token-program.ts';
import { type AccountRead, readTokenAccounts, tokenAccountOf } from './tokens.ts';

/** Who lets whom pull what, with which reference. */
export interface AuthorizationTerms {
  payer: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  /** The service's key that may pull: the mandate's own, not just any key of the ring. */
  delegate: Address;
  reference: Address;
}

/**
 * An instruction that the payer signed and that took effect, with one reference. (signature, index) is unique
 * on chain.
 */
export interface Consent {
  signature: Signature;
  instructionIndex: number;
  slot: bigint;
  approvedAmountAtomic: bigint;
  delegate: Address;
  /** References of further mandates that the payer moves to that delegate. */
  carried: readonly Address[];
  /** The whole transaction, for whoever asks for proof later: nodes forget. */
  wire: Uint8Array;
}

/**
 * Another form of approval, issued to renew a mandate: for a newer key, together with the payer's other
 * mandates.
 */
export type Renewal = Pick<Consent, 'delegate' | 'carried'>;

/**
 * Lets the delegate move up to `amountAtomic` out of the payer's associated account. It *replaces* any earlier approval of
 * that account, so the amount must cover every other active mandate of this payer and mint too. Without a reference it consents
 * to no mandate's terms.
 */
export async function approvalInstruction(
  terms: Omit<AuthorizationTerms, 'reference'> & {
    reference: Address | null;
    /** References of further mandates that it moves to the delegate. */
    carried?: readonly Address[];
    decimals: number;
    amountAtomic: bigint;
  },
): Promise<Instruction> {
  const { payer, mint, tokenProgram, delegate, reference, carried = [], decimals, amountAtomic } = terms;
  const source = await tokenAccountOf(payer, mint, tokenProgram);
  const approve = getApproveCheckedInstruction(
    { source, mint, delegate, owner: payer, amount: amountAtomic, decimals },
    { programAddress: programAddressOf(tokenProgram) },
  );
  const accounts = approve.accounts.map((account, at) =>
    at === 3 ? { address: payer, role: AccountRole.READONLY_SIGNER } : account,
  );
  if (reference === null) return { ...approve, accounts };
  const references = [reference, ...carried].map((address) => ({ address, role: AccountRole.READONLY }));
  return { ...approve, accounts: [...accounts, ...references] };
}

/**
 * The one approval in a transaction that is the payer's consent to these terms, or null. It must be
 * top-level, be the only approval with the reference in its own account list, and list no other reference: an
 * approval that names several terms consents to none of them. Only a renewal issued that way lists the
 * references it carries. The signature itself is not checked here.
 */
export function matchApproval(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  terms: AuthorizationTerms & { source: Address; renewals?: readonly Renewal[] },
): Omit<Consent, 'signature' | 'slot' | 'wire'> | null {
  const [approval, ...others] = instructions.filter((instruction) =>
    isApprovalWith(instruction, terms.reference),
  );
  if (!approval || others.length > 0 || programNameOf(approval.program) !== terms.tokenProgram) return null;
  const [source, mint, delegate, owner, ...rest] = approval.accounts;
  const references = rest.map(({ address }) => address);
  const asIssued = [{ delegate: terms.delegate, carried: [] }, ...(terms.renewals ?? [])].find(
    (form) =>
      form.delegate === delegate?.address && [terms.reference, ...form.carried].join() === references.join(),
  );
  const isOurs =
    asIssued !== undefined &&
    source?.address === terms.source &&
    mint?.address === terms.mint &&
    owner?.address === terms.payer &&
    owner.isSigner;
  if (!isOurs) return null;
  const { amount } = getApproveCheckedInstructionDataDecoder().decode(approval.data);
  const { delegate: approved, carried } = asIssued;
  return {
    instructionIndex: approval.index,
    approvedAmountAtomic: amount,
    delegate: approved,
    carried,
  };
}

/**
 * The payer's consents to these terms on chain. Each is a successful transaction that the payer really
 * signed: the signature is verified over the message bytes, so a node cannot invent one. Consent alone
 * activates nothing: the account must cover it as well. Throws `ChainUnavailableError`.
 */
export async function findConsent(
  chain: Chain,
  terms: AuthorizationTerms & { renewals?: readonly Renewal[] },
  search: {
    examined: ReadonlySet<string>;
    signature?: Signature | undefined;
    commitment?: Commitment;
    maxTransactions?: number;
  },
): Promise<{ consents: Consent[] } & Omit<ReferenceMatches<Consent>, 'matches'>> {
  const source = await tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram);
  const { matches, ...rest } = await searchReference<Consent>(
    chain,
    { commitment: 'confirmed', maxTransactions: 20, ...search, reference: terms.reference },
    async ({ signature, read, slot }) => {
      const approval = matchApproval(read, { ...terms, source });
      if (!approval || !(await isSignedBy(read, terms.payer))) return [];
      return [{ signature, slot, wire: wireOf(read), ...approval }];
    },
  );
  return { consents: matches, ...rest };
}

/**
 * The payer's associated account now, read at or after the consent's slot. Throws `ChainUnavailableError`,
 * also if no node has reached that slot: without a reading nothing is assumed.
 */
export async function readCover(
  chain: Chain,
  terms: Pick<AuthorizationTerms, 'payer' | 'mint' | 'tokenProgram'>,
  options: { minContextSlot?: bigint; commitment?: Commitment } = {},
): Promise<{ slot: bigint; account: AccountRead }> {
  const source = await tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram);
  const { slot, accounts } = await readTokenAccounts(chain, [source], {
    commitment: 'confirmed',
    ...options,
  });
  return { slot, account: accounts[0]! };
}

/** What the delegate may still move out of `read`: 0 unless it is the payer's account with this delegate. */
export function remainingAllowance(
  read: AccountRead,
  terms: Pick<AuthorizationTerms, 'payer' | 'mint' | 'delegate'>,
): bigint {
  if (read.kind !== 'account') return 0n;
  const { owner, mint, delegate, delegatedAmountAtomic } = read.account;
  return owner === terms.payer && mint === terms.mint && delegate === terms.delegate
    ? delegatedAmountAtomic
    : 0n;
}

/** Four accounts are the instruction's own; the reference comes after them. */
function isApprovalWith({ program, data, accounts }: ReadInstruction, reference: Address): boolean {
  return (
    programNameOf(program) !== null &&
    data.length >= 10 &&
    data[0] === APPROVE_CHECKED_DISCRIMINATOR &&
    accounts.slice(4).some(({ address }) => address === reference)
  );
}
