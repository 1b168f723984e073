import { presentMerchant, type ShownMerchant } from './present.ts';

/** A session with its merchant as the API shows it to a request of one mode. */
export function presentSession(
  row: { id: string; createdAt: number; expiresAt: number },
  merchant: ShownMerchant,
  livemode: boolean,
) {
  return {
    object: 'session' as const,
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    merchant: presentMerchant(merchant, livemode),
  };
}
