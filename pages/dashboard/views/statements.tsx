import { useState } from 'preact/hooks';
import type { Autopay, BusinessDetails, Statement, StatementLine, StatementSums } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { dayInWords, monthInWords } from '../../words/date.ts';
import { useLive } from '../live.ts';
import { DownloadCsv } from '../parts/download-csv.tsx';
import { useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { chosenToken, TokenField } from '../parts/token-field.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { mode, session } from '../session.ts';
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
  const live = useLive((api, options) => read(api, { month, mint }, options), [month, mint], null);
  return (
    <Show live={live}>
      {({ statement, business }) => (
        <>
          <div class="row no-print">
            <button class="button" onClick={() => window.print()}>
              Print
            </button>
            <DownloadCsv list="statements" filter={{ month, mint }} />
          </div>
          <Head statement={statement} business={business} />
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

/** Whose statement it is stands at its head, so both are shown at once. */
async function read(
  api: Autopay,
  of: { month: string; mint: string },
  options: { signal: AbortSignal },
): Promise<{ statement: Statement; business: BusinessDetails }> {
  const [statement, business] = await Promise.all([
    api.statements.get(of, options),
    api.businessDetails.get(options),
  ]);
  return { statement, business };
}

/** What makes the sheet a record: whose it is, of which days and which token, and when it was made. */
function Head({ statement, business }: { statement: Statement; business: BusinessDetails }) {
  const { symbol, mint, from, to, createdAt } = statement;
  const { legalName, addressLines, country, taxId } = business;
  return (
    <section class="card stack statement-head" aria-label="The statement’s head">
      <div>
        <h2>{legalName ?? session.value!.merchant.name}</h2>
        {addressLines.map((line) => (
          <p key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
        {country && <p>{countryInWords(country)}</p>}
        {taxId && (
          <p>
            Tax id: <bdi>{taxId}</bdi>
          </p>
        )}
        {legalName === null && (
          <p class="muted small no-print">
            Your legal name, address and tax id stand here once they are in your{' '}
            <a href={hrefOf('/business-details')}>business details</a>.
          </p>
        )}
      </div>
      <dl class="terms">
        <div>
          <dt>Period</dt>
          <dd>
            {monthInWords(from)}: {dayInWords(from, 0)} to {dayInWords(to - 1, 0)}, in UTC
          </dd>
        </div>
        <div>
          <dt>Token</dt>
          <dd>
            {symbol} <span class="mono small long">{mint}</span>
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            <Moment at={createdAt} />
            {createdAt < to && ', before the month was over'}
          </dd>
        </div>
      </dl>
      {!statement.livemode && (
        <p class="message" data-tone="warn">
          Of test mode: no real money.
        </p>
      )}
    </section>
  );
}

function countryInWords(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}

function Sums({ statement }: { statement: Statement }) {
  const { symbol, decimals } = statement;
  const cell = (name: 'gross' | 'refunds' | 'net') => (row: { sums: StatementSums }) => (
    <span class="money">
      {amountInWords(row.sums[name], decimals)} {symbol}
    </span>
  );
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
          cell: (line) => (
            <>
              <bdi>{line.type === 'refund' ? `Refund: ${line.name ?? ''}` : line.name}</bdi>
              <Signatures of={line} />
            </>
          ),
        },
        {
          head: 'Transaction',
          cell: ({ txSignature }) => <Copyable value={txSignature} />,
          onScreenOnly: true,
        },
        {
          head: 'Amount',
          cell: ({ amount }) => (
            <span class="money">
              {amountInWords(amount, decimals)} {symbol}
            </span>
          ),
          end: true,
        },
      ]}
    />
  );
}

/** In whole on paper, where nothing can be copied. */
function Signatures({ of: { txSignature, chargeTxSignature } }: { of: StatementLine }) {
  return (
    <span class="on-paper mono small long">
      {txSignature}
      {chargeTxSignature && <>, of {chargeTxSignature}</>}
    </span>
  );
}
