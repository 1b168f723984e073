const key = (mandateId: string) => `autopay:scanned:${mandateId}`;

/** Notes for this tab that a wallet elsewhere started the mandate by the code of the page at `path`, where there can be a new code. */
export function noteScanned(mandateId: string, path: string): void {
  try {
    sessionStorage.setItem(key(mandateId), path);
  } catch {
    // Storage is blocked: after a reload the page offers the wallets of this browser as well.
  }
}

/** Where a new code is shown for what a wallet elsewhere has started; null for any other mandate. */
export function newCodeAt(mandateId: string): string | null {
  try {
    const path = sessionStorage.getItem(key(mandateId));
    // A path of this site, whatever stands in the storage.
    return path !== null && /^\/[^/\\]/.test(path) ? path : null;
  } catch {
    return null;
  }
}
