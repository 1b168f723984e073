/**
 * The lines that references on chain are hashes of: SHA-256 of the lines joined by newlines, as an address. They never
 * change, since others compute them too; a new layout gets a new version.
 */

/** Everything the payer consents to. Changing any of it makes another plan with another reference. */
export interface PlanTerms {
  /** The chain's, base58. */
  genesisHash: string;
  mandateId: string;
  payer: string;
  payee: string;
  mint: string;
  /** Atomic units. */
  amountPerPeriod: bigint;
  periodSeconds: number;
  /** Null for no cap. */
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  delegate: string;
}

/** Identify exactly these terms. An amount of the API is a decimal string already. */
export function planLines(
  terms: Omit<PlanTerms, 'amountPerPeriod'> & { amountPerPeriod: bigint | string },
): string[] {
  return [
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
  ];
}

/** In the transfer of one refund, whoever signs it. */
export function refundLines(genesisHash: string, refundId: string): string[] {
  return ['autopay/refund/v1', genesisHash, refundId];
}
