import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { OfferForm } from '../parts/offer-form.tsx';
import { OfferTable } from '../parts/offer-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { hrefOf, navigate } from '../router.ts';
import { client } from '../session.ts';

/** The URLs that start a mandate for whoever opens them. */
export function PaymentLinks() {
  const [making, setMaking] = useState(false);
  return (
    <>
      <div class="view-head">
        <h1>Payment links</h1>
        <button hidden={!may('createPaymentLink')} class="button" onClick={() => setMaking(true)}>
          Make a link
        </button>
      </div>
      <PagedList
        read={(api, page, options) => api.paymentLinks.list(page, options)}
        empty={
          <Empty title="No links yet">
            <p>
              A link is an address that anybody can pay at, as often as you share it: in a mail, on a page, in
              a chat. You need no website, and no code.
            </p>
          </Empty>
        }
      >
        {(rows) => <OfferTable caption="Payment links" place="/payment-links" offers={rows} />}
      </PagedList>
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
