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

/** The URLs that start a mandate for whoever opens them. */
export function PaymentLinks() {
  const paging = usePaging();
  const links = useLive(
    (api, options) => api.paymentLinks.list({ limit: 25, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  const [making, setMaking] = useState(false);
  return (
    <>
      <div class="view-head">
        <h1>Payment links</h1>
        <button class="button" onClick={() => setMaking(true)}>
          Make a link
        </button>
      </div>
      <Show live={links}>
        {({ data, nextCursor }) =>
          data.length === 0 && !paging.hasPrevious ? (
            <Empty title="No links yet">
              <p>
                A link is an address that anybody can pay at, as often as you share it: in a mail, on a page,
                in a chat. You need no website, and no code.
              </p>
            </Empty>
          ) : (
            <>
              <OfferTable caption="Payment links" place="/payment-links" offers={data} />
              <Pager paging={paging} nextCursor={nextCursor} />
            </>
          )
        }
      </Show>
      {making && (
        <Dialog title="Make a payment link" close={() => setMaking(false)}>
          <OfferForm
            button="Make the link"
            make={async (request) => {
              const { id } = await client.value.paymentLinks.create(request);
              navigate(hrefOf(`/payment-links/${id}`));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
