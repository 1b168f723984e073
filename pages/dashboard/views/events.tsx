import type { Query } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { EventSubject } from '../parts/event-subject.tsx';
import { EVENT_TYPES } from '../parts/event-types.ts';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { hrefOf, query } from '../router.ts';

/** Everything that happened, newest first, narrowed by its type or its mandate. */
export function Events() {
  const filter = Object.fromEntries(query.value) as Query<'listEvents'>;
  return (
    <>
      <h1>Events</h1>
      <div class="row">
        <Filter name="type" label="Type" options={EVENT_TYPES} />
        <TextFilter name="mandate" label="Mandate's id" />
      </div>
      <List key={query.value.toString()} filter={filter} />
    </>
  );
}

function List({ filter }: { filter: Query<'listEvents'> }) {
  const paging = usePaging();
  const events = useLive(
    (api, options) => api.events.list({ ...filter, limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  return (
    <Show live={events}>
      {({ data, nextCursor }) =>
        data.length === 0 && !paging.hasPrevious ? (
          <Empty title={Object.keys(filter).length > 0 ? 'No event is like that' : 'No events yet'}>
            <p>
              Events tell what happened to mandates and charges.{' '}
              <a href={hrefOf('/webhooks')}>Add an endpoint</a> to have your server told of each.
            </p>
          </Empty>
        ) : (
          <>
            <Table
              caption="Events"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Event', cell: ({ id, type }) => <a href={hrefOf(`/events/${id}`)}>{type}</a> },
                { head: 'About', cell: (event) => <EventSubject event={event} /> },
                { head: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  head: 'Still to deliver',
                  cell: ({ pendingWebhooks }) =>
                    pendingWebhooks === 0 ? <span class="muted">–</span> : pendingWebhooks,
                  end: true,
                },
              ]}
            />
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )
      }
    </Show>
  );
}
