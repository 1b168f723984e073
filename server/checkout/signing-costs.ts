import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { parseAuthority, parseSubscription } from '../chain/subscriptions/accounts.ts';
import { authorityOf } from '../chain/subscriptions/addresses.ts';
import {
  AUTHORITY_RENT_LAMPORTS,
  type OpenedAccount,
  SUBSCRIPTION_RENT_LAMPORTS,
} from '../chain/subscriptions/signing-steps.ts';
import { parseTokenAccount, readAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { mayBeSponsored, rentOf } from './sponsor-fee.ts';

type SigningCosts = components['schemas']['CheckoutView']['signingCosts'];

/**
 * Who pays the fee and the deposit of what a pending subscription's payer signs, as it would be issued now to a wallet that hands back what it signs.
 * Null if no chain can be asked.
 */
export async function readSigningCosts(deployment: Deployment, mandate: MandateRow): Promise<SigningCosts> {
  const chain = chainOf(deployment, mandate.livemode);
  if (chain === null) return null;
  try {
    const { opens, reads } = mandate.scheme === 'plan' ? await readOpens(chain, mandate) : NOTHING;
    const sponsorship = await mayBeSponsored(deployment, chain, mandate, { opens }, reads);
    return {
      paidBy: sponsorship === 'offered' ? 'service' : 'payer',
      depositLamports: rentOf({ opens }).toString(),
      limitReached: sponsorship === 'used_up',
    };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}

/** What an approval opens. */
const NOTHING = { opens: [], reads: null };

/** The accounts that are still to be opened, of those that a subscription takes. Their rent is the deposit. */
async function readOpens(chain: Chain, mandate: MandateRow) {
  const { payer, mint, tokenProgram } = mandate;
  const [authority, source] = await Promise.all([
    authorityOf(payer, mint),
    tokenAccountOf(payer, mint, tokenProgram),
  ]);
  const subscription = hasPlan(mandate) ? mandate.subscriptionAccount : null;
  const wanted = [authority, source, ...(subscription === null ? [] : [subscription])];
  const { accounts } = await readAccounts(chain, wanted, { commitment: 'confirmed' });
  const opens: Pick<OpenedAccount, 'kind' | 'lamports'>[] = [];
  if (parseAuthority(accounts[0] ?? null) === null)
    opens.push({ kind: 'authority', lamports: AUTHORITY_RENT_LAMPORTS });
  if (parseSubscription(accounts[2] ?? null) === null)
    opens.push({ kind: 'subscription', lamports: SUBSCRIPTION_RENT_LAMPORTS });
  return { opens, reads: { source: parseTokenAccount(accounts[1] ?? null) } };
}
