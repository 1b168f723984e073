import type { Live } from '../live.ts';
import { timeInWords } from '../words/here.ts';
import { endsSession, isAway, problemOf } from './problems.ts';
import { words } from './words.ts';

/** That what is on show may be old, and since when; the page goes on trying by itself. Nothing while all is well. */
export function Freshness({ live: { data, at, error } }: { live: Live<unknown> }) {
  const isWell = error === null || endsSession(error);
  return (
    <div role="status">
      {!isWell && (
        <p class="message" data-tone="warn">
          {isAway(error) ? words.serviceSilent : problemOf(error)}{' '}
          {data === undefined || at === null ? words.nothingShownYet : words.asOf(timeInWords(at))}{' '}
          {words.keepsTrying}
        </p>
      )}
    </div>
  );
}
