import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Checkout,
  type CheckoutError,
  type CheckoutView,
  solanaPayLink,
  watchMandate,
} from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { problemInWords } from './problem.ts';
import { QrCode } from './qr-code.tsx';
import { secretOf } from './secret-of.ts';
import { Terms } from './terms.tsx';
import { words } from './words.ts';

/** First the terms, then a code for the payer's phone to scan; continues once it is approved there. */
export function PhoneCode({ mandate, checkout }: { mandate: CheckoutView; checkout: Checkout }) {
  const [isShown, setShown] = useState(false);
  const once = mandate.sellMode === 'once';
  if (isShown) return <Code mandate={mandate} checkout={checkout} />;
  return (
    <div class="stack">
      <h3>{once ? words.whatYouPay : words.whatYouAgreeTo}</h3>
      <Terms view={mandate} />
      <button class="button button--wide" type="button" onClick={() => setShown(true)}>
        {words.showCode}
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
        {words.scanThis}
      </h3>
      {isOnThisMachine() && (
        <p class="message" data-tone="warn">
          {words.onlyThisComputer}
        </p>
      )}
      <figure class="code">
        <QrCode text={link} label={words.codeLabel} />
        <figcaption class="small muted">
          {words.codeIsFor(<span class="mono">{shortAddress(mandate.payer)}</span>)}
        </figcaption>
      </figure>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(problem, mandate)}
        </p>
      )}
      <p class="working" role="status">
        {words.waitingForPhone}
      </p>
      {mandate.scheme === 'plan' && <p class="small">{words.scanTwice}</p>}
      <p class="small">
        <a href={link}>{words.openOnThisDevice}</a>
      </p>
    </div>
  );
}

function isOnThisMachine(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
