import { invalid } from '../api-error.ts';

/**
 * What stands behind a subscription on chain. `approval`: the payer approves the service's key for a sum, and the service keeps to amount and
 * period. `plan`: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
 */
export type Scheme = 'approval' | 'plan';

/** The program counts periods in whole hours, up to a year of them. */
const HOUR_SECONDS = 3600;
const MOST_HOURS = 8760;

/** The terms that decide about a mandate's scheme. */
export interface SchemeTerms {
  periodSeconds: number;
  sellMode: 'subscription' | 'once';
}

/** What decides about it beside the terms. */
export interface SchemeChoice {
  /** By the request; none leaves it to the deployment. */
  asked: Scheme | null | undefined;
  /** The deployment's, where nobody asks for one. */
  fallback: Scheme;
  /** Whether the mode's chain has the Subscriptions program. */
  isOnChain: boolean;
  /** The scheme of the payer's active mandates in this token; null if there are none. */
  active: Scheme | null;
  /** The payee's token account takes a transfer only right after a memo, and the program sends none. */
  payeeRequiresMemo: boolean;
}

/**
 * The scheme of a mandate. The payer's token account has one delegate, so all their active mandates in a token have one scheme, whatever is asked.
 * Throws parameter_invalid: of `scheme` where plan is asked for and not possible, of the field that does not fit where the payer's mandates are plan.
 */
export function chooseScheme(
  { asked, fallback, isOnChain, active, payeeRequiresMemo }: SchemeChoice,
  terms: SchemeTerms,
): Scheme {
  if (terms.sellMode === 'once') {
    if (asked === 'plan') throw invalid('scheme', 'is plan, and a one-time purchase has no periods');
    return 'approval';
  }
  if (active === 'approval') return active;
  const misfit = misfitOf(terms, payeeRequiresMemo);
  if (active === 'plan') {
    if (misfit === null) return active;
    throw invalid(
      misfit.param,
      `${misfit.why}, as it must be for this payer: their other subscriptions in this token are on plans`,
    );
  }
  if (asked === 'plan') {
    if (misfit !== null) throw invalid('scheme', `is plan, and ${misfit.param} ${misfit.why}`);
    if (!isOnChain) throw invalid('scheme', `is plan, and ${NO_PROGRAM}`);
    return asked;
  }
  if (asked === 'approval') return asked;
  return fallback === 'plan' && isOnChain && misfit === null ? 'plan' : 'approval';
}

/** What to do about a chain that has no plans. */
export const NO_PROGRAM =
  'this chain does not have the Subscriptions program. On the local chain, list a build of it in AUTOPAY_LOCALNET_PROGRAMS or fetch it with `npm run localnet:program`, and restart';

/** The field that keeps a subscription from being a plan, and why; null if nothing does. */
function misfitOf(
  { periodSeconds }: SchemeTerms,
  payeeRequiresMemo: boolean,
): { param: string; why: string } | null {
  if (periodSeconds % HOUR_SECONDS !== 0 || periodSeconds > MOST_HOURS * HOUR_SECONDS) {
    return { param: 'periodSeconds', why: `is not a multiple of ${HOUR_SECONDS} up to ${MOST_HOURS} hours` };
  }
  if (payeeRequiresMemo) return { param: 'payee', why: 'requires a memo with each transfer' };
  return null;
}
