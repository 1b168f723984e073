import { useState } from 'preact/hooks';
import type { Autopay, Metrics } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { dayInWords } from '../../words/date.ts';
import { type Live, useLive } from '../live.ts';
import { DailyPlot } from '../parts/daily-plot.tsx';
import { dayOf } from '../parts/filter.tsx';
import { wordsOfEvent } from '../parts/event-words.ts';
import { changeInWords, FigureCard } from '../parts/figure-card.tsx';
import { FirstSteps } from '../parts/first-steps.tsx';
import { Renewals } from '../parts/renewals.tsx';
import { Retention } from '../parts/retention.tsx';
import { Show } from '../parts/show.tsx';
import { TestMark } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';

const WINDOWS = [7, 30, 90] as const;
const DAY = 86_400;

/** How the business goes: the figures of a window against the one before, day by day, by token, and what happened last. */
export function Overview() {
  const [days, setDays] = useState<number>(30);
  const metrics = useLive((api, options) => metricsOf(api, days, options), [days]);
  const events = useLive((api, options) => api.events.list({ limit: 8, types: 'all' }, options));
  return (
    <>
      <div class="view-head">
        <h1>Overview</h1>
        <label class="row">
          <span>Window</span>
          <select
            class="select select--short"
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {WINDOWS.map((each) => (
              <option key={each} value={each} selected={each === days}>
                {each} days
              </option>
            ))}
          </select>
        </label>
      </div>
      <Show live={metrics}>
        {(shown) => (
          <>
            {isEmpty(shown) && <FirstSteps />}
            <Figures metrics={shown} days={days} />
            <Renewals metrics={shown} days={days} />
            <DailyPlot metrics={shown} />
            <ByToken metrics={shown} />
            {!isEmpty(shown) && <Retention />}
            <RecentEvents events={events} />
          </>
        )}
      </Show>
    </>
  );
}

/** The window ends at the merchant's own now, which in test mode is the test clock's. */
async function metricsOf(api: Autopay, days: number, options: { signal: AbortSignal }): Promise<Metrics> {
  const last30 = await api.metrics.get({}, options);
  return days === 30 ? last30 : api.metrics.get({ from: last30.to - days * DAY, to: last30.to }, options);
}

function isEmpty({ payments, activeSubscriptions, newSubscriptions, previous }: Metrics): boolean {
  return payments + activeSubscriptions + newSubscriptions + previous.payments === 0;
}

function Figures({ metrics, days }: { metrics: Metrics; days: number }) {
  const { decimals, previous } = metrics;
  const amount = (atomic: bigint) => amountInWords(atomic.toString(), decimals);
  const money = ['grossVolume', 'netVolume', 'refunds', 'mrr'] as const;
  const labels = {
    grossVolume: 'Gross volume',
    netVolume: 'Net volume',
    refunds: 'Refunds',
    mrr: 'Recurring per 30 days',
  };
  const counts = ['payments', 'activeSubscriptions', 'newSubscriptions'] as const;
  const countLabels = {
    payments: 'Payments',
    activeSubscriptions: 'Active subscriptions',
    newSubscriptions: 'New subscriptions',
  };
  const lists = listsOf(metrics);
  return (
    <section aria-label={`The last ${days} days`} class="stack">
      <p class="small muted">
        {dayInWords(metrics.from, 0)} to {dayInWords(metrics.to, 0)}, in UTC, against the {days} days before.
        Stablecoins are added up one to one. The list of refunds shows those of all time.
      </p>
      <dl class="figures">
        {money.map((key) => (
          <FigureCard
            key={key}
            label={labels[key]}
            change={changeInWords(BigInt(metrics[key]), BigInt(previous[key]), amount)}
            to={metrics[key] === '0' ? null : lists[key]}
          >
            {amountInWords(metrics[key], decimals)}
          </FigureCard>
        ))}
        {counts.map((key) => (
          <FigureCard
            key={key}
            label={countLabels[key]}
            change={changeInWords(BigInt(metrics[key]), BigInt(previous[key]), String)}
            to={metrics[key] === 0 ? null : lists[key]}
          >
            {metrics[key]}
          </FigureCard>
        ))}
      </dl>
    </section>
  );
}

/** Where each figure leads: to what it counts, or by month to what settled. */
function listsOf({ from }: Metrics) {
  const payments = hrefOf('/charges', { status: 'succeeded', paidFrom: dayOf(from) });
  const active = hrefOf('/mandates', { status: 'active' });
  return {
    grossVolume: payments,
    netVolume: hrefOf('/statements'),
    refunds: hrefOf('/refunds', { status: 'succeeded' }),
    mrr: active,
    payments,
    activeSubscriptions: active,
    newSubscriptions: hrefOf('/mandates', { createdFrom: dayOf(from) }),
  };
}

function ByToken({ metrics: { byMint } }: { metrics: Metrics }) {
  if (byMint.length === 0) return null;
  return (
    <section class="stack">
      <h2>By token</h2>
      <Table
        caption="The window by token"
        rows={byMint}
        keyOf={({ mint }) => mint}
        columns={[
          { head: 'Token', cell: ({ symbol, mint }) => <span title={mint}>{symbol}</span> },
          { head: 'Payments', cell: ({ payments }) => payments, end: true },
          {
            head: 'Gross',
            cell: ({ grossVolume, decimals }) => amountInWords(grossVolume, decimals),
            end: true,
          },
          { head: 'Refunds', cell: ({ refunds, decimals }) => amountInWords(refunds, decimals), end: true },
          { head: 'Net', cell: ({ netVolume, decimals }) => amountInWords(netVolume, decimals), end: true },
          { head: 'Per 30 days', cell: ({ mrr, decimals }) => amountInWords(mrr, decimals), end: true },
        ]}
      />
    </section>
  );
}

function RecentEvents({ events }: { events: Live<Awaited<ReturnType<Autopay['events']['list']>>> }) {
  return (
    <section class="stack">
      <h2>What happened last</h2>
      <Show live={events}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">Nothing yet.</p>
          ) : (
            <Table
              caption="The last events"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'What',
                  cell: (event) => (
                    <>
                      <a href={hrefOf(`/events/${event.id}`)}>{wordsOfEvent(event.type)}</a>
                      <TestMark of={event} />
                    </>
                  ),
                },
                { head: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              ]}
            />
          )
        }
      </Show>
    </section>
  );
}
