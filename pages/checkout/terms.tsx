import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { zoneInWords } from '../words/date.ts';
import { dayInWords, exactMomentInWords, momentInWords } from '../words/here.ts';
import { nextChargesOf } from './next-charges.ts';
import { addressesInWords, feesInWords, termsInWords, warningsOf } from './terms-of.ts';
import { paying } from './paying.ts';

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
        {termsInWords(view).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{text}</bdi>
              {term === paying.toCancel && (
                <> {paying.orCancelHere(<a href="/wallet">{paying.hereWithYourWallet}</a>)}</>
              )}
            </dd>
          </div>
        ))}
        {!once && <NextCharges view={view} />}
      </dl>
      <details>
        <summary>{paying.whoCollectsFold}</summary>
        <dl class="terms">
          {!once && (
            <div>
              <dt>{paying.whoMayCollect}</dt>
              <dd>
                {paying.thisServiceCollects(
                  <bdi>{view.merchantName}</bdi>,
                  <span class="mono" title={view.delegate}>
                    {shortAddress(view.delegate)}
                  </span>,
                )}{' '}
                {view.scheme === 'plan'
                  ? view.trialSeconds > 0 && paying.trialIsOurs
                  : paying.chainEnforcesSum}
              </dd>
            </div>
          )}
          <div>
            <dt>{paying.networkFees}</dt>
            <dd>{feesInWords(view)}</dd>
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

function NextCharges({ view }: { view: CheckoutView }) {
  const moments = nextChargesOf(view, view.now);
  // Periods of less than a day need the time; of less than a minute, the seconds.
  const inWords =
    view.periodSeconds < 60 ? exactMomentInWords : view.periodSeconds < 86_400 ? momentInWords : dayInWords;
  // A clock needs its zone; of days the first says whose they are.
  const first = view.trialSeconds === 0 ? 1 : 0;
  const zone = (at: number, index: number) =>
    inWords !== dayInWords ? ` ${zoneInWords(at)}` : index === first ? ` (${zoneInWords(at)})` : '';
  return (
    <div>
      <dt>{moments.length === 1 ? paying.thePayment : paying.theNextPayments(moments.length)}</dt>
      <dd>
        <ol class="dates">
          {moments.map((at, index) => (
            <li key={at}>
              {index === 0 && view.trialSeconds === 0
                ? paying.todayWhenYouApprove
                : `${inWords(at)}${zone(at, index)}`}
            </li>
          ))}
        </ol>
      </dd>
    </div>
  );
}
