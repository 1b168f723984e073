import type { Address } from '@solana/kit';
import { planLines, type PlanTerms } from '../../rules/references.ts';
import { referenceOf } from './references.ts';

/** The address that identifies exactly these terms on chain. */
export function planReference(terms: PlanTerms): Address {
  return referenceOf(planLines(terms));
}

/**
 * The terms as one line of at most 400 bytes, which anyone can read on chain and hash to the reference. The
 * genesis hash is omitted: it is that of the chain the line is on.
 */
export function planMemo(terms: PlanTerms): string {
  return [
    'autopay/plan/v1',
    terms.mandateId,
    `payer=${terms.payer}`,
    `payee=${terms.payee}`,
    `mint=${terms.mint}`,
    `amount=${terms.amountPerPeriod}`,
    `period=${terms.periodSeconds}s`,
    `max=${terms.maxPeriods ?? 'unlimited'}`,
    `trial=${terms.trialSeconds}s`,
    `mode=${terms.sellMode}`,
    `delegate=${terms.delegate}`,
  ].join(' ');
}
