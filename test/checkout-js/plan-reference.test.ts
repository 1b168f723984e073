import { describe, expect, it } from 'vitest';
import { planReference, type PlanTerms } from '@autopay/checkout-js/inspect';
import file from '../vectors/plan-references.json' with { type: 'json' };

const vectors = file.vectors as { name: string; terms: PlanTerms; reference: string }[];

describe('the reference of a plan', () => {
  it.each(vectors)('is what another implementation computes: $name', async ({ terms, reference }) => {
    expect(await planReference(terms)).toBe(reference);
  });

  it('changes with every single term', async () => {
    const [first, second] = vectors;
    const changes: Partial<PlanTerms>[] = [
      { genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
      { mandateId: 'man_other' },
      { payer: second!.terms.payee },
      { payee: second!.terms.payer },
      { mint: second!.terms.delegate },
      { amountPerPeriod: '12500001' },
      { periodSeconds: 2_592_001 },
      { maxPeriods: 13 },
      { trialSeconds: 1 },
      { sellMode: 'once' },
      { delegate: second!.terms.mint },
    ];
    const references = await Promise.all(
      changes.map((change) => planReference({ ...first!.terms, ...change })),
    );
    expect(new Set([first!.reference, ...references]).size).toBe(changes.length + 1);
  });
});
