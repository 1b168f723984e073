import type { Address } from '@solana/kit';
import { referenceOf } from './references.ts';

/** Everything that the payer consents to. A change of any of it is another plan with another reference. */
export interface PlanTerms {
  genesisHash: string;
  mandateId: string;
  payer: Address;
  payee: Address;
  mint: Address;
  amountPerPeriodAtomic: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  delegate: Address;
}

/** The address that stands for exactly these terms on chain. Its lines are fixed for ever: what changes is the version. */
export function planReference(terms: PlanTerms): Address {
  return referenceOf([
    'autopay/plan/v1',
    terms.genesisHash,
    terms.mandateId,
    terms.payer,
    terms.payee,
    terms.mint,
    String(terms.amountPerPeriodAtomic),
    String(terms.periodSeconds),
    String(terms.maxPeriods),
    String(terms.trialSeconds),
    terms.sellMode,
    terms.delegate,
  ]);
}

/**
 * The terms as one line of at most 400 bytes, which anyone can read on chain and hash again to the reference. The
 * genesis hash is left out: it is that of the chain on which the line stands.
 */
export function planMemo(terms: PlanTerms): string {
  return [
    'autopay/plan/v1',
    terms.mandateId,
    `payer=${terms.payer}`,
    `payee=${terms.payee}`,
    `mint=${terms.mint}`,
    `amount=${terms.amountPerPeriodAtomic}`,
    `period=${terms.periodSeconds}s`,
    `max=${terms.maxPeriods ?? 'unlimited'}`,
    `trial=${terms.trialSeconds}s`,
    `mode=${terms.sellMode}`,
    `delegate=${terms.delegate}`,
  ].join(' ');
}
