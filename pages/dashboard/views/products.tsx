import { useState } from 'preact/hooks';
import { useLive } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { OfferForm } from '../parts/offer-form.tsx';
import { OfferTable } from '../parts/offer-table.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { hrefOf, navigate } from '../router.ts';
import { client } from '../session.ts';

/** What is sold with content that its payment unlocks. */
export function Products() {
  const paging = usePaging();
  const products = useLive(
    (api, options) => api.products.list({ limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  const [making, setMaking] = useState(false);
  return (
    <>
      <div class="view-head">
        <h1>Products</h1>
        <button class="button" onClick={() => setMaking(true)}>
          Make a product
        </button>
      </div>
      <Show live={products}>
        {({ data, nextCursor }) =>
          data.length === 0 && !paging.hasPrevious ? (
            <Empty title="No products yet">
              <p>
                A product is a page that sells something to read: a course, a guide, a code. Whoever has paid
                reads it at once, and again whenever they sign in with the wallet that paid.
              </p>
            </Empty>
          ) : (
            <>
              <OfferTable caption="Products" place="/products" offers={data} />
              <Pager paging={paging} nextCursor={nextCursor} />
            </>
          )
        }
      </Show>
      {making && (
        <Dialog title="Make a product" close={() => setMaking(false)}>
          <OfferForm
            button="Make the product"
            withContent
            make={async (request) => {
              const { id } = await client.value.products.create(request);
              navigate(hrefOf(`/products/${id}`));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
