import { base58FromBytes } from './base58.ts';

/** The terms a payer consents to, which a plan's reference stands for. A checkout view has them all. */
export interface PlanTerms {
  /** The chain's genesis hash, base58. */
  genesisHash: string;
  mandateId: string;
  payer: string;
  payee: string;
  mint: string;
  /** Atomic units, decimal. */
  amountPerPeriod: string;
  periodSeconds: number;
  /** Null for no cap. */
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  delegate: string;
}

/**
 * The address that identifies exactly these terms on chain: SHA-256 over a versioned list of them. Recomputed
 * here so that nobody has to trust the service for it.
 */
export async function planReference(terms: PlanTerms): Promise<string> {
  const lines = [
    'autopay/plan/v1',
    terms.genesisHash,
    terms.mandateId,
    terms.payer,
    terms.payee,
    terms.mint,
    terms.amountPerPeriod,
    String(terms.periodSeconds),
    String(terms.maxPeriods),
    String(terms.trialSeconds),
    terms.sellMode,
    terms.delegate,
  ];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')));
  return base58FromBytes(new Uint8Array(hash));
}
