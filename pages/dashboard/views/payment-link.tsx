import { useLive } from '../live.ts';
import { OfferDetail } from '../parts/offer-detail.tsx';
import { Show } from '../parts/show.tsx';
import { client } from '../session.ts';

/** One payment link: its address, its terms, and the switch. */
export function PaymentLink({ id }: { id: string }) {
  const live = useLive((api, options) => api.paymentLinks.get(id, options), [id]);
  return (
    <Show live={live}>
      {(link) => (
        <OfferDetail
          offer={link}
          change={(change) => client.value.paymentLinks.update(id, change)}
          reload={live.reload}
        />
      )}
    </Show>
  );
}
