import type { Mode } from './types.ts';

/**
 * Who calls. A merchant's server: its secret key, `sk_` (full) or `rk_` (read-only). A payer: the `ws_` token of
 * `wallet.createSession`. The deployment's owner: `{ ownerKey }`. Null: nobody, for what is public, and in a page of the
 * deployment whoever its session cookie says.
 */
export type Credential = string | { ownerKey: string } | null;

/** The authorization header of `credential`, or null. Throws TypeError, which never repeats what it was given. */
export function authorizationOf(credential: Credential, mode: Mode | undefined): string | null {
  if (mode !== undefined && mode !== 'test' && mode !== 'live')
    throw new TypeError("mode must be 'test' or 'live'.");
  if (credential === null) return null;
  const owner = typeof credential === 'object';
  const token = owner ? credential.ownerKey : credential;
  // Checked here because an HTTP library that meets a stray newline prints the whole header, key included.
  if (
    owner
      ? !/^[!-~]+$/.test(String(token))
      : typeof token !== 'string' || !/^(?:(?:sk|rk)_(?:test|live)|ws)_\w+$/.test(token)
  )
    throw new TypeError(
      owner
        ? 'ownerKey must be printable ASCII without spaces or line breaks.'
        : 'A credential is a secret key (sk_test_, sk_live_, rk_test_ or rk_live_), a ws_ token, { ownerKey } or null, without spaces or line breaks.',
    );
  const secret = owner || !token.startsWith('ws_');
  if (secret && isBrowser())
    throw new TypeError(
      'A secret key must never reach a browser. Use @autopay/checkout-js with a client_secret there.',
    );
  if (mode !== undefined && secret && !owner)
    throw new TypeError('mode is told by the secret key: leave it out.');
  return `Bearer ${token}`;
}

/** A page, a browser's worker, or an app on somebody's phone. Every browser calls itself Mozilla; no server runtime does. */
function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string; product?: string } };
  return (
    'document' in globalThis ||
    navigator?.product === 'ReactNative' ||
    (navigator?.userAgent?.startsWith('Mozilla/') ?? false)
  );
}
