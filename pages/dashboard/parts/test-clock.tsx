import { useState } from 'preact/hooks';
import { durationInWords } from '@autopay/checkout-js/words';
import { dayInWords, exactMomentInWords, zoneInWords } from '../../words/date.ts';
import { useLive } from '../live.ts';
import { client } from '../session.ts';
import { DurationField, secondsOf, type TypedDuration } from './duration-field.tsx';
import { FormError, useSubmission } from './form.tsx';
import { Show } from './show.tsx';

/** The merchant's clock in test mode: what it says, and the button that moves it forward. */
export function TestClock() {
  const clock = useLive((api, options) => api.test.getClock(options));
  const submission = useSubmission('clock');
  const [by, setBy] = useState<TypedDuration>({ count: '30', unit: 'days' });
  const [moved, setMoved] = useState<{ before: number; after: number } | null>(null);
  const advance = async () => {
    setMoved(null);
    const { now: before } = await client.value.test.getClock();
    const { now: after } = await client.value.test.advanceClock({ seconds: secondsOf(by) });
    setMoved({ before, after });
    await clock.reload();
  };
  return (
    <section class="card stack">
      <h2>Clock</h2>
      <p class="muted">
        Moves only forward, and only for your test data. Everything that falls due on the way happens:
        payments are collected, trials end, subscriptions run out.
      </p>
      <div class="clock-room">
        <Show live={clock}>
          {({ now, offsetSeconds }) => (
            <p>
              <time
                class="clock"
                dateTime={new Date(now * 1000).toISOString()}
                title={`${exactMomentInWords(now)} ${zoneInWords(now)}`}
              >
                {toTheSecond(now)}
              </time>
              <span class="muted">
                {offsetSeconds === 0 ? 'the real time' : `${partsInWords(offsetSeconds)} ahead`}
              </span>
            </p>
          )}
        </Show>
      </div>
      <form class="stack" onSubmit={submission.run(advance)}>
        <DurationField
          name="seconds"
          label="Move it by"
          submission={submission}
          value={by}
          required
          set={setBy}
        >
          <button class="button" disabled={submission.busy}>
            Move the clock
          </button>
        </DurationField>
        <FormError submission={submission} fields={['seconds']} />
      </form>
      <div role="status">
        {submission.busy && <p class="working muted">Collecting what falls due on the way</p>}
        {moved && (
          <p class="message" data-tone="good">
            It was {toTheSecond(moved.before)}, and is now {toTheSecond(moved.after)}. All that fell due has
            settled.
          </p>
        )}
      </div>
    </section>
  );
}

/** `21 Nov 2026, 14:05:09 UTC`: in the zone of all tables here. */
function toTheSecond(at: number): string {
  return `${dayInWords(at, 0)}, ${new Date(at * 1000).toISOString().slice(11, 19)} UTC`;
}

/** `30 days 1 hour`: each unit that a length of time has, since a clock is moved by unlike steps. */
function partsInWords(seconds: number): string {
  const sizes = [86_400, 3_600, 60, 1];
  const parts = sizes.map((size, at) => {
    const rest = at === 0 ? seconds : seconds % sizes[at - 1]!;
    return rest - (rest % size);
  });
  return parts
    .filter((part) => part > 0)
    .map((part) => durationInWords(part))
    .join(' ');
}
