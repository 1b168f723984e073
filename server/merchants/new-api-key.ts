import { keyPrefix } from '../../rules/merchants/present-api-key.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { ApiKeyRow, NewApiKey } from './api-key-queries.ts';

/** A new key with the row to store. The key cannot be shown again. */
export function newApiKey(
  terms: Pick<ApiKeyRow, 'merchantId' | 'livemode' | 'scope' | 'name' | 'createdAt'>,
): { key: string; row: NewApiKey } {
  const key = newSecret(keyPrefix(terms));
  return { key, row: { ...terms, id: newId('apiKey'), keyHash: hashSecret(key), last4: key.slice(-4) } };
}
