import type { Query } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { NameOf } from '../parts/bought.tsx';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { WHOLE_ADDRESS } from '../parts/filter.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import { useSaleFilters } from '../parts/sale-filters.ts';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';

/** Everybody who ever authorized a mandate, by wallet. */
export function Customers() {
  const more = useSaleFilters({ byToken: false });
  return (
    <FilteredList
      heading={<h1>Customers</h1>}
      filters={[{ name: 'payer', label: 'Wallet', wants: WHOLE_ADDRESS }]}
      more={more}
      ordered
      downloads={(filter) => <DownloadCsv list="customers" filter={filter} />}
      one="customer"
      read={(api, asked: Query<'listCustomers'>, options) => api.customers.list(asked, options)}
      about={
        <>
          <p>A wallet is a customer from the first subscription that it agrees to.</p>
          <p>
            <a class="button" href={hrefOf('/payment-links')}>
              Make a payment link
            </a>
          </p>
        </>
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
                <a href={hrefOf('/mandates', { payer })} class="mono short" title={payer}>
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
            { head: 'Since', cell: ({ since }) => <Moment at={since} />, orders: true },
          ]}
        />
      )}
    </FilteredList>
  );
}
