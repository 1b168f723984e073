import type { Address } from '@solana/kit';
import { referenceOf } from './references.ts';

/** Everything the payer consents to. Changing any of it makes another plan with another reference. */
export interface PlanTerms {
  genesisHash: string;
  mandateId: string;
  payer: Address;
  payee: Address;
  mint: Address;
  amountPerPeriod: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  delegate: Address;
}

/**
 * The address that identifies exactly these terms on chain. Its lines never change; a new layout gets a new
 * version.
 */
export function planReference(terms: PlanTerms): Address {
  return referenceOf([
    'autopay/plan/v1',
    terms.genesisHash,
    terms.mandateId,
    terms.payer,
    terms.payee,
    terms.mint,
    String(terms.amountPerPeriod),
    String(terms.periodSeconds),
    String(terms.maxPeriods),
    String(terms.trialSeconds),
    terms.sellMode,
    terms.delegate,
  ]);
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
