import { common } from '../words/here.ts';
import { Another } from './another.tsx';
import { BeforeSigning, missingOf } from './before-signing.tsx';
import { problemInWords } from './problem.ts';
import { Screen } from './screen.tsx';
import type { ScreenProps } from './screens.tsx';
import { Terms } from './terms.tsx';
import { paying } from './paying.ts';

/** Everything the payer agrees to, before the wallet is asked. */
export function Review({ checkout, state, view }: ScreenProps) {
  const isShort = missingOf(view).length > 0;
  return (
    <Screen
      view={view}
      heading={view.sellMode === 'once' ? paying.checkAndPay : paying.checkWhatYouAgreeTo}
      describes
    >
      {state.error && (
        <p class="message" data-tone="bad" role="alert">
          {problemInWords(state.error, view)}
        </p>
      )}
      <BeforeSigning view={view} />
      {isShort && (
        <button class="button button--wide" onClick={() => void checkout.recover()}>
          {common.lookAgain}
        </button>
      )}
      <Terms view={view} />
      <button
        class={`button button--wide ${isShort ? 'button--quiet' : ''}`}
        onClick={() => void checkout.confirm()}
      >
        {(view.sellMode === 'once' ? paying.payWith : paying.approveWith)(state.wallet!.name)}
      </button>
      <Another view={view} />
    </Screen>
  );
}
