import { chooseScheme, type Scheme, type SchemeTerms } from '../../../rules/mandates/scheme.ts';

/** The scheme of a mandate: approval, since the fake's chain has no Subscriptions program. Throws parameter_invalid where plan is asked for. */
export function schemeOf(asked: Scheme | undefined, terms: SchemeTerms): Scheme {
  const choice = { fallback: 'approval', isOnChain: false, active: null, payeeRequiresMemo: false } as const;
  return chooseScheme({ ...choice, asked }, terms);
}
