import type { Query } from '@autopay/sdk';
import { Empty } from '../parts/empty.tsx';
import { Filter, TextFilter } from '../parts/filter.tsx';
import { MandateTable } from '../parts/mandate-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { hrefOf, query } from '../router.ts';

const STATES = ['pending', 'active', 'completed', 'revoked', 'expired'] as const;

/** Every mandate of the merchant, narrowed by its state or its payer. */
export function Mandates() {
  const filter = Object.fromEntries(query.value) as Query<'listMandates'>;
  return (
    <>
      <h1>Mandates</h1>
      <div class="row">
        <Filter name="status" label="State" options={STATES} />
        <TextFilter name="payer" label="Payer" />
      </div>
      <PagedList
        key={query.value.toString()}
        read={(api, page, options) => api.mandates.list({ ...filter, ...page }, options)}
        empty={
          <Empty title={query.value.size > 0 ? 'No mandate matches' : 'No mandates yet'}>
            <p>
              A mandate is what a payer authorizes once and is charged by from then on.{' '}
              <a href={hrefOf('/payment-links')}>Make a payment link</a>, or create one from your server with{' '}
              <code>autopay.mandates.create()</code>.
            </p>
          </Empty>
        }
      >
        {(rows) => <MandateTable mandates={rows} />}
      </PagedList>
    </>
  );
}
