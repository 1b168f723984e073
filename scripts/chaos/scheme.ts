import type { Scheme } from '../../rules/mandates/scheme.ts';
import { type Program, readPrograms } from '../../server/localnet/programs.ts';
import { requireSubscriptionsProgram } from '../subscriptions-program.ts';

/** More than any run makes. */
const NO_LIMIT = '1000000';

/** What `--scheme`, or else AUTOPAY_SCHEME, says; approval without either. Throws where it says something else. */
export function readScheme(asked: string | undefined): Scheme {
  const scheme = asked ?? process.env['AUTOPAY_SCHEME'] ?? 'approval';
  if (scheme !== 'approval' && scheme !== 'plan')
    throw new Error(`--scheme takes approval or plan, not ${scheme}.`);
  return scheme;
}

/** The programs that the chain of a run needs beside those of every cluster. */
export function programsOf(scheme: Scheme): Program[] {
  return scheme === 'plan' ? readPrograms([requireSubscriptionsProgram()]) : [];
}

/** The settings of a deployment whose subscriptions are of that scheme. */
export function schemeSettings(scheme: Scheme): Record<string, string> {
  return {
    AUTOPAY_SCHEME: scheme,
    AUTOPAY_PLANS_PER_DAY: NO_LIMIT,
    AUTOPAY_PLAN_RENT_SOL: '500',
  };
}
