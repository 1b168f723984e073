import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlanTerms } from '../../rules/references.ts';
import { planMemo, planReference } from '../../server/chain/plan.ts';
import { chargeReference, refundApprovalReference, refundReference } from '../../server/chain/references.ts';

interface Vector {
  name: string;
  terms: Omit<PlanTerms, 'amountPerPeriod'> & { amountPerPeriod: string };
  reference: string;
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../vectors/plan-references.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] };

const termsOf = ({ terms: { amountPerPeriod, ...terms } }: Vector): PlanTerms => ({
  ...terms,
  amountPerPeriod: BigInt(amountPerPeriod),
});

describe('the reference of a plan', () => {
  it.each(vectors)('is the one that others compute: $name', (vector) => {
    expect(planReference(termsOf(vector))).toBe(vector.reference);
  });

  it('changes with every term', () => {
    const terms = termsOf(vectors[0]!);
    const changes: Partial<PlanTerms>[] = [
      { genesisHash: 'other' },
      { mandateId: 'man_other' },
      { payer: terms.payee },
      { payee: terms.payer },
      { mint: terms.payer },
      { amountPerPeriod: terms.amountPerPeriod + 1n },
      { periodSeconds: terms.periodSeconds + 1 },
      { maxPeriods: null },
      { trialSeconds: 1 },
      { sellMode: 'once' },
      { delegate: terms.payer },
    ];
    const references = new Set(changes.map((change) => planReference({ ...terms, ...change })));
    expect(references.size).toBe(changes.length);
    expect(references).not.toContain(planReference(terms));
  });
});

describe('the line that is published', () => {
  it('fits twice into a transaction with the longest terms', () => {
    const terms = termsOf(vectors[0]!);
    const longest = {
      ...terms,
      amountPerPeriod: 2n ** 64n - 1n,
      periodSeconds: 31_536_000,
      trialSeconds: 63_072_000,
    };
    expect(Buffer.byteLength(planMemo({ ...longest, maxPeriods: null }))).toBeLessThanOrEqual(400);
  });

  it('says each term', () => {
    const terms = termsOf(vectors[0]!);
    expect(planMemo(terms)).toBe(
      `autopay/plan/v1 ${terms.mandateId} payer=${terms.payer} payee=${terms.payee} mint=${terms.mint} ` +
        `amount=12500000 period=2592000s max=12 trial=0s mode=subscription delegate=${terms.delegate}`,
    );
  });
});

describe('references of money that moves', () => {
  it('never coincide between charges, refunds, periods, mandates and chains', () => {
    const [payee, mint, delegate] = [
      vectors[0]!.terms.payee,
      vectors[0]!.terms.mint,
      vectors[0]!.terms.delegate,
    ];
    const references = [
      chargeReference('g', 'man_1', 1),
      chargeReference('g', 'man_1', 2),
      chargeReference('g', 'man_11', 2),
      chargeReference('h', 'man_1', 1),
      refundReference('g', 'man_1'),
      refundReference('g', 'ref_1'),
      refundApprovalReference('g', { payee, mint, delegate } as Parameters<
        typeof refundApprovalReference
      >[1]),
    ];
    expect(new Set(references).size).toBe(references.length);
    expect(chargeReference('g', 'man_1', 1)).toBe(references[0]);
  });
});
