import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Screen } from './screen.tsx';
import { type ScreenProps, Working } from './screens.tsx';
import { words } from './words.ts';

/** Everything the payer agrees to. Loaded when a wallet is chosen: most who open a checkout look at the price first. */
export function ReviewScreen(props: ScreenProps) {
  const [Review, setReview] = useState<FunctionComponent<ScreenProps> | null | 'failed'>(null);
  useEffect(() => {
    import('./review.tsx').then(
      (part) => setReview(() => part.Review),
      () => setReview('failed'),
    );
  }, []);
  if (Review === 'failed') {
    return (
      <Screen view={props.view} heading={words.didNotWorkHeading} tone="bad">
        <p role="alert">{words.partFailedNothingPaid}</p>
      </Screen>
    );
  }
  return Review ? <Review {...props} /> : <Working view={props.view}>{words.readingTerms}</Working>;
}
