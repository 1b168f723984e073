import type { components } from '../generated/api.ts';
import { keyPrefix } from './new-api-key.ts';
import type { ApiKeyRow } from './api-key-queries.ts';

/**
 * A key as the API shows it. Only the response to its creation contains `key`; otherwise it is masked except
 * for its prefix and its end.
 */
export function presentApiKey(row: ApiKeyRow, key?: string): components['schemas']['ApiKey'] {
  return {
    object: 'api_key',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    name: row.name,
    scope: row.scope,
    key: key ?? keyPrefix(row) + row.last4,
    revokedAt: row.revokedAt,
  };
}
