import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  type Checkout,
  type CheckoutError,
  type CheckoutView,
  solanaPayLink,
  watchMandate,
} from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { common } from '../words/here.ts';
import { newCodeAt } from './began-at.ts';
import { BeforeSigning, missingOf } from './before-signing.tsx';
import { CodeFigure } from './code-figure.tsx';
import { problemInWords } from './problem.ts';
import { secretOf } from './secret-of.ts';
import { Terms } from './terms.tsx';
import { paying } from './paying.ts';

interface PhoneCodeProps {
  mandate: CheckoutView;
  checkout: Checkout;
}

/** The code first, for whoever has the wallet on a phone, with the terms that it stands for; continues once it is approved there. */
export function PhoneCode({ mandate, checkout }: PhoneCodeProps) {
  const link = linkOf(mandate);
  if (link === null) return null;
  const newCode = newCodeAt(mandate.id);
  if (newCode !== null) {
    return (
      <Waiting mandate={mandate} checkout={checkout} text={paying.waitingForPhone}>
        <p>{paying.scannedWith(<span class="mono">{shortAddress(mandate.payer)}</span>)}</p>
        <TermsHere mandate={mandate} checkout={checkout} />
        <details open={mandate.scheme === 'plan'}>
          <summary>{paying.scanAgain}</summary>
          <div class="folded stack">
            {mandate.scheme === 'plan' && <p class="small">{paying.scanTwice}</p>}
            <CodeFigure link={link}>
              {paying.codeIsFor(<span class="mono">{shortAddress(mandate.payer)}</span>)}
            </CodeFigure>
          </div>
        </details>
        <a class="button button--quiet button--wide" href={newCode}>
          {paying.useAnotherPhone}
        </a>
      </Waiting>
    );
  }
  return (
    <Waiting mandate={mandate} checkout={checkout} text={paying.waitingForPhone}>
      <CodeFigure link={link}>
        {paying.codeIsFor(<span class="mono">{shortAddress(mandate.payer)}</span>)}
      </CodeFigure>
      {mandate.scheme === 'plan' && <p class="small">{paying.scanTwice}</p>}
      <TermsHere mandate={mandate} checkout={checkout} />
    </Waiting>
  );
}

function linkOf({ id }: CheckoutView): string | null {
  const clientSecret = secretOf(id);
  return clientSecret === null
    ? null
    : solanaPayLink({ apiBase: location.origin, mandateId: id, clientSecret });
}

/** What the payer agrees to, and what the wallet lacks for it. */
function TermsHere({ mandate, checkout }: PhoneCodeProps) {
  return (
    <>
      <h3>{mandate.sellMode === 'once' ? paying.whatYouPay : paying.whatYouAgreeTo}</h3>
      <BeforeSigning view={mandate} />
      {missingOf(mandate).length > 0 && (
        <button class="button button--wide" type="button" onClick={() => void checkout.recover()}>
          {common.lookAgain}
        </button>
      )}
      <Terms view={mandate} />
    </>
  );
}

/** Watches the chain for what is approved elsewhere. */
function Waiting({
  mandate,
  checkout,
  text,
  children,
}: PhoneCodeProps & { text: string; children: ComponentChildren }) {
  const [problem, setProblem] = useState<CheckoutError | null>(null);
  const clientSecret = secretOf(mandate.id);
  useEffect(() => {
    if (clientSecret === null) return undefined;
    const access = { mandateId: mandate.id, clientSecret, apiBase: location.origin };
    return watchMandate(access, { onProblem: setProblem, onDecided: () => void checkout.recover() });
  }, [mandate.id, clientSecret]);
  return (
    <div class="stack">
      <p class="working" role="status">
        {text}
      </p>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(problem, mandate)}
        </p>
      )}
      {children}
    </div>
  );
}
