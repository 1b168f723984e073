import { planLines, type PlanTerms as PlanLines } from '../../rules/references.ts';
import { base58FromBytes } from './base58.ts';

/** The terms a payer consents to, which a plan's reference stands for. A checkout view has them all. */
export interface PlanTerms extends Omit<PlanLines, 'amountPerPeriod'> {
  /** Atomic units, decimal. */
  amountPerPeriod: string;
}

/**
 * The address that identifies exactly these terms on chain: SHA-256 over a versioned list of them. Recomputed
 * here so that nobody has to trust the service for it.
 */
export async function planReference(terms: PlanTerms): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(planLines(terms).join('\n')));
  return base58FromBytes(new Uint8Array(hash));
}
