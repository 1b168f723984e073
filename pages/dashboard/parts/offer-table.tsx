import { CopyButton } from '../../parts/copy-button.tsx';
import { hrefOf } from '../router.ts';
import { type Offer, OfferPrice } from './offer-price.tsx';
import { Table } from './table.tsx';
import { Moment } from './values.tsx';

/** Where a list of offers is in the dashboard. */
export type OfferPlace = '/payment-links' | '/products';

/** The whole address that a payer opens. */
export function addressOf({ url }: Offer): string {
  return location.origin + url;
}

/** Whether an offer sells. */
export function OnOff({ active }: { active: boolean }) {
  return (
    <span class="badge" data-tone={active ? 'good' : undefined}>
      {active ? 'on' : 'off'}
    </span>
  );
}

/** Payment links or products as rows that lead to them, each with its address to copy. */
export function OfferTable({
  caption,
  place,
  offers,
}: {
  caption: string;
  place: OfferPlace;
  offers: readonly Offer[];
}) {
  return (
    <Table
      caption={caption}
      rows={offers}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: ({ id, name }) => (
            <a href={hrefOf(`${place}/${id}`)}>
              <bdi>{name}</bdi>
            </a>
          ),
        },
        { head: 'Price', cell: (offer) => <OfferPrice offer={offer} /> },
        { head: 'State', cell: ({ active }) => <OnOff active={active} /> },
        {
          head: 'Address',
          cell: (offer) => (
            <span class="copyable">
              <a
                href={offer.url}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open ${offer.name} in a new tab`}
              >
                Open
              </a>
              <CopyButton value={addressOf(offer)} what={`the address of ${offer.name}`} />
            </span>
          ),
        },
        { head: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
