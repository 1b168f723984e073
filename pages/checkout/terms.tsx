import type { CheckoutView } from '@autopay/checkout-js';
import { addressesInWords, shortAddress, termsInWords, warningsOf } from '@autopay/checkout-js/words';
import { dayInWords, exactMomentInWords, momentInWords, zoneInWords } from '../words/date.ts';
import { nextChargesOf } from './next-charges.ts';

/** What the payer agrees to by signing, in plain words: how much, when and how it ends. Who collects, and for which fees, unfolds. */
export function Terms({ view }: { view: CheckoutView }) {
  const once = view.sellMode === 'once';
  return (
    <>
      {warningsOf(view).map((warning) => (
        <p key={warning} class="message" data-tone="warn">
          {warning}
        </p>
      ))}
      <dl class="terms">
        {termsInWords(view)
          .filter(({ term }) => !isSaidElsewhere(term, view))
          .map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <bdi>{text}</bdi>
                {view.scheme === 'plan' && moreOnPlan(term, view)}
                {term === 'To cancel' && (
                  <>
                    {' '}
                    Or cancel <a href="/wallet">here, with your wallet</a>.
                  </>
                )}
              </dd>
            </div>
          ))}
        {!once && <NextCharges view={view} />}
      </dl>
      <details>
        <summary>Who collects, fees, and addresses to compare</summary>
        <dl class="terms">
          {!once && (
            <div>
              <dt>Who may collect</dt>
              <dd>
                This service, for <bdi>{view.merchantName}</bdi>, with its key{' '}
                <span class="mono" title={view.delegate}>
                  {shortAddress(view.delegate)}
                </span>
                . It never holds your money: each payment goes straight to the merchant’s wallet.{' '}
                {view.scheme === 'plan'
                  ? view.trialSeconds > 0 &&
                    'The program cannot wait for the end of the trial: that the first payment is collected only then is up to this service.'
                  : 'It keeps to the amount and the period; the chain enforces only the sum.'}
              </dd>
            </div>
          )}
          <div>
            <dt>Network fees</dt>
            <dd>
              {once
                ? 'A fraction of a cent of your SOL, unless your wallet shows that it costs nothing.'
                : feesInWords(view)}
            </dd>
          </div>
        </dl>
        <dl class="terms addresses">
          {addressesInWords(view).map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd class="mono">{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function feesInWords({ signingCosts }: CheckoutView): string {
  const payments = 'The service pays the fee of every payment';
  if (signingCosts === null)
    return `${payments}. This signature costs a fraction of a cent of your SOL, unless your wallet shows that it costs nothing.`;
  if (signingCosts.paidBy === 'service')
    return `${payments}, and of this signature, unless your wallet shows a cost.`;
  const why = signingCosts.limitReached ? ' The service pays no more of them for now.' : '';
  return `${payments}. This signature costs a fraction of a cent of your SOL.${why}`;
}

/** What a page has room for, and the button's panel has not. */
function moreOnPlan(term: string, { symbol }: CheckoutView): string | undefined {
  return {
    'In your wallet': ' A token account has room for one approval, so the program holds it for all of them.',
    Deposit: ' It is for the space that your subscription takes on chain.',
    'To cancel': ` Taking the approval back stops everything that you subscribed to in ${symbol} through the program.`,
  }[term];
}

/**
 * The price and the merchant are at the top of the screen, and the first payment is among the next ones,
 * unless a trial delays it.
 */
function isSaidElsewhere(term: string, { trialSeconds }: CheckoutView): boolean {
  return term === 'You pay' || term === 'To' || (term === 'First payment' && trialSeconds === 0);
}

function NextCharges({ view }: { view: CheckoutView }) {
  const moments = nextChargesOf(view, view.now);
  // Periods of less than a day need the time; of less than a minute, the seconds.
  const words =
    view.periodSeconds < 60 ? exactMomentInWords : view.periodSeconds < 86_400 ? momentInWords : dayInWords;
  // A clock needs its zone, a day is the reader's.
  const zone = (at: number) => (words === dayInWords ? '' : ` ${zoneInWords(at)}`);
  return (
    <div>
      <dt>{moments.length === 1 ? 'The payment' : `The next ${moments.length} payments`}</dt>
      <dd>
        <ol class="dates">
          {moments.map((at, index) => (
            <li key={at}>
              {index === 0 && view.trialSeconds === 0 ? 'Today, when you approve' : `${words(at)}${zone(at)}`}
            </li>
          ))}
        </ol>
      </dd>
    </div>
  );
}
