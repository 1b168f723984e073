import {
  chooseScheme,
  type Scheme,
  type SchemeChoice,
  type SchemeTerms,
} from '../../rules/mandates/scheme.ts';
import type { Chain } from '../chain/rpc.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { findActiveSchemeGathered } from '../delegations/share-queries.ts';
import type { Sql } from '../db/connect.ts';

/** What a link or product says about its scheme, and what its payee's token account demands. */
export interface AskedScheme {
  asked: Scheme | null | undefined;
  payeeRequiresMemo: boolean;
}

/** What decides about the scheme beside what is asked for: see `chooseScheme`. */
export type Schemes = Pick<SchemeChoice, 'isOnChain' | 'active'>;

/** What the chain offers to mandates of such terms, and what the payer has. Throws ChainUnavailableError. */
export async function readSchemes(
  db: Sql,
  chain: Chain,
  payer: { livemode: boolean; payer: string; mint: string },
  terms: SchemeTerms,
): Promise<Schemes> {
  const isOnChain = await hasPlans(chain, terms);
  // Without the program nobody's mandates are on plans.
  return { isOnChain, active: isOnChain ? await findActiveSchemeGathered(db, payer) : null };
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
