import type { Query } from '@autopay/sdk';
import { ChargeTable } from '../parts/charge-table.tsx';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { WHOLE_ADDRESS, WHOLE_MANDATE } from '../parts/filter.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import { useSaleFilters } from '../parts/sale-filters.ts';
import { hrefOf } from '../router.ts';

const STATES = ['scheduled', 'processing', 'succeeded', 'retrying', 'abandoned', 'skipped'] as const;

/** Every charge of the merchant, narrowed by its state, its payer, when it was made and what was bought. */
export function Charges() {
  const more = useSaleFilters();
  return (
    <FilteredList
      heading={<h1>Payments</h1>}
      filters={[
        { name: 'status', label: 'State', options: STATES },
        { name: 'payer', label: 'Payer', wants: WHOLE_ADDRESS },
      ]}
      more={[
        { name: 'recovered', label: 'Recovered', options: ['true'], labelOf: () => 'Paid after a failure' },
        { name: 'mandate', label: 'Subscription', wants: WHOLE_MANDATE },
        { name: 'paidFrom', label: 'Paid from', day: 'first' },
        { name: 'paidTo', label: 'Paid to', day: 'last' },
        ...more,
      ]}
      ordered
      downloads={(filter) => <DownloadCsv list="charges" filter={filter} />}
      one="payment"
      read={(api, asked: Query<'listCharges'>, options) => api.charges.list(asked, options)}
      about={
        <>
          <p>The first one is made when a payer agrees to a subscription, or when its trial ends.</p>
          <p>
            <a class="button" href={hrefOf('/payment-links')}>
              Make a payment link
            </a>
          </p>
        </>
      }
    >
      {(rows) => <ChargeTable charges={rows} />}
    </FilteredList>
  );
}
