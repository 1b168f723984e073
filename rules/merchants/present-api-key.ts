/** What decides a key's prefix. */
export interface KeyKind {
  scope: 'full' | 'read';
  livemode: boolean;
}

/** What the API shows of a key's row. */
export interface ShownApiKey extends KeyKind {
  id: string;
  createdAt: number;
  name: string;
  last4: string;
  revokedAt: number | null;
}

/** A key's prefix: its scope and its mode. */
export function keyPrefix({ scope, livemode }: KeyKind): string {
  return `${scope === 'full' ? 'sk' : 'rk'}_${livemode ? 'live' : 'test'}_`;
}

/**
 * A key as the API shows it. Only the response to its creation contains `key`; otherwise it is masked except
 * for its prefix and its end.
 */
export function presentApiKey(row: ShownApiKey, key?: string) {
  return {
    object: 'api_key' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    name: row.name,
    scope: row.scope,
    key: key ?? keyPrefix(row) + row.last4,
    revokedAt: row.revokedAt,
  };
}
