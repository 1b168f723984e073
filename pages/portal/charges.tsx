import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletCharge, WalletMandate } from '@autopay/sdk';
import { listWalletMandateCharges } from '@autopay/sdk/wallet';
import { amountInWords } from '../words/amount.ts';
import { Pager, usePaging } from '../dashboard/parts/pager.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { AddressFact } from './facts.tsx';
import { FAILURES } from './failures.ts';
import { useLive } from '../live.ts';
import type { Payer } from './payer.ts';
import { whenInWords } from './when.ts';

/** A phone's screen of payments or two. */
const PAGE = 12;

/** What was collected and what is next, with the proof of each payment. */
export function Charges({ payer, mandate }: { payer: Payer; mandate: WalletMandate }) {
  const paging = usePaging();
  const { cursor } = paging;
  const { data, error } = useLive(
    (signal) =>
      listWalletMandateCharges(
        payer.client,
        mandate.id,
        { limit: PAGE, ...(cursor === undefined ? {} : { startingAfter: cursor }) },
        { signal },
      ),
    [cursor],
    { keepsData: true },
  );
  return (
    <section class="card stack" aria-labelledby="payments">
      <h2 id="payments">Payments and receipts</h2>
      {data === undefined ? (
        <p class="working muted" role="status">
          {error === null ? 'Reading the payments' : 'They cannot be read now. Trying again'}
        </p>
      ) : data.data.length === 0 ? (
        <p class="muted">None yet. Each payment stands here once it is due, with its proof on chain.</p>
      ) : (
        <ol class="charges">
          {data.data.map((charge) => (
            <li key={charge.id}>
              <ChargeRow charge={charge} mandate={mandate} />
            </li>
          ))}
        </ol>
      )}
      {data && <Pager paging={paging} nextCursor={data.nextCursor} />}
    </section>
  );
}

function ChargeRow({ charge, mandate }: { charge: WalletCharge; mandate: WalletMandate }) {
  const { symbol, decimals } = mandate;
  const inWords = (atomic: string) => `${amountInWords(atomic, decimals)} ${symbol}`;
  const { label, tone } = labelOf(charge);
  return (
    <>
      <div class="charge">
        <span>{whenInWords(charge.dueAt, mandate.periodSeconds)}</span>
        <span class="charge-amount">{inWords(charge.amount)}</span>
        <span class="badge" data-tone={tone}>
          {label}
        </span>
      </div>
      {charge.failure !== null && charge.status !== 'succeeded' && (
        <p class="small">
          {FAILURES[charge.failure.code] ?? charge.failure.message}
          {charge.nextAttemptAt !== null &&
            ` It is tried again: ${whenInWords(charge.nextAttemptAt, 3_600)}.`}
        </p>
      )}
      {charge.refundedAmount !== '0' && (
        <p class="small">{inWords(charge.refundedAmount)} of it came back to you.</p>
      )}
      {charge.txSignature !== null && (
        <details>
          <summary>
            Receipt<span class="visually-hidden"> of {whenInWords(charge.dueAt, mandate.periodSeconds)}</span>
          </summary>
          <dl class="terms">
            <div>
              <dt>Paid</dt>
              <dd>{inWords(charge.amount)}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd>
                <bdi>{mandate.merchantName}</bdi>
              </dd>
            </div>
            <AddressFact term="Wallet paid" value={charge.payee} />
            <AddressFact term="From wallet" value={charge.payer} />
            <AddressFact term="Token" value={charge.mint} />
            <div>
              <dt>Transaction</dt>
              <dd>
                <span class="mono" title={charge.txSignature}>
                  {shortAddress(charge.txSignature)}
                </span>{' '}
                <CopyButton value={charge.txSignature} what="the transaction’s signature" />
              </dd>
            </div>
            <div>
              <dt>Number</dt>
              <dd class="mono">{charge.id}</dd>
            </div>
          </dl>
        </details>
      )}
    </>
  );
}

/** What was planned when the mandate ended is collected no more, whatever its status says until the day it was due. */
function labelOf({ status, nextAttemptAt }: WalletCharge): { label: string; tone?: 'good' | 'warn' | 'bad' } {
  const isOff = nextAttemptAt === null && (status === 'scheduled' || status === 'retrying');
  return isOff ? { label: 'Will not be collected' } : (LABELS[status] ?? { label: status });
}

const LABELS: { readonly [status: string]: { label: string; tone?: 'good' | 'warn' | 'bad' } } = {
  scheduled: { label: 'Planned' },
  processing: { label: 'Being settled' },
  succeeded: { label: 'Paid', tone: 'good' },
  retrying: { label: 'Did not work yet', tone: 'warn' },
  abandoned: { label: 'Not collected', tone: 'bad' },
  skipped: { label: 'Not collected' },
};
