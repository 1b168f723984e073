/**
 * The page of the link or product from which this tab started the mandate, and where another wallet can start another; null for a mandate of a
 * merchant's server, whose payer is fixed, and in another tab than that.
 */
export function beganAt(mandateId: string): string | null {
  const path = recall(`autopay:began:${mandateId}`);
  // A path of this site, whatever stands in the storage.
  return path !== null && /^\/[^/\\]/.test(path) ? path : null;
}

/** Forgets what was started here and is given up before anything was signed, so that its link does not warn of paying twice. */
export function forgetStarted(mandateId: string): void {
  const offerId = beganAt(mandateId)?.split(/[/?]/)[2];
  try {
    localStorage.removeItem(`autopay:started:${offerId}`);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

const scanned = (mandateId: string) => `autopay:scanned:${mandateId}`;

/** Notes for this tab that a wallet elsewhere started the mandate by the code of this page, where there can be a new code. */
export function noteScanned(mandateId: string): void {
  try {
    sessionStorage.setItem(scanned(mandateId), 'yes');
  } catch {
    // Storage is blocked: after a reload the page offers the wallets of this browser as well.
  }
}

/** Where a new code is shown for what a wallet elsewhere has started; null for any other mandate. */
export function newCodeAt(mandateId: string): string | null {
  return recall(scanned(mandateId)) && beganAt(mandateId);
}

function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
