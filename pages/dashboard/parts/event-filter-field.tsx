import { useRef } from 'preact/hooks';
import type { EventType } from '@autopay/sdk';
import { OPT_IN_EVENTS } from '../../../rules/webhooks/event-filter.ts';
import { EVENT_GROUPS, STANDARD_IN_WORDS, wordsOfEvent } from './event-words.ts';
import { type Submission, paramError, useInSight } from './form.tsx';

/** Asks which events an endpoint gets: the ten standard ones, or those that are ticked. `null` is no filter. */
export function EventFilterField({
  submission,
  value,
  set,
}: {
  submission: Submission;
  value: readonly EventType[] | null;
  set: (value: readonly EventType[] | null) => void;
}) {
  const error = paramError(submission, 'events');
  const message = useRef<HTMLParagraphElement>(null);
  useInSight(error === null ? null : submission.error, () => message.current);
  const toggle = (type: EventType, on: boolean) => {
    const others = (value ?? []).filter((each) => each !== type);
    set(on ? [...others, type] : others);
  };
  return (
    <fieldset class="picks">
      <legend>What it is told</legend>
      <label class="check">
        <input type="radio" name="told" checked={value === null} onChange={() => set(null)} />
        <span>{STANDARD_IN_WORDS}</span>
      </label>
      {value === null && (
        <div class="small muted">
          <p>Not these, which are sent to whoever chooses them:</p>
          <ul>
            {OPT_IN_EVENTS.map((type) => (
              <li key={type}>{wordsOfEvent(type)}</li>
            ))}
          </ul>
        </div>
      )}
      <label class="check">
        <input type="radio" name="told" checked={value !== null} onChange={() => set(value ?? [])} />
        <span>Only what I choose</span>
      </label>
      {value !== null &&
        EVENT_GROUPS.map(({ heading, types }) => (
          <fieldset key={heading} class="picks">
            <legend>{heading}</legend>
            {types.map((type) => (
              <label key={type} class="check">
                <input
                  type="checkbox"
                  checked={value.includes(type)}
                  onChange={(event) => toggle(type, event.currentTarget.checked)}
                />
                <span>
                  {wordsOfEvent(type)} <code class="muted small">{type}</code>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      {value?.length === 0 && <p class="hint">Choose at least one.</p>}
      {error && (
        <p class="error" role="alert" tabIndex={-1} ref={message}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
