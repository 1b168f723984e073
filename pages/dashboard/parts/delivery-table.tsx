import type { WebhookDelivery } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { Status, TestMark } from './status.tsx';
import { type Column, Table } from './table.tsx';
import { Moment, MomentLink } from './values.tsx';

/** Webhook deliveries as rows that lead to them; with what they deliver unless that is said already. */
export function DeliveryTable({
  deliveries,
  ofOneEvent = false,
}: {
  deliveries: readonly WebhookDelivery[];
  ofOneEvent?: boolean;
}) {
  const event: Column<WebhookDelivery> = {
    head: 'Event',
    cell: (delivery) => (
      <>
        <a href={hrefOf(`/events/${delivery.event}`)}>{delivery.eventType}</a>
        <TestMark of={delivery} />
      </>
    ),
  };
  return (
    <Table
      caption="Deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Delivery',
          cell: ({ id, createdAt }) => <MomentLink at={createdAt} href={hrefOf(`/webhooks/${id}`)} />,
        },
        { head: 'State', cell: ({ status }) => <Status status={status} /> },
        ...(ofOneEvent ? [] : [event]),
        { head: 'To', cell: ({ url }) => <bdi>{url}</bdi> },
        { head: 'Attempts', cell: ({ attempts }) => attempts, end: true },
        { head: 'Next attempt', cell: ({ nextAttemptAt }) => <Moment at={nextAttemptAt} /> },
      ]}
    />
  );
}
