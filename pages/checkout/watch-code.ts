import { getStartedMandate } from '@autopay/sdk/checkout';
import { api } from './started.ts';

/** Soon after a scan the page should say so; a person needs longer to read what the wallet shows. */
const LOOK_MS = 2_000;

/** Asks until a wallet has scanned the code that holds the SHA-256 of `secret`; then calls `found` once with the mandate. Returns a function that stops it. */
export function watchCode(offerId: string, secret: string, found: (mandateId: string) => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    // Nobody reads a page in the background.
    if (document.visibilityState === 'visible') {
      const started = await getStartedMandate(
        api,
        offerId,
        { client_secret: secret },
        { maxRetries: 0 },
      ).catch(
        // The service is away, or was asked too often: the next look may tell.
        () => null,
      );
      if (isStopped) return;
      if (started?.mandate) return found(started.mandate);
    }
    timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
