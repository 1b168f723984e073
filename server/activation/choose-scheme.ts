import { chooseScheme, type Scheme, type SchemeTerms } from '../../rules/mandates/scheme.ts';
import type { Chain } from '../chain/rpc.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { findActiveSchemeGathered } from '../delegations/share-queries.ts';
import type { Deployment } from '../deployment.ts';

/** What a request says about its scheme, and what its payee's token account demands. */
export interface AskedScheme {
  asked: Scheme | null | undefined;
  payeeRequiresMemo: boolean;
}

/** The scheme of a new mandate; see `chooseScheme`. Throws parameter_invalid; ChainUnavailableError. */
export async function schemeOfMandate(
  { db, scheme: fallback }: Pick<Deployment, 'db' | 'scheme'>,
  chain: Chain,
  payer: { livemode: boolean; payer: string; mint: string },
  { asked, payeeRequiresMemo }: AskedScheme,
  terms: SchemeTerms,
): Promise<Scheme> {
  const isOnChain = await hasPlans(chain, terms);
  // Without the program nobody's mandates are on plans.
  const active = isOnChain ? await findActiveSchemeGathered(db, payer) : null;
  return chooseScheme({ asked, fallback, isOnChain, active, payeeRequiresMemo }, terms);
}

/** Throws parameter_invalid unless mandates of such terms can have the scheme that a link or product asks for. */
export async function requireScheme(
  chain: Chain,
  { asked, payeeRequiresMemo }: AskedScheme,
  terms: SchemeTerms,
): Promise<void> {
  if (asked !== 'plan') return;
  const isOnChain = await hasPlans(chain, terms);
  chooseScheme({ asked, fallback: 'approval', isOnChain, active: null, payeeRequiresMemo }, terms);
}

/** A one-time purchase needs no program, so nobody is asked for one. */
async function hasPlans(chain: Chain, { sellMode }: SchemeTerms): Promise<boolean> {
  return sellMode === 'subscription' && (await subscriptionsOn(chain)) !== null;
}
