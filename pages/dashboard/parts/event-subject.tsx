import type { ListedEvent } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { Money } from './values.tsx';

/** What an event is about, as a link to it. */
export function EventSubject({ event }: { event: ListedEvent }) {
  const { object } = event.data;
  if (object.object === 'refund')
    return (
      <a href={hrefOf(`/refunds/${object.id}`)}>
        Refund
        {forName(object.name)}
      </a>
    );
  return object.object === 'charge' ? (
    <a href={hrefOf(`/charges/${object.id}`)}>
      Payment of <Money amount={object.amount} mint={object.mint} />
      {forName(object.name)}
    </a>
  ) : (
    <a href={hrefOf(`/mandates/${object.id}`)}>
      Subscription of <Money amount={object.amountPerPeriod} mint={object.mint} />
      {forName(object.name)}
    </a>
  );
}

/** Events of before names were kept have none. */
function forName(name: string | null | undefined) {
  return (
    name && (
      <>
        {' '}
        for <bdi>{name}</bdi>
      </>
    )
  );
}
