import { useEffect, useState } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';
import { getCheckoutMandate } from '@autopay/sdk/checkout';
import { common } from '../words/here.ts';
import { Another } from './another.tsx';
import { Lacks, missingOf } from './before-signing.tsx';
import { beganAt } from './began-at.ts';
import { Onward } from './onward.tsx';
import { problemInWords } from './problem.ts';
import { Screen } from './screen.tsx';
import type { ScreenProps } from './screens.tsx';
import { secretOf } from './secret-of.ts';
import { api } from './started.ts';
import { words } from './words.ts';

/** It did not work, and what to do about it. */
export function Failed({ checkout, state, view }: ScreenProps) {
  const { error } = state;
  const isPending = view.status === 'pending';
  return (
    <Screen view={view} heading={words.didNotWorkHeading} tone="bad">
      <p role="alert">{error && problemInWords(error, view)}</p>
      {error?.code === 'insufficient_funds' && <Missing view={view} />}
      {isPending ? (
        <>
          <button class="button button--wide" onClick={() => void checkout.confirm()}>
            {state.wallet ? common.tryAgain : common.lookAgain}
          </button>
          {beganAt(view.id) !== null ? (
            <Another view={view} mayBeSigned={error?.code === 'wallet_timeout'} />
          ) : (
            state.wallet && (
              <button
                class="button button--quiet button--wide"
                onClick={() => {
                  checkout.cancel();
                  checkout.cancel();
                }}
              >
                {common.useAnotherWallet}
              </button>
            )
          )}
        </>
      ) : (
        <Onward view={view} returnUrl={null} />
      )}
    </Screen>
  );
}

/** What the wallet lacks now, of the token and of SOL. */
function Missing({ view: { id } }: { view: CheckoutView }) {
  const [now, setNow] = useState<CheckoutView | null>(null);
  useEffect(() => {
    getCheckoutMandate(api, id, { client_secret: secretOf(id)! }).then(
      (view) => setNow(view as CheckoutView),
      // The text above says what to do even without it.
      () => undefined,
    );
  }, []);
  if (now === null || missingOf(now).length === 0) return null;
  return (
    <div class="message stack" data-tone="warn">
      <Lacks view={now} hasFailed />
    </div>
  );
}
