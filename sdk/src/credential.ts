import { must, mustBeSet } from './must.ts';
import type { Mode } from './types.ts';

/**
 * Who calls. A merchant's server: its secret key, `sk_` (full) or `rk_` (read-only). A payer: the `ws_` token
 * of `wallet.createSession`. The deployment's owner: `{ ownerKey }`. Null: no credential, for public
 * operations; in a page of the deployment its session cookie applies.
 */
export type Credential = string | { ownerKey: string } | null;

/**
 * The bearer token of `credential`, or null. Throws TypeError for an invalid one, never repeating it, for a
 * secret key in a browser, and for a mode beside a key that implies one.
 */
export function tokenOf(credential: Credential, mode: Mode | undefined): string | null {
  must(/^(test|live)$/.test(mode ?? 'test'), 'mode', "'test' or 'live'");
  if (credential === null) return null;
  const owner = typeof credential === 'object';
  const token = owner ? credential.ownerKey : credential;
  mustBeSet('credential', token);
  // Checked here because an HTTP library that finds a stray newline prints the whole header, key included.
  must(
    typeof token === 'string' && (owner ? /^[!-~]+$/ : /^(?:[sr]k_(?:test|live)|ws)_\w+$/).test(token),
    'credential',
    'a key that begins with sk_ or rk_ and test_ or live_, a ws_ token, { ownerKey } or null, without spaces or line breaks',
  );
  const secret = owner || !token.startsWith('ws_');
  must(!secret || !isBrowser(), 'credential', 'no secret key: it must never reach a browser');
  must(!secret || owner || !mode, 'mode', 'left out: the key tells it');
  return token;
}

/** A page, a web worker, or a mobile app. Every browser calls itself Mozilla; no server runtime does. */
export function isBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string; product?: string } };
  return (
    'document' in globalThis ||
    navigator?.product === 'ReactNative' ||
    (navigator?.userAgent?.startsWith('Mozilla') ?? false)
  );
}
