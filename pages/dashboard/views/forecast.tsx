import type { Forecast as ForecastOf } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { useLive } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { PlotDrawing } from '../parts/daily-plot.tsx';
import { forecastShape } from '../parts/plot-shape.ts';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';

type Token = ForecastOf['tokens'][number];
type Sum = Token['expected'];

/** Accounts are read every few minutes, and for a merchant with many payers a forecast is work. */
const EVERY_MS = 30_000;

/** What falls due in the next 30 days, what of it is at risk and why, and what can be done. */
export function Forecast() {
  const live = useLive((api, options) => api.forecast.get({}, options), [], EVERY_MS);
  return (
    <>
      <h1>Forecast</h1>
      <p class="muted">
        What falls due in the next 30 days. At risk is what your payers’ wallets do not cover as they are now,
        and the rest is expected. What they owe to others is not known here.
      </p>
      <Show live={live}>
        {(forecast) =>
          forecast.tokens.length === 0 ? (
            <Empty title="Nothing falls due in the next 30 days">
              <p>Payments of active subscriptions will stand here.</p>
            </Empty>
          ) : (
            <>
              {forecast.tokens.map((token) => (
                <OfToken key={token.mint} token={token} />
              ))}
              <AtRisk forecast={forecast} />
              <p class="small muted">
                {forecast.readAt === null ? (
                  'The wallets have not been read yet.'
                ) : (
                  <>
                    The wallets were read <Moment at={forecast.readAt} /> or later. Days in UTC.
                  </>
                )}
              </p>
            </>
          )
        }
      </Show>
    </>
  );
}

function OfToken({ token }: { token: Token }) {
  const { symbol, decimals, expected, atRisk, daily } = token;
  const inWords = (amount: string) => amountInWords(amount, decimals);
  const days = daily.filter((day) => day.expected.payments + day.atRisk.payments > 0);
  return (
    <section class="card stack" aria-label={symbol}>
      <h2>{symbol}</h2>
      <dl class="figures">
        {(
          [
            ['Falls due', sumOf(expected, atRisk)],
            ['Of it expected', expected],
            ['Of it at risk', atRisk],
          ] as const
        ).map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{inWords(sum.amount)}</strong>{' '}
              <span class="small muted">{paymentsInWords(sum.payments)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Plot token={token} />
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={`${symbol} by day`}
          rows={days}
          keyOf={({ date }) => date}
          columns={[
            { head: 'Day', cell: ({ date }) => date },
            { head: 'Payments', cell: (day) => day.expected.payments + day.atRisk.payments, end: true },
            { head: 'Falls due', cell: (day) => inWords(sumOf(day.expected, day.atRisk).amount), end: true },
            { head: 'Expected', cell: (day) => inWords(day.expected.amount), end: true },
            { head: 'At risk', cell: (day) => inWords(day.atRisk.amount), end: true },
          ]}
        />
      </details>
    </section>
  );
}

/** Bars of what is expected, with what is at risk on top of them. */
function Plot({ token: { daily, decimals } }: { token: Token }) {
  const { expected, atRisk, ...frame } = forecastShape(daily, decimals);
  return (
    <PlotDrawing frame={frame}>
      {expected.map((bar) => (
        <rect key={bar.x} class="plot-bar" {...bar} />
      ))}
      {atRisk.map((bar) => (
        <rect key={bar.x} class="plot-risk" {...bar} />
      ))}
    </PlotDrawing>
  );
}

/** Why a payment would fail, and what the merchant can do. */
const ADVICE: Readonly<Record<string, readonly [why: string, todo: string]>> = {
  insufficient_funds: ['Too little in the wallet', 'Ask your payer to add the amount before the day.'],
  allowance_short: [
    'Approval runs out',
    'Ask your payer to renew the approval in the portal: one signature.',
  ],
  allowance_gone: [
    'Approval taken back, or given to another application',
    'Ask your payer to allow it again in the portal: one signature.',
  ],
  payer_account_missing: [
    'Token account closed',
    'Ask your payer to receive the token in this wallet again, and then to approve anew in the portal at once.',
  ],
  payer_account_invalid: [
    'Token account is somebody else’s',
    'Ask your payer to subscribe with another wallet.',
  ],
  payer_account_frozen: [
    'Frozen by the token’s issuer',
    'Only the issuer can help. Your payer can subscribe with another wallet.',
  ],
};

function AtRisk({ forecast: { atRisk, mandatesAtRisk, tokens } }: { forecast: ForecastOf }) {
  if (mandatesAtRisk === 0)
    return (
      <p class="message" data-tone="good">
        Nothing that falls due is at risk.
      </p>
    );
  const amountOf = (mint: string, amount: string) => {
    const token = tokens.find((each) => each.mint === mint)!;
    return `${amountInWords(amount, token.decimals)} ${token.symbol}`;
  };
  return (
    <section class="stack">
      <h2>Subscriptions at risk</h2>
      {mandatesAtRisk > atRisk.length && (
        <p class="small muted">
          The {atRisk.length} that fall due soonest, of {mandatesAtRisk}.
        </p>
      )}
      <Table
        caption="Subscriptions at risk"
        rows={atRisk}
        keyOf={({ mandateId }) => mandateId}
        columns={[
          { head: 'Due', cell: ({ dueAt }) => <Moment at={dueAt} /> },
          {
            head: 'Subscription',
            cell: ({ mandateId, mint, amount }) => (
              <a href={hrefOf(`/mandates/${mandateId}`)}>{amountOf(mint, amount)}</a>
            ),
          },
          { head: 'Why', cell: ({ reason }) => ADVICE[reason]?.[0] ?? reason },
          { head: 'What helps', cell: ({ reason }) => ADVICE[reason]?.[1] ?? '' },
        ]}
      />
    </section>
  );
}

function sumOf(one: Sum, other: Sum): Sum {
  return {
    payments: one.payments + other.payments,
    amount: (BigInt(one.amount) + BigInt(other.amount)).toString(),
  };
}

function paymentsInWords(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}
