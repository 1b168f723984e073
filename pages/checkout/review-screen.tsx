import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Screen } from './screen.tsx';
import { type ScreenProps, Working } from './screens.tsx';

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
      <Screen view={props.view} heading="That did not work" tone="bad">
        <p role="alert">A part of this page could not be loaded. Reload it. Nothing was paid.</p>
      </Screen>
    );
  }
  return Review ? <Review {...props} /> : <Working view={props.view}>Reading the terms</Working>;
}
