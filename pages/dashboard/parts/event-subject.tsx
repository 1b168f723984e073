import type { ListedEvent } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { Money } from './values.tsx';

/** What an event is about, as a link to it. */
export function EventSubject({ event }: { event: ListedEvent }) {
  const { object } = event.data;
  return object.object === 'charge' ? (
    <a href={hrefOf(`/charges/${object.id}`)}>
      charge of <Money amount={object.amount} mint={object.mint} />
    </a>
  ) : (
    <a href={hrefOf(`/mandates/${object.id}`)}>
      mandate of <Money amount={object.amountPerPeriod} mint={object.mint} />
    </a>
  );
}
