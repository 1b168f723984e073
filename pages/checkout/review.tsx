import { problemInWords } from '@autopay/checkout-js/words';
import { BeforeSigning, missingOf } from './before-signing.tsx';
import { Screen } from './screen.tsx';
import type { ScreenProps } from './screens.tsx';
import { Terms } from './terms.tsx';

/** Everything the payer agrees to, before the wallet is asked. */
export function Review({ checkout, state, view }: ScreenProps) {
  const isShort = missingOf(view).length > 0;
  return (
    <Screen view={view} heading={view.sellMode === 'once' ? 'Check and pay' : 'Check what you agree to'}>
      {state.error && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(state.error, view)}
        </p>
      )}
      {view.description && (
        <p class="about">
          <bdi>{view.description}</bdi>
        </p>
      )}
      <BeforeSigning view={view} />
      <Terms view={view} />
      {isShort && (
        <button class="button button--wide" onClick={() => void checkout.recover()}>
          Look again
        </button>
      )}
      <button
        class={`button button--wide ${isShort ? 'button--quiet' : ''}`}
        onClick={() => void checkout.confirm()}
      >
        {view.sellMode === 'once' ? 'Pay' : 'Approve'} with {state.wallet!.name}
      </button>
      <button class="button button--quiet button--wide" onClick={() => checkout.cancel()}>
        Use another wallet
      </button>
    </Screen>
  );
}
