import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { OfferForm } from '../parts/offer-form.tsx';
import { OfferTable } from '../parts/offer-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { hrefOf, navigate } from '../router.ts';
import { client } from '../session.ts';

/** What is sold with content that its payment unlocks. */
export function Products() {
  const [making, setMaking] = useState(false);
  return (
    <>
      <div class="view-head">
        <h1>Products</h1>
        <button hidden={!may('createProduct')} class="button" onClick={() => setMaking(true)}>
          Make a product
        </button>
      </div>
      <PagedList
        read={(api, page, options) => api.products.list(page, options)}
        empty={
          <Empty title="No products yet">
            <p>
              A product is a page that sells something to read: a course, a guide, a code. Whoever has paid
              reads it at once, and again whenever they sign in with the wallet that paid.
            </p>
          </Empty>
        }
      >
        {(rows) => <OfferTable caption="Products" place="/products" offers={rows} />}
      </PagedList>
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
