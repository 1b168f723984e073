import { durationInWords } from '@autopay/checkout-js/words';
import type { ChargeProof } from '@autopay/sdk';
import { amountInWords } from '../words/amount.ts';

/** What a proof shows, and what it is called. */
export type Fact = readonly [what: string, value: string];

/**
 * What a proof that holds proves, in words. `labels` are the fields that nothing signed states: none of them is shown, nor when it was paid,
 * which only a node can say.
 */
export function factsOf(proof: ChargeProof, labels: readonly string[]): Fact[] {
  const { terms, settlement, amount, periodIndex } = proof;
  const decimals = labels.includes('decimals') ? null : proof.decimals;
  const money = (atomic: string) =>
    decimals === null ? `${atomic} of the token’s smallest unit` : amountInWords(atomic, decimals);
  return [
    ['Amount', money(amount)],
    ['Token', terms.mint],
    ['Paid by', terms.payer],
    ['Paid to', terms.payee],
    [
      'How',
      settlement.kind === 'payment' ? 'The payer sent it.' : 'It was collected, as the payer had allowed.',
    ],
    ...(labels.includes('periodIndex') || terms.sellMode === 'once'
      ? []
      : [['Which payment', `Of period ${periodIndex + 1}`] as const]),
    ['Transaction', settlement.signature],
    ['What the payer agreed to', agreedInWords(proof, money(terms.amountPerPeriod))],
  ];
}

function agreedInWords({ terms }: ChargeProof, price: string): string {
  if (terms.sellMode === 'once') return `${price}, once`;
  const often = `${price} every ${durationInWords(terms.periodSeconds)}`;
  const trial = terms.trialSeconds > 0 ? `, after a trial of ${durationInWords(terms.trialSeconds)}` : '';
  const end = terms.maxPeriods === null ? ', until it is cancelled' : `, ${terms.maxPeriods} times at most`;
  return often + end + trial;
}
