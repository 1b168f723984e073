import { useState } from 'preact/hooks';
import type { EventType, WebhookEndpoint } from '@autopay/sdk';
import { client, mode } from '../session.ts';
import { Dialog } from './dialog.tsx';
import { EventFilterField } from './event-filter-field.tsx';
import { Field, FormError, useSubmission } from './form.tsx';
import { Copyable } from './values.tsx';

/** Registers an address for events, and shows its secret: once, as the service does. */
export function AddEndpoint({ close }: { close: () => void }) {
  const submission = useSubmission();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly EventType[] | null>(null);
  const [made, setMade] = useState<WebhookEndpoint | null>(null);
  const add = async () =>
    setMade(
      await client.value.webhookEndpoints.create({
        url,
        description: description.trim() || null,
        ...(events === null ? {} : { events: [...events] }),
      }),
    );
  if (made)
    return (
      <Dialog title="Store this secret now" close={close} holds>
        <div class="stack">
          <p>
            Your server tells by it which events are from here. It is shown <strong>only now</strong>.
          </p>
          <p>
            <Copyable value={made.secret} short={false} />
          </p>
          <p class="muted small">
            Give it to <code>verify()</code> of <code>@autopay/webhooks-verify</code> on your server.
          </p>
          <button class="button button--wide" onClick={close}>
            I have stored it
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Add an endpoint" close={close}>
      <form class="stack" onSubmit={submission.run(add)}>
        <Field
          name="url"
          label="Address"
          hint={
            mode.value === 'live'
              ? 'Of your server, in public; https only.'
              : 'Of your server. Live mode takes https only.'
          }
          submission={submission}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              type="url"
              required
              maxLength={2048}
              placeholder="https://"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <Field
          name="description"
          label="Description"
          hint="For you alone: what is behind it."
          submission={submission}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              maxLength={500}
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
        <EventFilterField submission={submission} value={events} set={setEvents} />
        <FormError submission={submission} fields={['url', 'description', 'events']} />
        <button class="button button--wide" disabled={submission.busy || events?.length === 0}>
          Add the endpoint
        </button>
      </form>
    </Dialog>
  );
}
