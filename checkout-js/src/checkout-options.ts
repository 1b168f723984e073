import type { CheckoutAccess } from './checkout-api.ts';
import type { MarkerStorage } from './sent-marker.ts';
import type { StandardWallet } from './standard-wallet.ts';

/** Which mandate to pay, and where. */
export interface CheckoutOptions extends Omit<CheckoutAccess, 'signal'> {
  /**
   * Milliseconds for the person to respond in the wallet, when connecting and again when signing. Default
   * 180,000.
   */
  walletTimeoutMs?: number;
  /**
   * Where to remember across a reload that something was sent; never stores a secret. Default sessionStorage;
   * null for nowhere.
   */
  storage?: MarkerStorage | null;
  /** Only these wallets. Default: those that register themselves in the page by the Wallet Standard. */
  wallets?: readonly StandardWallet[];
}

/** Three minutes: a person with a hardware wallet reads slowly. */
export const DEFAULT_WALLET_TIMEOUT_MS = 180_000;

/** setTimeout accepts at most this many milliseconds, 24 days, and fires at once when given more. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Throws a TypeError that names the first unusable argument that every request needs. */
export function checkAccess({ mandateId, clientSecret, apiBase, fetch }: CheckoutAccess): void {
  expectArgument(/^man_\w+$/.test(mandateId), 'mandateId', 'the id of a mandate, man_...');
  // The message does not repeat a misplaced value: it may be a secret.
  expectArgument(
    /^[\w-]+$/.test(clientSecret) && !clientSecret.startsWith('sk_'),
    'clientSecret',
    "the mandate's client_secret, never a secret key",
  );
  const base = URL.canParse(apiBase) ? new URL(apiBase).href : '';
  expectArgument(
    /^https?:[^@?#]+$/.test(base) && !/\/v1\/?$/i.test(base),
    'apiBase',
    'an http(s) address without user, query or fragment, nor /v1 at its end',
  );
  expectArgument(fetch === undefined || typeof fetch === 'function', 'fetch', 'a function');
}

/** Throws a TypeError that names the unusable argument. */
export function checkOptions(options: CheckoutOptions): void {
  checkAccess(options);
  const { walletTimeoutMs, storage, wallets } = options;
  expectArgument(
    walletTimeoutMs === undefined ||
      (Number.isFinite(walletTimeoutMs) && walletTimeoutMs > 0 && walletTimeoutMs <= MAX_TIMEOUT_MS),
    'walletTimeoutMs',
    `milliseconds above 0, at most ${MAX_TIMEOUT_MS}`,
  );
  expectArgument(
    !storage || typeof storage.setItem === 'function',
    'storage',
    'like sessionStorage, or null',
  );
  expectArgument(wallets === undefined || Array.isArray(wallets), 'wallets', 'an array of wallets');
}

/** Throws a TypeError that says what `name` must be, unless it holds. */
export function expectArgument(holds: boolean, name: string, what: string): void {
  if (!holds) throw new TypeError(`${name} must be ${what}.`);
}
