const STORED = 'autopay:test-wallet:connected';

/**
 * Whether the person has let this site see the test wallet's address; then it does not ask again, like other
 * wallets.
 */
export function isTrusted(): boolean {
  try {
    return localStorage.getItem(STORED) === 'yes';
  } catch {
    return false;
  }
}

/** Remembers that in this browser. If storage is blocked it will ask again. */
export function setTrusted(trusted: boolean): void {
  try {
    if (trusted) localStorage.setItem(STORED, 'yes');
    else localStorage.removeItem(STORED);
  } catch {
    // Storage is not available.
  }
}
