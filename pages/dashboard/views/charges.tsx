import type { Query } from '@autopay/sdk';
import { ChargeTable } from '../parts/charge-table.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { query } from '../router.ts';

const STATES = ['scheduled', 'processing', 'succeeded', 'retrying', 'abandoned', 'skipped'] as const;

/** Every charge of the merchant, narrowed by its state or its mandate. */
export function Charges() {
  const filter = Object.fromEntries(query.value) as Query<'listCharges'>;
  return (
    <>
      <h1>Charges</h1>
      <div class="row">
        <Filter name="status" label="State" options={STATES} />
        <TextFilter name="mandate" label="Mandate" />
      </div>
      <PagedList
        key={query.value.toString()}
        read={(api, page, options) => api.charges.list({ ...filter, ...page }, options)}
        empty={
          <Empty title={query.value.size > 0 ? 'No charge matches' : 'No charges yet'}>
            <p>The first one is made when a payer authorizes a mandate, or when its trial ends.</p>
          </Empty>
        }
      >
        {(rows) => <ChargeTable charges={rows} />}
      </PagedList>
    </>
  );
}
