import type { Live } from '../live.ts';
import { timeInWords } from '../words/date.ts';
import { endsSession, isAway, problemOf } from './problems.ts';

/** That what is on show may be old, and since when; the page goes on trying by itself. Nothing while all is well. */
export function Freshness({ live: { data, at, error } }: { live: Live<unknown> }) {
  const isWell = error === null || endsSession(error);
  return (
    <div role="status">
      {!isWell && (
        <p class="message" data-tone="warn">
          {isAway(error) ? 'The service does not answer.' : problemOf(error)}{' '}
          {data === undefined || at === null
            ? 'Nothing can be shown yet.'
            : `What you see is of ${timeInWords(at)}.`}{' '}
          This page keeps trying.
        </p>
      )}
    </div>
  );
}
