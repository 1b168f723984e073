const STORED = 'autopay:test-wallet:connected';

/** Whether the person has let this site see the test wallet's address, which it then asks for no more, as other wallets do. */
export function isTrusted(): boolean {
  try {
    return localStorage.getItem(STORED) === 'yes';
  } catch {
    return false;
  }
}

/** Remembers that in this browser. Where storage is blocked it is asked again. */
export function setTrusted(trusted: boolean): void {
  try {
    if (trusted) localStorage.setItem(STORED, 'yes');
    else localStorage.removeItem(STORED);
  } catch {
    // Nothing to remember it in.
  }
}
