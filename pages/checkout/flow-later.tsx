import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadPart } from './load-part.ts';
import { Screen } from './screen.tsx';
import type { Started } from './started.ts';
import { words } from './words.ts';

let loading: Promise<FunctionComponent<Started>> | null = null;

/** Begins to load what follows the choice of a wallet: while the person answers theirs. Rejects if it cannot be loaded. */
export function loadFlow(): Promise<FunctionComponent<Started>> {
  loading ??= loadPart(() => import('./mandate-flow.tsx')).then(({ MandateFlow }) => MandateFlow);
  loading.catch(() => (loading = null));
  return loading;
}

/** A mandate from its terms to its outcome, as soon as that part of the page is loaded. */
export function FlowLater(started: Started) {
  const [Flow, setFlow] = useState<FunctionComponent<Started> | null | 'failed'>(null);
  useEffect(() => {
    loadFlow().then(
      (part) => setFlow(() => part),
      () => setFlow('failed'),
    );
  }, []);
  if (Flow === 'failed') {
    return (
      <Screen view={null} heading={words.didNotWorkHeading} tone="bad">
        <p role="alert">{words.partFailedNothingPaid}</p>
      </Screen>
    );
  }
  return Flow ? <Flow {...started} /> : <p class="working muted">{words.readingTerms}</p>;
}
