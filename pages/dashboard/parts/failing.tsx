import type { Charge } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { cureOf } from './failing-words.ts';
import { Moment, Money } from './values.tsx';

/** What is wrong with a payment that failed, what helps, and when it is tried again. Nothing for one that did not fail. */
export function Failing({ charge, link = false }: { charge: Charge; link?: boolean }) {
  const { failure, nextAttemptAt, status, attempts, id, amount, mint } = charge;
  if (failure === null) return null;
  const isOpen = nextAttemptAt !== null || status === 'processing';
  return (
    <div class="message stack" data-tone={isOpen ? 'warn' : 'bad'}>
      <p>
        {link ? (
          <a href={hrefOf(`/charges/${id}`)}>
            The payment of <Money amount={amount} mint={mint} />
          </a>
        ) : (
          'This payment'
        )}{' '}
        failed{attempts > 1 && ` ${attempts} times`}. {failure.message}
      </p>
      {isOpen ? (
        <>
          <p>{cureOf(charge)}</p>
          <p>
            {nextAttemptAt === null ? (
              'It is being tried again now.'
            ) : (
              <>
                It is tried again by itself at <Moment at={nextAttemptAt} />.
              </>
            )}
          </p>
        </>
      ) : (
        <p>It is not tried again: its subscription has ended. A new one has to be started.</p>
      )}
    </div>
  );
}
