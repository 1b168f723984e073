import type { Query } from '@autopay/sdk';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { WHOLE_ADDRESS } from '../parts/filter.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import { MandateTable } from '../parts/mandate-table.tsx';
import { useSaleFilters } from '../parts/sale-filters.ts';
import { hrefOf } from '../router.ts';

const STATES = ['pending', 'active', 'completed', 'revoked', 'expired'] as const;

/** Every mandate of the merchant, narrowed by its state, its payer, when it was made and what was bought. */
export function Mandates() {
  const more = useSaleFilters();
  return (
    <FilteredList
      heading={<h1>Subscriptions</h1>}
      filters={[
        { name: 'status', label: 'State', options: STATES },
        { name: 'payer', label: 'Payer', wants: WHOLE_ADDRESS },
      ]}
      more={more}
      ordered
      downloads={(filter) => <DownloadCsv list="mandates" filter={filter} />}
      one="subscription"
      read={(api, asked: Query<'listMandates'>, options) => api.mandates.list(asked, options)}
      about={
        <p>
          A subscription is what a payer authorizes once and is charged by from then on.{' '}
          <a href={hrefOf('/payment-links')}>Make a payment link</a>, or create one from your server with{' '}
          <code>autopay.mandates.create()</code>.
        </p>
      }
    >
      {(rows) => <MandateTable mandates={rows} ordered />}
    </FilteredList>
  );
}
