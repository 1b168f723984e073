import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Checkout,
  type CheckoutError,
  type CheckoutView,
  solanaPayLink,
  watchMandate,
} from '@autopay/checkout-js';
import { problemInWords, shortAddress } from '@autopay/checkout-js/words';
import { QrCode } from './qr-code.tsx';
import { secretOf } from './secret-of.ts';
import { Terms } from './terms.tsx';

/** First the terms, then a code for the payer's phone to scan; continues once it is approved there. */
export function PhoneCode({ mandate, checkout }: { mandate: CheckoutView; checkout: Checkout }) {
  const [isShown, setShown] = useState(false);
  const once = mandate.sellMode === 'once';
  if (isShown) return <Code mandate={mandate} checkout={checkout} />;
  return (
    <div class="stack">
      <h3>{once ? 'What you pay' : 'What you agree to'}</h3>
      <Terms view={mandate} />
      <button class="button button--wide" type="button" onClick={() => setShown(true)}>
        Show the code to scan
      </button>
    </div>
  );
}

function Code({ mandate, checkout }: { mandate: CheckoutView; checkout: Checkout }) {
  const clientSecret = secretOf(mandate.id);
  const [problem, setProblem] = useState<CheckoutError | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (clientSecret === null) return undefined;
    const access = { mandateId: mandate.id, clientSecret, apiBase: location.origin };
    return watchMandate(access, { onProblem: setProblem, onDecided: () => void checkout.recover() });
  }, [mandate.id, clientSecret]);
  if (clientSecret === null) return null;
  const link = solanaPayLink({ apiBase: location.origin, mandateId: mandate.id, clientSecret });
  return (
    <div class="stack">
      <h3 tabIndex={-1} ref={heading}>
        Scan this with the wallet on your phone
      </h3>
      {isOnThisMachine() && (
        <p class="message" data-tone="warn">
          This page runs only on this computer, so a phone cannot reach it.
        </p>
      )}
      <figure class="code">
        <QrCode text={link} label="Code of this payment, for a wallet on a phone" />
        <figcaption class="small muted">
          It is for <span class="mono">{shortAddress(mandate.payer)}</span> only, and opens this payment: do
          not show it to anyone else.
        </figcaption>
      </figure>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(problem, mandate)}
        </p>
      )}
      <p class="working" role="status">
        Waiting for your approval there. This page continues automatically.
      </p>
      {mandate.scheme === 'plan' && (
        <p class="small">
          The first time, two signatures may be needed. If this page still waits a minute after you approved,
          scan the code again for the second.
        </p>
      )}
      <p class="small">
        <a href={link}>Open it in a wallet on this device</a>
      </p>
    </div>
  );
}

function isOnThisMachine(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
