import type { Autopay, ListedEvent, WebhookDelivery } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DeliveryTable } from '../parts/delivery-table.tsx';
import { wordsOfEvent } from '../parts/event-words.ts';
import { EventSubject } from '../parts/event-subject.tsx';
import { Show } from '../parts/show.tsx';
import { TestMark } from '../parts/status.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';

/** One event: what it says, and how it was delivered. */
export function Event({ id }: { id: string }) {
  const live = useLive((api, options) => read(api, id, options), [id]);
  return (
    <Show live={live}>
      {({ event, deliveries }) => {
        // How many wait is counted now; it is no part of what is delivered.
        const { pendingWebhooks: _, ...delivered } = event;
        return (
          <>
            <h1 class="row">
              <span>{wordsOfEvent(event.type)}</span> <TestMark of={event} />
            </h1>
            {event.testEvent && (
              <p class="message" data-tone="warn">
                This did not happen: it was sent on request, to try your endpoints. What it is about is real
                and unchanged, and shown below as it would be if it had happened.
              </p>
            )}
            <dl class="terms card">
              <div>
                <dt>About</dt>
                <dd>
                  <EventSubject event={event} />
                </dd>
              </div>
              <div>
                <dt>Type</dt>
                <dd class="mono">{event.type}</dd>
              </div>
              <div>
                <dt>When</dt>
                <dd>
                  <Moment at={event.createdAt} />
                </dd>
              </div>
              <div>
                <dt>Id</dt>
                <dd>
                  <Copyable value={event.id} short={false} />
                </dd>
              </div>
            </dl>
            <section class="stack">
              <h2>Deliveries</h2>
              {deliveries.length === 0 ? (
                <p class="muted">
                  None: no endpoint asked for it when it happened. <a href={hrefOf('/webhooks')}>Add one</a>
                </p>
              ) : (
                <DeliveryTable deliveries={deliveries} ofOneEvent />
              )}
            </section>
            <section class="stack">
              <h2>What it says</h2>
              <CodeBlock label="Event" text={JSON.stringify(delivered, null, 2)} />
            </section>
          </>
        );
      }}
    </Show>
  );
}

async function read(
  api: Autopay,
  id: string,
  options: { signal: AbortSignal },
): Promise<{ event: ListedEvent; deliveries: WebhookDelivery[] }> {
  const [event, deliveries] = await Promise.all([
    api.events.get(id, options),
    api.webhookDeliveries.list({ event: id, limit: 100 }, options),
  ]);
  return { event, deliveries: deliveries.data };
}
