import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { ApiKeyRow, NewApiKey } from './api-key-queries.ts';

/** A key's prefix: its scope and its mode. */
export function keyPrefix({ scope, livemode }: Pick<ApiKeyRow, 'scope' | 'livemode'>): string {
  return `${scope === 'full' ? 'sk' : 'rk'}_${livemode ? 'live' : 'test'}_`;
}

/** A new key with the row to store. The key cannot be shown again. */
export function newApiKey(
  terms: Pick<ApiKeyRow, 'merchantId' | 'livemode' | 'scope' | 'name' | 'createdAt'>,
): { key: string; row: NewApiKey } {
  const key = newSecret(keyPrefix(terms));
  return { key, row: { ...terms, id: newId('apiKey'), keyHash: hashSecret(key), last4: key.slice(-4) } };
}
