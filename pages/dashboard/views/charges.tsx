import type { Query } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { ChargeTable } from '../parts/charge-table.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
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
      <List key={query.value.toString()} filter={filter} />
    </>
  );
}

function List({ filter }: { filter: Query<'listCharges'> }) {
  const paging = usePaging();
  const charges = useLive(
    (api, options) => api.charges.list({ ...filter, limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  return (
    <Show live={charges}>
      {({ data, nextCursor }) =>
        data.length === 0 && !paging.hasPrevious ? (
          <Empty title={Object.keys(filter).length > 0 ? 'No charge is like that' : 'No charges yet'}>
            <p>The first one is made when a payer authorizes a mandate, or when its trial ends.</p>
          </Empty>
        ) : (
          <>
            <ChargeTable charges={data} />
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )
      }
    </Show>
  );
}
