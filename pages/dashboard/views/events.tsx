import type { Query } from '@autopay/sdk';
import { EventSubject } from '../parts/event-subject.tsx';
import { EVENT_TYPES, wordsOfEvent } from '../parts/event-words.ts';
import { FilteredList } from '../parts/filtered-list.tsx';
import { TestMark } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';

/** Everything that happened, newest first, narrowed by its type or its mandate. */
export function Events() {
  return (
    <FilteredList
      heading={<h1>Events</h1>}
      filters={[
        { name: 'type', label: 'Type', options: EVENT_TYPES },
        { name: 'mandate', label: "Subscription's id" },
      ]}
      one="event"
      read={(api, asked: Query<'listEvents'>, options) =>
        api.events.list({ types: 'all', ...asked }, options)
      }
      about={
        <p>
          Events tell what happened to subscriptions and payments.{' '}
          <a href={hrefOf('/webhooks')}>Add an endpoint</a> to have your server told of each.
        </p>
      }
    >
      {(rows) => (
        <Table
          caption="Events"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Event',
              cell: (event) => (
                <>
                  <a href={hrefOf(`/events/${event.id}`)}>{wordsOfEvent(event.type)}</a>
                  <TestMark of={event} />
                  <div class="mono small muted">{event.type}</div>
                </>
              ),
            },
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
    </FilteredList>
  );
}
