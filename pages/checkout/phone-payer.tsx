import { useRef, useState } from 'preact/hooks';
import { isAutopayError } from '@autopay/sdk/core';
import type { Started } from './started.ts';

/** Base58 characters, as many as 32 bytes take; the service checks the rest of an address. */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Asks which wallet pays, since this page cannot see a phone's wallet: the mandate is created for its
 * address.
 */
export function PhonePayer({
  start,
  onStart,
}: {
  start: (payer: string) => Promise<Started>;
  onStart: (started: Started) => void;
}) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fail = (words: string) => {
    setProblem(words);
    input.current!.focus();
  };
  const go = async (event: Event) => {
    event.preventDefault();
    const payer = address.trim();
    if (isBusy) return;
    setProblem(null);
    if (!ADDRESS.test(payer))
      return fail(
        'That is not a Solana address, which has 32 to 44 letters and digits. Copy it from your wallet.',
      );
    setBusy(true);
    try {
      onStart(await start(payer));
    } catch (error) {
      setBusy(false);
      fail(wordsOf(error));
    }
  };
  return (
    <form class="stack" noValidate onSubmit={(event) => void go(event)}>
      <div class="field">
        <label for="phone-payer">Address of the wallet that pays</label>
        <input
          id="phone-payer"
          class="input mono"
          ref={input}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="phone-payer-about"
          aria-invalid={problem !== null}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <div id="phone-payer-about">
          <p class="hint">Your wallet shows it under Receive. Entering it does not pay anything.</p>
          {problem && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      <button class="button button--wide" aria-disabled={isBusy}>
        Go on
      </button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (!isAutopayError(error)) return 'Something went wrong on this page. Reload it.';
  if (error.status === null) return 'The payment service did not answer. Nothing was paid. Try again.';
  return error.code === 'rate_limit_exceeded'
    ? 'Too many attempts from your network. Wait a minute, then try again.'
    : error.message;
}
