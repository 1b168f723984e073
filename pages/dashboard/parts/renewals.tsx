import type { Metrics } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { amountInWords } from '../../words/amount.ts';
import { hrefOf } from '../router.ts';
import { changeInWords, FigureCard } from './figure-card.tsx';

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
        At risk now; recovered and lost in the last {days} days, against the {days} before. Their lists show
        those of all time.
      </p>
      <dl class="figures figures--three">
        <FigureCard label="At risk" change={riskInWords(atRisk)}>
          <Leading to={atRisk.failed > 0 && { status: 'retrying' }} what="Payments that are tried again">
            {amountInWords(atRisk.amount, decimals)}
          </Leading>
        </FigureCard>
        <FigureCard label="Recovered" change={`${countOf(recovered.payments)}. ${change('recovered')}`}>
          <Leading
            to={recovered.payments > 0 && { recovered: 'true' }}
            what="Payments that succeeded after a failure"
          >
            {amountInWords(recovered.amount, decimals)}
          </Leading>
        </FigureCard>
        <FigureCard label="Lost" change={`${countOf(lost.payments)}. ${change('lost')}`}>
          <Leading to={lost.payments > 0 && { status: 'abandoned' }} what="Payments that were given up">
            {amountInWords(lost.amount, decimals)}
          </Leading>
        </FigureCard>
      </dl>
    </section>
  );
}

/** A figure that leads to the list of what it counts; plain where there is nothing to list. */
function Leading({
  to,
  what,
  children,
}: {
  to: Record<string, string> | false;
  what: string;
  children: ComponentChildren;
}) {
  return to === false ? (
    <>{children}</>
  ) : (
    <a href={hrefOf('/charges', to)} title={what}>
      {children}
    </a>
  );
}

function countOf(payments: number): string {
  return payments === 1 ? '1 payment' : `${payments} payments`;
}

/** Such as `2 payments failed and are tried again, 1 payment is due within 7 days and not covered.` */
function riskInWords({ failed, uncovered }: Metrics['atRisk']): string {
  const parts = [
    failed > 0 && `${countOf(failed)} failed and ${failed === 1 ? 'is' : 'are'} tried again`,
    uncovered > 0 &&
      `${countOf(uncovered)} due within 7 days and not covered by what the payer approved or held`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No payment is in danger' : parts.join(', ');
}
