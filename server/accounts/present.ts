import type { components } from '../generated/api.ts';
import { presentMerchant } from '../merchants/present.ts';
import type { MerchantRow } from '../merchants/queries.ts';
import type { SessionRow } from './queries.ts';

/** A session with its merchant as the API shows it to a request of one mode. */
export function presentSession(
  row: SessionRow,
  merchant: MerchantRow,
  livemode: boolean,
): components['schemas']['Session'] {
  return {
    object: 'session',
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    merchant: presentMerchant(merchant, livemode),
  };
}
