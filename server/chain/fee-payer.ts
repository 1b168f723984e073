import type { Address, TransactionError } from '@solana/kit';
import { formatUnits } from '../../rules/money.ts';
import type { Failure } from './failure.ts';
import { ask, type Chain, ChainUnavailableError } from './rpc.ts';

const SOL_DECIMALS = 9;

/**
 * The fee payer's balance in lamports; a pull costs 10,000 plus its priority fee. Throws
 * `ChainUnavailableError`.
 */
export function feePayerLamports(chain: Chain): Promise<bigint> {
  return lamportsOf(chain, chain.feePayer.address);
}

/** The balance of the plans' owner; null where the fee payer owns them. Throws `ChainUnavailableError`. */
export async function planOwnerLamports(chain: Chain): Promise<bigint | null> {
  const { address } = chain.planOwner;
  return address === chain.feePayer.address ? null : lamportsOf(chain, address);
}

async function lamportsOf(chain: Chain, address: Address): Promise<bigint> {
  const { value } = await ask(chain, (rpc) => rpc.getBalance(address, { commitment: 'confirmed' }));
  return value;
}

/**
 * The failure of a transaction whose fee payer cannot pay for it, or null if `error` is something else. The
 * fault is ours, and the message says which address needs how much: the chain's error for an empty account is
 * "AccountNotFound", which reads as if it were about the payer.
 */
export async function feePayerFailure(chain: Chain, error: TransactionError): Promise<Failure | null> {
  if (!isAboutFeePayer(error)) return null;
  const lamports = await feePayerLamports(chain).catch((unread: unknown) => {
    if (unread instanceof ChainUnavailableError) return null;
    throw unread;
  });
  return shortFeePayer(chain, lamports);
}

/** What one pull costs: two signatures. Its priority fee is a few lamports. */
const PULL_LAMPORTS = 10_000n;
/** 0.01 SOL pays for about a thousand pulls, or for two plans: time for a person to act. */
export const LOW_LAMPORTS = 10_000_000n;
/** What an account without data must hold to exist: fees cannot take it below. */
const RENT_EXEMPT_LAMPORTS = 890_880n;

/** How many pulls a fee payer with so many lamports can pay for. */
export function affordablePulls(lamports: bigint): bigint {
  const spendable = lamports - RENT_EXEMPT_LAMPORTS;
  return spendable < 0n ? 0n : spendable / PULL_LAMPORTS;
}

/** The failure of a pull that the fee payer cannot pay for. `lamports` is what it holds; null if unknown. */
export function shortFeePayer(chain: Chain, lamports: bigint | null): Failure {
  const { address } = chain.feePayer;
  const holds = lamports === null ? 'too little SOL' : `only ${formatUnits(lamports, SOL_DECIMALS)} SOL`;
  return {
    kind: 'ours',
    message: `The fee payer ${address} of ${chain.mode} mode holds ${holds} and cannot pay for transactions. Send SOL to this address.`,
  };
}

/** The fee payer's account is always the first of a transaction. */
function isAboutFeePayer(error: TransactionError): boolean {
  if (error === 'AccountNotFound' || error === 'InsufficientFundsForFee') return true;
  if (typeof error !== 'object' || !('InsufficientFundsForRent' in error)) return false;
  return Number(error.InsufficientFundsForRent.account_index) === 0;
}
