import type { Retention as RetentionObject } from '@autopay/sdk';
import { dayInWords } from '../../words/date.ts';
import { hrefOf } from '../router.ts';
import { useLive } from '../live.ts';
import { Empty } from './empty.tsx';
import { Show } from './show.tsx';
import { type Column, Table } from './table.tsx';

type Month = RetentionObject['months'][number];
type Cohort = RetentionObject['cohorts'][number];

/** As many months of cohorts as stand beside each other on a desk. */
const COHORTS = 7;

/** Who stays: churn and trials month by month, and how many of each month's subscriptions are still active. */
export function Retention() {
  const live = useLive((api, options) => api.metrics.getRetention({}, options));
  return (
    <Show live={live}>
      {({ months, cohorts }) =>
        months.every(isQuiet) ? (
          <Empty title="No subscription in the last 12 months">
            <p>
              Churn, trials and who stays are counted from the first one on.{' '}
              <a href={hrefOf('/payment-links')}>Make a payment link</a> that asks for a payment every month.
            </p>
          </Empty>
        ) : (
          <>
            <Churn months={months.filter((_, n) => !months.slice(0, n + 1).every(isQuiet)).toReversed()} />
            <Cohorts cohorts={cohorts.slice(-COHORTS).filter(({ started }) => started > 0)} />
          </>
        )
      }
    </Show>
  );
}

function isQuiet({ activeAtStart, started, churned, trialsEnded }: Month): boolean {
  return activeAtStart + started + churned + trialsEnded === 0;
}

function Churn({ months }: { months: Month[] }) {
  return (
    <section class="stack">
      <h2>Churn and trials</h2>
      <p class="small muted">
        Months in UTC, this one up to now. Churn is what ended before its term; a subscription that was paid
        to its end is no churn. A trial has turned into a sale once its first payment came in.
      </p>
      <Table
        caption="Churn and trials by month"
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { head: 'Month', cell: ({ month }) => monthInWords(month) },
          { head: 'Active at start', cell: ({ activeAtStart }) => activeAtStart, end: true },
          { head: 'Started', cell: ({ started }) => started, end: true },
          {
            head: 'Churned',
            cell: ({ churned, activeAtStart }) => <Share part={churned} whole={activeAtStart} />,
            end: true,
          },
          { head: 'Why', cell: ({ churnedBy }) => whyInWords(churnedBy) },
          { head: 'Completed', cell: ({ completed }) => completed, end: true },
          {
            head: 'Trials that paid',
            cell: ({ trialsConverted, trialsEnded, trialsOpen }) => (
              <span>
                <Share part={trialsConverted} whole={trialsEnded} of />
                {trialsOpen > 0 && <span class="small muted"> {trialsOpen} being tried</span>}
              </span>
            ),
            end: true,
          },
        ]}
      />
    </section>
  );
}

function Cohorts({ cohorts }: { cohorts: Cohort[] }) {
  if (cohorts.length === 0) return null;
  const longest = Math.max(...cohorts.map(({ active }) => active.length));
  const later: Column<Cohort>[] = Array.from({ length: longest }, (_, n) => ({
    head: n === 0 ? 'Same month' : `Month ${n}`,
    cell: ({ active, started }) =>
      active[n] === undefined ? null : <Share part={active[n]} whole={started} />,
    end: true,
  }));
  return (
    <section class="stack">
      <h2>Who stays</h2>
      <p class="small muted">
        Subscriptions by the month in which they started, and how many of them were still active at the end of
        that month and of each one after it. This month counts up to now.
      </p>
      <Table
        caption="Still active, by month of start"
        rows={cohorts.toReversed()}
        keyOf={({ month }) => month}
        columns={[
          { head: 'Started in', cell: ({ month }) => monthInWords(month) },
          { head: 'Started', cell: ({ started }) => started, end: true },
          ...later,
        ]}
      />
    </section>
  );
}

/** A number with its share of another: `3, 12 %`; `of` names the whole too. The share is missing where there was nothing to share. */
function Share({ part, whole, of = false }: { part: number; whole: number; of?: boolean }) {
  if (of && whole === 0) return <span class="muted">–</span>;
  return (
    <span>
      {part}
      {of && ` of ${whole}`}
      {whole > 0 && <span class="small muted"> {Math.round((100 * part) / whole)} %</span>}
    </span>
  );
}

/** `2026-11` as `Nov 2026`, which stays on a line. */
function monthInWords(month: string): string {
  return dayInWords(Date.parse(month) / 1000, 0)
    .slice(-8)
    .replace(' ', '\u00a0');
}

function whyInWords({ payer, merchant, paymentFailed, unknown }: Month['churnedBy']) {
  const parts = [
    payer > 0 && `${payer} cancelled by the payer`,
    merchant > 0 && `${merchant} by you`,
    paymentFailed > 0 && `${paymentFailed} after failed payments`,
    unknown > 0 && `${unknown} not recorded`,
  ].filter(Boolean);
  return parts.length === 0 ? <span class="muted">–</span> : parts.join(', ');
}
