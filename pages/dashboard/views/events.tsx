import type { Query } from '@autopay/sdk';
import { Empty } from '../parts/empty.tsx';
import { EventSubject } from '../parts/event-subject.tsx';
import { EVENT_TYPES } from '../parts/event-types.ts';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { PagedList } from '../parts/paged-list.tsx';
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
      <PagedList
        key={query.value.toString()}
        read={(api, page, options) => api.events.list({ ...filter, ...page }, options)}
        empty={
          <Empty title={query.value.size > 0 ? 'No event matches' : 'No events yet'}>
            <p>
              Events tell what happened to mandates and charges.{' '}
              <a href={hrefOf('/webhooks')}>Add an endpoint</a> to have your server told of each.
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            caption="Events"
            rows={rows}
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
        )}
      </PagedList>
    </>
  );
}
