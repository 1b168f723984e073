import type { Address } from '@solana/kit';
import type { AccountFailureCode } from '../../rules/failures.ts';
import { accountFailure, type Failure } from './failure.ts';
import { judgeMint, type Mint, parseMint } from './mints.ts';
import type { Chain } from './rpc.ts';
import type { TokenProgramName } from './token-program.ts';
import { type AccountRead, parseTokenAccount, readAccounts, type ReadOptions } from './tokens.ts';

/** What a pull should do, with the associated accounts it moves between. */
export interface PullTerms {
  payer: Address;
  payee: Address;
  source: Address;
  destination: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  amountAtomic: bigint;
  delegate: Address;
  /** Whether the platform's owner accepts that this token's issuer may move anyone's balance. */
  issuerControls: boolean;
}

/** The state that decides whether a pull can succeed. */
export interface PullAccounts {
  source: AccountRead;
  destination: AccountRead;
  mint: Mint | null;
  feePayerLamports: bigint;
  slot: bigint;
}

/**
 * The accounts of many pulls, in order; an account shared by several, as the fee payer's is, is read once. Throws
 * `ChainUnavailableError`.
 */
export async function readPullAccounts(
  chain: Chain,
  pulls: readonly Pick<PullTerms, 'source' | 'destination' | 'mint'>[],
  options: ReadOptions,
): Promise<PullAccounts[]> {
  const addresses = [
    ...new Set(pulls.flatMap(({ source, destination, mint }) => [source, destination, mint])),
    chain.feePayer.address,
  ];
  const { slot, accounts } = await readAccounts(chain, addresses, options);
  const at = new Map(addresses.map((address, index) => [address, accounts[index] ?? null]));
  return pulls.map(({ source, destination, mint }) => ({
    source: parseTokenAccount(at.get(source) ?? null),
    destination: parseTokenAccount(at.get(destination) ?? null),
    mint: parseMint(at.get(mint) ?? null),
    feePayerLamports: at.get(chain.feePayer.address)?.lamports ?? 0n,
    slot,
  }));
}

/**
 * Why a pull would fail or move a different amount than agreed, or null. The chain reports the same failures,
 * but less precisely and only after signing.
 */
export function checkPull({ source, destination, mint }: PullAccounts, terms: PullTerms): Failure | null {
  if (!mint || mint.tokenProgram !== terms.tokenProgram || mint.decimals !== terms.decimals) {
    return { kind: 'ours', message: `The mint ${terms.mint} is not what the token registry says.` };
  }
  const verdict = judgeMint(mint, terms);
  if (!verdict.ok) return accountFailure('mint_refused', verdict.message);
  if (mint.isPaused) return accountFailure('mint_paused');
  return (
    checkAccount('payer', source, { owner: terms.payer, mint: terms.mint }) ??
    checkAllowance(source, terms) ??
    checkAccount('payee', destination, { owner: terms.payee, mint: terms.mint })
  );
}

function checkAccount(
  side: 'payer' | 'payee',
  read: AccountRead,
  expected: { owner: Address; mint: Address },
): Failure | null {
  const fail = (what: 'missing' | 'invalid' | 'frozen') =>
    accountFailure(`${side}_account_${what}` satisfies AccountFailureCode);
  if (read.kind !== 'account') return fail(read.kind);
  const { owner, mint, isFrozen } = read.account;
  if (owner !== expected.owner || mint !== expected.mint) return fail('invalid');
  return isFrozen ? fail('frozen') : null;
}

/** Allowance before balance: a payer who revoked is reported as such, whatever the balance. */
function checkAllowance(read: AccountRead, terms: PullTerms): Failure | null {
  if (read.kind !== 'account') throw new Error('Bug: the allowance of an account that was not read');
  const { delegate, delegatedAmountAtomic, amountAtomic } = read.account;
  if (delegate !== terms.delegate) return accountFailure('allowance_gone');
  if (delegatedAmountAtomic < terms.amountAtomic) return accountFailure('allowance_short');
  return amountAtomic < terms.amountAtomic ? accountFailure('insufficient_funds') : null;
}
