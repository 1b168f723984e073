import type { Address } from '@solana/kit';
import type { AccountFailureCode } from '../../rules/failures.ts';
import {
  addressesToRead,
  checkSubscription,
  parseSubscriptionState,
  type SubscriptionPull,
  type SubscriptionState,
} from './check-subscription.ts';
import { accountFailure, type Failure } from './failure.ts';
import { judgeMint, type Mint, parseMint } from './mints.ts';
import type { Chain } from './rpc.ts';
import type { TokenProgramName } from './token-program.ts';
import {
  type AccountRead,
  parseTokenAccount,
  readAccounts,
  type ReadOptions,
  type TokenAccount,
} from './tokens.ts';

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
  /** What it is pulled through; null where the payer approved the delegate. */
  subscription: SubscriptionPull | null;
}

/** The state that decides whether a pull can succeed. */
export interface PullAccounts {
  source: AccountRead;
  destination: AccountRead;
  mint: Mint | null;
  feePayerLamports: bigint;
  /** Null without a subscription. */
  subscription: SubscriptionState | null;
  slot: bigint;
}

/**
 * The accounts of many pulls, in order; an account shared by several, as the fee payer's is, is read once, and so is the chain's clock. Throws
 * `ChainUnavailableError`.
 */
export async function readPullAccounts(
  chain: Chain,
  pulls: readonly Pick<PullTerms, 'source' | 'destination' | 'mint' | 'subscription'>[],
  options: ReadOptions,
): Promise<PullAccounts[]> {
  const addresses = [
    ...new Set(
      pulls.flatMap(({ source, destination, mint, subscription }) => [
        source,
        destination,
        mint,
        ...(subscription === null ? [] : addressesToRead(subscription)),
      ]),
    ),
    chain.feePayer.address,
  ];
  const { slot, accounts } = await readAccounts(chain, addresses, options);
  const byAddress = new Map(addresses.map((address, index) => [address, accounts[index] ?? null]));
  const at = (address: Address) => byAddress.get(address) ?? null;
  return pulls.map(({ source, destination, mint, subscription }) => ({
    source: parseTokenAccount(at(source)),
    destination: parseTokenAccount(at(destination)),
    mint: parseMint(at(mint)),
    feePayerLamports: at(chain.feePayer.address)?.lamports ?? 0n,
    subscription: subscription === null ? null : parseSubscriptionState(subscription, at),
    slot,
  }));
}

/**
 * Why a pull would fail or move a different amount than agreed, or null. The chain reports the same failures,
 * but less precisely and only after signing.
 */
export function checkPull(accounts: PullAccounts, terms: PullTerms): Failure | null {
  const { source, destination, mint } = accounts;
  if (!mint || mint.tokenProgram !== terms.tokenProgram || mint.decimals !== terms.decimals) {
    return { kind: 'ours', message: `The mint ${terms.mint} is not what the token registry says.` };
  }
  const verdict = judgeMint(mint, terms);
  if (!verdict.ok) return accountFailure('mint_refused', verdict.message);
  if (mint.isPaused) return accountFailure('mint_paused');
  return (
    checkAccount('payer', source, { owner: terms.payer, mint: terms.mint }) ??
    checkAllowance(accounts, terms) ??
    checkBalance(source, terms) ??
    checkAccount('payee', destination, { owner: terms.payee, mint: terms.mint }) ??
    checkMemo(destination, terms)
  );
}

/** Token-2022 looks for the memo beside the transfer, where the Subscriptions program makes none: no memo before its own instruction counts. */
function checkMemo(destination: AccountRead, { subscription }: PullTerms): Failure | null {
  if (subscription === null || !accountOf(destination).requiresMemo) return null;
  return accountFailure(
    'payee_account_invalid',
    "The payee's token account takes only transfers with a memo, which cannot be made through a subscription. The payee can switch this off.",
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
function checkAllowance({ source, subscription }: PullAccounts, terms: PullTerms): Failure | null {
  const { delegate, delegatedAmountAtomic } = accountOf(source);
  if (terms.subscription !== null) {
    const failure = checkSubscription(terms.subscription, subscription!, terms.amountAtomic);
    if (failure !== null) return failure;
  } else if (delegate !== terms.delegate) return accountFailure('allowance_gone');
  return delegatedAmountAtomic < terms.amountAtomic ? accountFailure('allowance_short') : null;
}

function checkBalance(source: AccountRead, { amountAtomic }: PullTerms): Failure | null {
  return accountOf(source).amountAtomic < amountAtomic ? accountFailure('insufficient_funds') : null;
}

function accountOf(read: AccountRead): TokenAccount {
  if (read.kind !== 'account') throw new Error('Bug: an account that is not there was judged');
  return read.account;
}
