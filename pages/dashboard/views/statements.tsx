import { useState } from 'preact/hooks';
import type { Autopay, Statement, StatementLine, StatementSums } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { monthInWords } from '../../words/date.ts';
import { useLive } from '../live.ts';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { chosenToken, TokenField } from '../parts/token-field.tsx';
import { Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { mode } from '../session.ts';
import { areTokensRead } from '../tokens.ts';

/** What a token brought in a month: to look at, to print and to save. */
export function Statements() {
  const [asked, setAsked] = useState<{ mint: string; month: string | null }>({ mint: '', month: null });
  const current = useLive(currentMonth, [], null);
  const month = asked.month ?? current.data;
  const submission = useSubmission();
  const mint = chosenToken(asked.mint)?.mint;
  return (
    <>
      <h1>Monthly statement</h1>
      <p class="muted no-print">Months begin and end in UTC. In test mode they follow the test clock.</p>
      <div class="row no-print">
        <div class="field">
          <label for="month">Month</label>
          <input
            id="month"
            class="input"
            type="month"
            required
            value={month}
            onChange={(event) =>
              event.currentTarget.value && setAsked({ ...asked, month: event.currentTarget.value })
            }
          />
        </div>
        <TokenField
          submission={submission}
          value={asked.mint}
          set={(chosen) => setAsked({ ...asked, mint: chosen })}
        />
      </div>
      {mint === undefined ? (
        <p class="muted">{areTokensRead.value ? 'No token is accepted yet.' : 'Reading the tokens'}</p>
      ) : (
        <Show live={current}>{() => <OneMonth key={`${mint}/${month}`} month={month!} mint={mint} />}</Show>
      )}
    </>
  );
}

/** The month of the merchant's own now, such as `2026-11`: in test mode the test clock's. */
async function currentMonth(api: Autopay, options: { signal: AbortSignal }): Promise<string> {
  const now = mode.value === 'test' ? (await api.test.getClock(options)).now : Date.now() / 1000;
  return new Date(now * 1000).toISOString().slice(0, 7);
}

function OneMonth({ month, mint }: { month: string; mint: string }) {
  const live = useLive((api, options) => api.statements.get({ month, mint }, options), [month, mint], null);
  return (
    <Show live={live}>
      {(statement) => (
        <>
          <div class="row no-print">
            <button class="button" onClick={() => window.print()}>
              Print
            </button>
            <DownloadCsv list="statements" filter={{ month, mint }} />
          </div>
          <h2>
            {statement.symbol}, {monthInWords(Date.parse(statement.month) / 1000)} (UTC)
            {statement.livemode ? '' : ': test, no real money'}
          </h2>
          <Sums statement={statement} />
          {statement.hasMoreLines && (
            <p class="message">These are the first 1,000 lines. The CSV has all of them.</p>
          )}
          {statement.lines.length === 0 ? (
            <p class="muted">Nothing settled in this month.</p>
          ) : (
            <Lines statement={statement} />
          )}
        </>
      )}
    </Show>
  );
}

function Sums({ statement }: { statement: Statement }) {
  const { symbol, decimals } = statement;
  const cell = (name: 'gross' | 'refunds' | 'net') => (row: { sums: StatementSums }) =>
    `${amountInWords(row.sums[name], decimals)} ${symbol}`;
  return (
    <Table
      caption="Sums"
      keyOf={({ what }) => what}
      rows={[
        { what: 'Before the month', sums: statement.opening },
        { what: 'In the month', sums: statement.total },
        { what: 'At its end', sums: statement.closing },
      ]}
      columns={[
        { head: 'When', cell: ({ what }) => what },
        { head: 'Payments', cell: ({ sums }) => sums.payments, end: true },
        { head: 'Gross', cell: cell('gross'), end: true },
        { head: 'Refunds', cell: cell('refunds'), end: true },
        { head: 'Net', cell: cell('net'), end: true },
      ]}
    />
  );
}

function Lines({ statement: { lines, symbol, decimals } }: { statement: Statement }) {
  const signatures = ({ txSignature, chargeTxSignature }: StatementLine) => (
    <span class="mono small long">
      {txSignature}
      {chargeTxSignature && <>, of {chargeTxSignature}</>}
    </span>
  );
  return (
    <Table
      caption="Payments and refunds"
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Settled', cell: ({ settledAt }) => <Moment at={settledAt} /> },
        {
          head: 'Receipt',
          cell: ({ chargeId, receiptNumber }) => (
            <a href={hrefOf(`/charges/${chargeId}`)} class="short">
              {receiptNumber}
            </a>
          ),
        },
        {
          head: 'What',
          cell: ({ type, name }) => <bdi>{type === 'refund' ? `Refund: ${name ?? ''}` : name}</bdi>,
        },
        { head: 'Transaction', cell: signatures },
        { head: 'Amount', cell: ({ amount }) => `${amountInWords(amount, decimals)} ${symbol}`, end: true },
      ]}
    />
  );
}
