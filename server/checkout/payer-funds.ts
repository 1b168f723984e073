import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { authorityOf } from '../chain/subscriptions/addresses.ts';
import { type AccountRead, readAccounts, readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { mayBeSponsored } from './sponsor-fee.ts';

type Funds = NonNullable<components['schemas']['CheckoutView']['funds']>;
type SigningCosts = components['schemas']['CheckoutView']['signingCosts'];

/** One signature; wallets may add a priority fee of about as much again, which nobody can know before. */
const FEE = 5_000n;
/** What an account without data must keep (Solana's rent, 128 bytes at 6,960 lamports): the chain refuses to leave a payer of fees less. */
const KEPT = 890_880n;
/** The deposits of what a payer's signature opens: a token account, and with the Subscriptions program an authority and a subscription. */
const DEPOSIT = { tokenAccount: 2_039_280n, authority: 1_600_000n, subscription: 2_000_000n };

/**
 * What the payer's wallet holds, and what it needs for the signature and the payment that follows at once, so that a payer who lacks
 * something is told before signing. `costs` says who pays for it. Null where nothing is left to sign, or the chain cannot be asked. Deposits are rounded down: nobody
 * who has enough is told otherwise.
 */
export async function readPayerFunds(
  deployment: Deployment,
  mandate: MandateRow,
  costs: Promise<SigningCosts> | null,
): Promise<Funds | null> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null || mandate.status !== 'pending') return null;
  try {
    return await fundsOf(deployment, chain, mandate, await costs);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}

async function fundsOf(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  costs: SigningCosts,
): Promise<Funds> {
  const { payer, payee, mint, tokenProgram, amountPerPeriod, sellMode, trialSeconds } = mandate;
  const [from, to] = await Promise.all([
    tokenAccountOf(payer, mint, tokenProgram),
    tokenAccountOf(payee, mint, tokenProgram),
  ]);
  const [wallet, tokens] = await Promise.all([
    readAccounts(chain, [payer], { commitment: 'confirmed' }),
    readTokenAccounts(chain, [from, to], { commitment: 'confirmed' }),
  ]);
  const [source, destination] = tokens.accounts as [AccountRead, AccountRead];
  const isFree = sellMode === 'subscription' && trialSeconds > 0;
  return {
    amount: source.kind === 'account' ? source.account.amountAtomic.toString() : '0',
    needsAmount: (isFree ? 0n : amountPerPeriod).toString(),
    lamports: (wallet.accounts[0]?.lamports ?? 0n).toString(),
    needsLamports: (
      await lamportsNeeded(deployment, chain, mandate, { source, destination, costs })
    ).toString(),
  };
}

async function lamportsNeeded(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  { source, destination, costs }: { source: AccountRead; destination: AccountRead; costs: SigningCosts },
): Promise<bigint> {
  const { sellMode, scheme, payer, mint } = mandate;
  if (sellMode === 'once') {
    if (destination.kind === 'missing') return KEPT + FEE + DEPOSIT.tokenAccount;
    return (await mayBeSponsored(deployment, chain, mandate)) === 'offered' ? 0n : KEPT + FEE;
  }
  if (costs?.paidBy === 'service') return 0n;
  if (scheme === 'approval') return KEPT + FEE;
  const delegate = source.kind === 'account' ? source.account.delegate : null;
  const hasAuthority = delegate !== null && delegate === (await authorityOf(payer, mint));
  return KEPT + FEE + DEPOSIT.subscription + (hasAuthority ? 0n : DEPOSIT.authority);
}
