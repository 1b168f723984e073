import { useRef, useState } from 'preact/hooks';
import { isAutopayError } from '@autopay/sdk/core';
import { common } from '../words/here.ts';
import { refusalInWords } from '../words/refusal.ts';
import type { Started } from './started.ts';
import { words } from './words.ts';

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
  const fail = (text: string) => {
    setProblem(text);
    input.current!.focus();
  };
  const go = async (event: Event) => {
    event.preventDefault();
    const payer = address.trim();
    if (isBusy) return;
    setProblem(null);
    if (!ADDRESS.test(payer)) return fail(words.notAnAddress);
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
        <label for="phone-payer">{words.payersAddress}</label>
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
          <p class="hint">{words.payersAddressHint}</p>
          {problem && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      <button class="button button--wide" aria-disabled={isBusy}>
        {words.goOn}
      </button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (!isAutopayError(error)) return common.pageFailed;
  return error.status === null ? words.nothingPaidTryAgain : refusalInWords(error);
}
