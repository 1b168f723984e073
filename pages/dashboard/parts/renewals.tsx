import type { Metrics } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { hrefOf } from '../router.ts';
import { dayOf } from './filter.tsx';
import { changeInWords, FigureCard } from './figure-card.tsx';

const RETRIED = hrefOf('/charges', { status: 'retrying' });
const FORECAST = hrefOf('/forecast');

/** Payments of subscriptions that failed: those in danger now, those that came in after all, and those that did not. */
export function Renewals({ metrics, days }: { metrics: Metrics; days: number }) {
  const { decimals, atRisk, recovered, lost, previous } = metrics;
  const amount = (atomic: bigint) => amountInWords(atomic.toString(), decimals);
  const change = (key: 'recovered' | 'lost') =>
    changeInWords(BigInt(metrics[key].amount), BigInt(previous[key].amount), amount);
  return (
    <section class="stack" aria-labelledby="renewals">
      <h2 id="renewals">Failed payments</h2>
      <p class="small muted">
        At risk now; recovered and lost in the last {days} days, against the {days} before. The list of lost
        ones shows those of all time.
      </p>
      <dl class="figures figures--three">
        <FigureCard
          label="At risk"
          change={<Risk atRisk={atRisk} />}
          to={atRisk.failed > 0 ? RETRIED : atRisk.uncovered > 0 ? FORECAST : null}
          what={
            atRisk.failed > 0 ? 'Payments that are tried again' : 'What falls due, and what is not covered'
          }
        >
          {amountInWords(atRisk.amount, decimals)}
        </FigureCard>
        <FigureCard
          label="Recovered"
          change={`${countOf(recovered.payments)}. ${change('recovered')}`}
          to={
            recovered.payments > 0
              ? hrefOf('/charges', { recovered: 'true', paidFrom: dayOf(metrics.from) })
              : null
          }
          what="Payments that succeeded after a failure"
        >
          {amountInWords(recovered.amount, decimals)}
        </FigureCard>
        <FigureCard
          label="Lost"
          change={`${countOf(lost.payments)}. ${change('lost')}`}
          to={lost.payments > 0 ? hrefOf('/charges', { status: 'abandoned' }) : null}
          what="Payments that were given up"
        >
          {amountInWords(lost.amount, decimals)}
        </FigureCard>
      </dl>
    </section>
  );
}

function countOf(payments: number): string {
  return payments === 1 ? '1 payment' : `${payments} payments`;
}

/** Such as `2 payments failed and are tried again, 1 payment due within 7 days and not covered`: each leads to its list where the figure leads to one alone. */
function Risk({ atRisk: { failed, uncovered } }: { atRisk: Metrics['atRisk'] }) {
  const again = `${countOf(failed)} failed and ${failed === 1 ? 'is' : 'are'} tried again`;
  const short = `${countOf(uncovered)} due within 7 days and not covered by what the payer approved or held`;
  if (failed > 0 && uncovered > 0)
    return (
      <>
        <a href={RETRIED}>{again}</a>, <a href={FORECAST}>{short}</a>
      </>
    );
  return <>{failed > 0 ? again : uncovered > 0 ? short : 'No payment is in danger'}</>;
}
