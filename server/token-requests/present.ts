import type { components } from '../generated/api.ts';
import type { TokenRequestRow } from './queries.ts';

/**
 * A token request as the API shows it. The merchant is not shown: the owner reviews the token, not the
 * merchant.
 */
export function presentTokenRequest(row: TokenRequestRow): components['schemas']['TokenRequest'] {
  return {
    object: 'token_request',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    mint: row.mint,
    note: row.note,
    status: row.status,
    reviewedAt: row.reviewedAt,
  };
}
