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
          A payer agrees to a subscription once, and is charged by it from then on.{' '}
          <a href={hrefOf('/payment-links')}>Make a payment link</a>, or have your server start one:{' '}
          <a href="/docs">the documentation</a> shows how.
        </p>
      }
    >
      {(rows) => <MandateTable mandates={rows} ordered />}
    </FilteredList>
  );
}
