import { presentMerchant, type ShownMerchant } from './present.ts';

/** What a session shows of its person's second factor. */
export interface ShownFactor {
  secondFactor: 'none' | 'due' | 'to_add' | 'proven';
  secondFactorAt: number | null;
}

/** Of somebody who has none, and needs none. */
const NO_FACTOR: ShownFactor = { secondFactor: 'none', secondFactorAt: null };

/** A session with its merchant as the API shows it to a request of one mode. */
export function presentSession(
  row: { id: string; createdAt: number; expiresAt: number },
  merchant: ShownMerchant,
  livemode: boolean,
  factor: ShownFactor = NO_FACTOR,
) {
  return {
    object: 'session' as const,
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    merchant: presentMerchant(merchant, livemode),
    ...factor,
  };
}
