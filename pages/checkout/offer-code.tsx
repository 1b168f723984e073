import { useEffect, useState } from 'preact/hooks';
import { CodeFigure } from './code-figure.tsx';
import { offerLink, secretOfCode } from './code-secret.ts';
import type { Offer } from './page-data.ts';
import { referenceHere, type Started } from './started.ts';
import { startedByCode } from './started-by-code.ts';
import { watchCode } from './watch-code.ts';
import { paying } from './paying.ts';

/** The code of a link or product: the wallet that scans it says by itself which account pays. Goes on once one has. */
export function OfferCode({
  offer,
  sellMode,
  onStart,
}: {
  offer: Offer;
  sellMode: 'subscription' | 'once';
  onStart: (started: Started) => void;
}) {
  const [secret] = useState(() => secretOfCode(offer.id));
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    // Browsers have cryptography on https and on this very machine; wallets open nothing else anyway.
    if (globalThis.isSecureContext)
      void offerLink(offer.id, secret, { sellMode, ...referenceHere() }).then(setLink);
  }, [offer.id, secret, sellMode]);
  useEffect(
    () => watchCode(offer.id, secret, (mandateId) => onStart(startedByCode(offer, mandateId, secret))),
    [offer.id, secret],
  );
  if (!globalThis.isSecureContext) {
    return (
      <p class="message" data-tone="warn">
        {paying.codeNeedsHttps}
      </p>
    );
  }
  if (link === null) return null;
  return (
    <div class="stack">
      <CodeFigure link={link}>{paying.codeStarts}</CodeFigure>
      {!matchMedia('(pointer: coarse)').matches && (
        <p class="working" role="status">
          {paying.waitingForScan}
        </p>
      )}
    </div>
  );
}
