import type { Query } from '@autopay/sdk';
import { ChargeTable } from '../parts/charge-table.tsx';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { FilteredList } from '../parts/filtered-list.tsx';
import { hrefOf } from '../router.ts';

const STATES = ['scheduled', 'processing', 'succeeded', 'retrying', 'abandoned', 'skipped'] as const;

/** Every charge of the merchant, narrowed by its state or its mandate. */
export function Charges() {
  return (
    <FilteredList
      heading={<h1>Charges</h1>}
      filters={[
        { name: 'status', label: 'State', options: STATES },
        { name: 'mandate', label: 'Mandate' },
      ]}
      downloads={({ mandate = '', ...filter }) => (
        <>
          <DownloadCsv list="charges" filter={mandate ? { ...filter, mandate } : filter} />
          <DownloadCsv list="refunds" filter={mandate ? { mandate } : {}} label="Download refunds" />
        </>
      )}
      one="charge"
      read={(api, asked: Query<'listCharges'>, options) => api.charges.list(asked, options)}
      about={
        <>
          <p>The first one is made when a payer authorizes a mandate, or when its trial ends.</p>
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
