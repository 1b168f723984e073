import { amountInWords } from '../../words/amount.ts';
import { useLive } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';

/** Everybody who ever authorized a mandate, by wallet. */
export function Customers() {
  const paging = usePaging();
  const customers = useLive(
    (api, options) => api.customers.list({ limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  return (
    <>
      <h1>Customers</h1>
      <Show live={customers}>
        {({ data, nextCursor }) =>
          data.length === 0 && !paging.hasPrevious ? (
            <Empty title="No customers yet">
              <p>A wallet is a customer from the first mandate that it authorizes.</p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Customers"
                rows={data}
                keyOf={({ payer }) => payer}
                columns={[
                  {
                    head: 'Wallet',
                    cell: ({ payer }) => (
                      <a href={hrefOf('/mandates', { payer })} class="mono" title={payer}>
                        {shortAddress(payer)}
                      </a>
                    ),
                  },
                  {
                    head: 'Paid in all',
                    cell: ({ totalPaidByMint }) =>
                      totalPaidByMint.length === 0 ? (
                        <span class="muted">nothing yet</span>
                      ) : (
                        totalPaidByMint.map(({ mint, amount, decimals, symbol }) => (
                          <div key={mint}>
                            {amountInWords(amount, decimals)} {symbol}
                          </div>
                        ))
                      ),
                    end: true,
                  },
                  { head: 'Running', cell: ({ activeSubscriptions }) => activeSubscriptions, end: true },
                  { head: 'Ever', cell: ({ subscriptions }) => subscriptions, end: true },
                  { head: 'Since', cell: ({ since }) => <Moment at={since} /> },
                ]}
              />
              <Pager paging={paging} nextCursor={nextCursor} />
            </>
          )
        }
      </Show>
    </>
  );
}
