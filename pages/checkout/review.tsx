import { problemInWords } from '@autopay/checkout-js/words';
import { Screen } from './screen.tsx';
import type { ScreenProps } from './screens.tsx';
import { Terms } from './terms.tsx';

/** Everything the payer agrees to, before the wallet is asked. */
export function Review({ checkout, state, view }: ScreenProps) {
  return (
    <Screen view={view} heading={view.sellMode === 'once' ? 'Check and pay' : 'Check what you agree to'}>
      {state.error && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(state.error, view)}
        </p>
      )}
      <Terms view={view} />
      <button class="button button--wide" onClick={() => void checkout.confirm()}>
        {view.sellMode === 'once' ? 'Pay' : 'Approve'} with {state.wallet!.name}
      </button>
      <button class="button button--quiet button--wide" onClick={() => checkout.cancel()}>
        Use another wallet
      </button>
    </Screen>
  );
}
