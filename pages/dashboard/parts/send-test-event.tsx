import { useState } from 'preact/hooks';
import type { EventType, ListedEvent } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { client } from '../session.ts';
import { EVENT_TYPES, wordsOfEvent } from './event-words.ts';
import { Field, FormError, useSubmission } from './form.tsx';

/** Sends an event of any type to the merchant's endpoints. */
export function SendTestEvent() {
  const submission = useSubmission('event');
  const [type, setType] = useState<EventType>('charge.succeeded');
  const [sent, setSent] = useState<ListedEvent | null>(null);
  const send = async () => {
    setSent(null);
    setSent(await client.value.test.createEvent({ type }));
  };
  return (
    <section class="card stack">
      <h2>An event</h2>
      <p class="muted">
        Sent to the endpoints that asked for it, as if it had happened to your newest subscription or payment,
        and marked as a test event. Nothing else changes.
      </p>
      <form class="stack" onSubmit={submission.run(send)}>
        <Field name="type" label="Type" submission={submission}>
          {(control) => (
            <select
              {...control}
              class="select"
              value={type}
              onChange={(event) => setType(event.currentTarget.value as EventType)}
            >
              {EVENT_TYPES.map((each) => (
                <option key={each} value={each}>
                  {wordsOfEvent(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormError submission={submission} fields={['type']} />
        <button class="button" disabled={submission.busy}>
          Send the event
        </button>
      </form>
      <div role="status">
        {sent && (
          <p class="message" data-tone="good">
            Made. <a href={hrefOf(`/events/${sent.id}`)}>See the event and its deliveries</a>
            {sent.pendingWebhooks === 0 && '. No endpoint asked for it, so it is sent nowhere.'}
          </p>
        )}
      </div>
    </section>
  );
}
