import type { Query } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { MandateTable } from '../parts/mandate-table.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { hrefOf, query } from '../router.ts';

const STATES = ['pending', 'active', 'completed', 'revoked', 'expired'] as const;

/** Every mandate of the merchant, narrowed by its state or its payer. */
export function Mandates() {
  const filter = Object.fromEntries(query.value) as Query<'listMandates'>;
  const shown = query.value.toString();
  // Another filter begins at its own first page.
  return (
    <>
      <h1>Mandates</h1>
      <div class="row">
        <Filter name="status" label="State" options={STATES} />
        <TextFilter name="payer" label="Payer" />
      </div>
      <List key={shown} filter={filter} />
    </>
  );
}

function List({ filter }: { filter: Query<'listMandates'> }) {
  const paging = usePaging();
  const mandates = useLive(
    (api, options) => api.mandates.list({ ...filter, limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  return (
    <Show live={mandates}>
      {({ data, nextCursor }) =>
        data.length === 0 && !paging.hasPrevious ? (
          <Empty title={Object.keys(filter).length > 0 ? 'No mandate is like that' : 'No mandates yet'}>
            <p>
              A mandate is what a payer authorizes once and is charged by from then on.{' '}
              <a href={hrefOf('/payment-links')}>Make a payment link</a>, or create one from your server with{' '}
              <code>autopay.mandates.create()</code>.
            </p>
          </Empty>
        ) : (
          <>
            <MandateTable mandates={data} />
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )
      }
    </Show>
  );
}
