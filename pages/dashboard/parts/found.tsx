import { shortAddress } from '@autopay/checkout-js/words';
import type { SearchResult } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { hrefOf } from '../router.ts';
import { NameOf } from './bought.tsx';
import { Empty } from './empty.tsx';
import { Show } from './show.tsx';
import { Status } from './status.tsx';
import { Table } from './table.tsx';
import { Moment, Money } from './values.tsx';

const KINDS: Record<string, string> = {
  mandate: 'Subscription',
  charge: 'Payment',
  refund: 'Refund',
  customer: 'Customer',
  product: 'Product',
  payment_link: 'Payment link',
  event: 'Event',
  webhook_delivery: 'Webhook delivery',
};

/** What kind of thing was found, for people. */
export function kindInWords({ kind }: SearchResult): string {
  return KINDS[kind] ?? kind.replaceAll('_', ' ');
}

/** Where the dashboard shows it. */
export function placeOf({ kind, id }: SearchResult): string {
  if (kind === 'customer') return hrefOf('/mandates', { payer: id });
  if (kind === 'webhook_delivery') return hrefOf(`/webhooks/${id}`);
  return hrefOf(`/${kind.replaceAll('_', '-')}s/${id}`);
}

/** What says which one it is: what was bought, else the payer, else the id. */
export function titleOf({ kind, id, name, payer }: SearchResult): string {
  if (kind === 'customer') return shortAddress(id);
  return name ?? (payer === null ? id : shortAddress(payer));
}

/** What a text finds, as rows that lead there. */
export function Found({ query }: { query: string }) {
  const found = useLive((api, options) => api.search.find({ query }, options), [query], null);
  return (
    <Show live={found}>
      {({ data, hasMore }) =>
        data.length === 0 ? (
          <Empty title={`Nothing is found by “${query}”`}>
            <p>
              Search takes the beginning of an id, of an address or a signature (4 characters or more), of a
              name or of your reference, or a whole value of metadata; of a product or link, any word of its
              name.
            </p>
          </Empty>
        ) : (
          <>
            <Table
              caption="Found"
              rows={data}
              keyOf={({ kind, id }) => `${kind} ${id}`}
              columns={[
                { head: 'What', cell: (row) => <a href={placeOf(row)}>{kindInWords(row)}</a> },
                { head: 'Name', cell: ({ name }) => <NameOf name={name} /> },
                {
                  head: 'Payer',
                  cell: ({ payer }) =>
                    payer === null ? (
                      <span class="muted">–</span>
                    ) : (
                      <span class="mono short" title={payer}>
                        {shortAddress(payer)}
                      </span>
                    ),
                },
                {
                  head: 'State',
                  cell: ({ status }) =>
                    status === null ? <span class="muted">–</span> : <Status status={status} />,
                },
                {
                  head: 'Amount',
                  cell: ({ amount, mint }) =>
                    amount === null || mint === null ? (
                      <span class="muted">–</span>
                    ) : (
                      <Money amount={amount} mint={mint} />
                    ),
                  end: true,
                },
                { head: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              ]}
            />
            {hasMore && <p class="muted">There is more. A longer text narrows it down.</p>}
          </>
        )
      }
    </Show>
  );
}
