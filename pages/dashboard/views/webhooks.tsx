import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { Query, WebhookEndpoint } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { AddEndpoint } from '../parts/add-endpoint.tsx';
import { DeliveryTable } from '../parts/delivery-table.tsx';
import { Empty } from '../parts/empty.tsx';
import { wordsOfEvent } from '../parts/event-words.ts';
import { FilteredList } from '../parts/filtered-list.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { STANDARD_EVENTS } from '../../../rules/webhooks/event-filter.ts';
import { hrefOf, query } from '../router.ts';
import { mode } from '../session.ts';

const STATES = ['pending', 'delivered', 'exhausted', 'refused'] as const;

/** Where events are sent, and how each delivery went. */
export function Webhooks() {
  const paging = usePaging();
  const endpoints = useLive(
    (api, options) => api.webhookEndpoints.list({ limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div class="view-head">
        <h1>Webhooks</h1>
        <button hidden={!may('createWebhookEndpoint')} class="button" onClick={() => setAdding(true)}>
          Add an endpoint
        </button>
      </div>
      <Show live={endpoints}>
        {({ data, nextCursor }) =>
          data.length === 0 && !paging.hasPrevious ? (
            <Empty title="No endpoints yet">
              <p>
                An endpoint is an address of your server that is told what happens: that a payment arrived, or
                that a subscription was cancelled. Without one, ask for{' '}
                <a href={hrefOf('/events')}>the events</a> yourself.
              </p>
            </Empty>
          ) : (
            <>
              <Endpoints endpoints={data} />
              <details>
                <summary>Change, remove, or replace the secret of an endpoint</summary>
                <p>
                  An endpoint stays as it was made. For another address, other events or a new secret, add
                  another endpoint, and let your server take the events of both. Once the new one works, keep
                  answering 2xx at the old address and ignore what arrives there; take it down with your next
                  deployment. What an address that is gone no longer answers is tried again for 22 hours, and
                  then given up.
                </p>
              </details>
              <Pager paging={paging} nextCursor={nextCursor} />
              <Deliveries endpoints={data} />
            </>
          )
        }
      </Show>
      {adding && (
        <AddEndpoint
          close={() => {
            setAdding(false);
            void endpoints.reload();
          }}
        />
      )}
    </>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <Table
      caption="Endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Address',
          cell: ({ url, description }) => (
            <>
              <bdi>{url}</bdi>
              {description && (
                <div class="muted small">
                  <bdi>{description}</bdi>
                </div>
              )}
            </>
          ),
        },
        { head: 'Is told', cell: ({ events }) => <Told events={events} /> },
        { head: 'Secret', cell: ({ secret }) => <span class="mono">{secret}</span> },
        { head: 'Added', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          head: 'Deliveries',
          cell: ({ id, url }) => (
            <a href={hrefOf('/webhooks', { endpoint: id })}>
              Show<span class="visually-hidden"> the deliveries to {url}</span>
            </a>
          ),
        },
      ]}
    />
  );
}

/** Which events an endpoint gets. */
function Told({ events }: Pick<WebhookEndpoint, 'events'>) {
  const types = events ?? STANDARD_EVENTS;
  return (
    <details>
      <summary>
        {events === null
          ? `the ${types.length} usual kinds of event`
          : `${types.length} ${types.length === 1 ? 'kind' : 'kinds'} of event`}
      </summary>
      <ul>
        {types.map((type) => (
          <li key={type}>
            {wordsOfEvent(type)} <code class="muted small">{type}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Deliveries({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const labelOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? id;
  const ids = endpoints.map(({ id }) => id);
  const chosen = query.value.get('endpoint');
  const options = chosen === null || ids.includes(chosen) ? ids : [...ids, chosen];
  return (
    <section class="stack">
      <FilteredList
        heading={<h2>Deliveries</h2>}
        filters={[
          { name: 'endpoint', label: 'Endpoint', options, labelOf },
          { name: 'status', label: 'State', options: STATES },
          { name: 'event', label: "Event's id" },
        ]}
        one="delivery"
        none="Nothing was sent yet"
        read={(api, asked: Query<'listWebhookDeliveries'>, options) =>
          api.webhookDeliveries.list(asked, options)
        }
        about={
          <p>
            An event is sent to every endpoint that was there when it happened and asked for it.
            {mode.value === 'test' && (
              <>
                {' '}
                <a href={hrefOf('/test-tools')}>Send a test event</a>
              </>
            )}
          </p>
        }
      >
        {(rows) => <DeliveryTable deliveries={rows} />}
      </FilteredList>
    </section>
  );
}
