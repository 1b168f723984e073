import { amountInWords } from '../../words/amount.ts';
import { NameOf } from '../parts/bought.tsx';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { Empty } from '../parts/empty.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';

/** Everybody who ever authorized a mandate, by wallet. */
export function Customers() {
  return (
    <>
      <div class="row">
        <h1>Customers</h1>
        <DownloadCsv list="customers" />
      </div>
      <PagedList
        read={(api, page, options) => api.customers.list(page, options)}
        empty={
          <Empty title="No customers yet" next={{ to: '/payment-links', label: 'Make a payment link' }}>
            <p>A wallet is a customer from the first mandate that it authorizes.</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            caption="Customers"
            rows={rows}
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
              { head: 'Bought last', cell: ({ name }) => <NameOf name={name} /> },
              { head: 'Running', cell: ({ activeSubscriptions }) => activeSubscriptions, end: true },
              { head: 'Ever', cell: ({ subscriptions }) => subscriptions, end: true },
              { head: 'Since', cell: ({ since }) => <Moment at={since} /> },
            ]}
          />
        )}
      </PagedList>
    </>
  );
}
