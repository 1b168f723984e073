import { programWindow } from '../../rules/charges/program-windows.ts';
import type { PullAccounts, PullTerms } from '../chain/check-pull.ts';
import type { SubscriptionPull } from '../chain/check-subscription.ts';
import type { Chain } from '../chain/rpc.ts';
import { subscriptionAddresses } from '../chain/subscriptions/standing.ts';
import { type AccountRead, deriveTokenAccount, tokenAccountOf } from '../chain/tokens.ts';
import { subscribedOf } from '../charges/recurrence.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import type { HeldCharge } from './read-due.ts';

/** What the pull of a charge should do. */
export async function pullTermsOf(chain: Chain, held: HeldCharge): Promise<PullTerms> {
  const { charge, mandate, issuerControls } = held;
  const [source, destination] = await Promise.all([
    tokenAccountOf(mandate.payer, mandate.mint, mandate.tokenProgram),
    tokenAccountOf(mandate.payee, mandate.mint, mandate.tokenProgram),
  ]);
  return {
    payer: mandate.payer,
    payee: mandate.payee,
    source,
    destination,
    mint: mandate.mint,
    tokenProgram: mandate.tokenProgram,
    decimals: mandate.decimals,
    amountAtomic: charge.amount,
    delegate: mandate.delegate,
    issuerControls,
    subscription: mandate.scheme === 'plan' ? await subscriptionOf(chain, held) : null,
  };
}

async function subscriptionOf(
  chain: Chain,
  { charge, mandate, aheadSeconds }: HeldCharge,
): Promise<SubscriptionPull> {
  if (!hasPlan(mandate)) throw new Error(`Bug: mandate ${mandate.id} is active and has no plan.`);
  const subscribed = subscribedOf(mandate);
  return {
    terms: mandate,
    addresses: await subscriptionAddresses(mandate),
    window: programWindow(subscribed, charge.periodIndex),
    subscribedAt: subscribed.subscribedAt,
    aheadSeconds: chain.isLocalnet ? aheadSeconds : 0,
  };
}

/**
 * Pulls of one kind use the same compute units: of one token, between accounts of the same sizes. The Subscriptions program also derives the
 * payer's token account, which takes 1,500 units for each step of its bump below 255.
 */
export async function unitsKindOf(
  { mint, payer, tokenProgram, subscription }: PullTerms,
  { source, destination }: PullAccounts,
  memo: string | null,
): Promise<string> {
  const kind = `${mint}/${bytesOf(source)}/${bytesOf(destination)}/${memo !== null}`;
  if (subscription === null) return `pull/${kind}`;
  const { bump } = await deriveTokenAccount(payer, mint, tokenProgram);
  return `subscription/${bump}/${kind}`;
}

function bytesOf(read: AccountRead): number | undefined {
  return read.kind === 'account' ? read.account.bytes : undefined;
}
