import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletCharge, WalletMandate } from '@autopay/sdk';
import { listWalletMandateCharges } from '@autopay/sdk/wallet';
import { common, priceInWords } from '../words/here.ts';
import { Pager, usePaging } from '../dashboard/parts/pager.tsx';
import { Copy } from '../parts/copy.tsx';
import { ReceiptLink } from '../parts/receipt-link.tsx';
import { AddressFact } from './facts.tsx';
import { failureInWords } from './failures.ts';
import { useLive } from '../live.ts';
import type { Payer } from './payer.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

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
      <h2 id="payments">{words.paymentsAndReceipts}</h2>
      {data === undefined ? (
        <p class="working muted" role="status">
          {error === null ? words.readingPayments : words.paymentsUnreadable}
        </p>
      ) : data.data.length === 0 ? (
        <p class="muted">{words.noPayments}</p>
      ) : (
        <ol class="charges">
          {data.data.map((charge) => (
            <li key={charge.id}>
              <ChargeRow charge={charge} mandate={mandate} />
            </li>
          ))}
        </ol>
      )}
      {data && <Pager paging={paging} nextCursor={data.nextCursor} words={words} />}
    </section>
  );
}

function ChargeRow({ charge, mandate }: { charge: WalletCharge; mandate: WalletMandate }) {
  const inWords = (atomic: string) => priceInWords(atomic, mandate);
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
          {failureInWords(charge.failure, mandate)}
          {charge.nextAttemptAt !== null && ` ${words.triedAgain(whenInWords(charge.nextAttemptAt, 3_600))}`}
        </p>
      )}
      {charge.refundedAmount !== '0' && <p class="small">{words.cameBack(inWords(charge.refundedAmount))}</p>}
      {charge.txSignature !== null && (
        <details>
          <summary>
            {words.receipt}
            <span class="visually-hidden">
              {words.receiptOf(whenInWords(charge.dueAt, mandate.periodSeconds))}
            </span>
          </summary>
          <dl class="terms">
            <div>
              <dt>{words.paid}</dt>
              <dd>{inWords(charge.amount)}</dd>
            </div>
            <div>
              <dt>{words.to}</dt>
              <dd>
                <bdi>{mandate.merchantName}</bdi>
              </dd>
            </div>
            <AddressFact term={words.walletPaid} value={charge.payee} />
            <AddressFact term={words.fromWallet} value={charge.payer} />
            <AddressFact term={words.token} value={charge.mint} />
            <div>
              <dt>{words.transaction}</dt>
              <dd>
                <span class="mono" title={charge.txSignature}>
                  {shortAddress(charge.txSignature)}
                </span>{' '}
                <Copy value={charge.txSignature} what={common.theSignature} />
              </dd>
            </div>
            <div>
              <dt>{words.number}</dt>
              <dd class="mono">{charge.receiptNumber ?? charge.id}</dd>
            </div>
          </dl>
          <ReceiptLink url={charge.receiptUrl} />
        </details>
      )}
    </>
  );
}

/** What was planned when the mandate ended is collected no more, whatever its status says until the day it was due. */
function labelOf({ status, nextAttemptAt }: WalletCharge): { label: string; tone?: 'good' | 'warn' | 'bad' } {
  const isOff = nextAttemptAt === null && (status === 'scheduled' || status === 'retrying');
  if (isOff) return { label: words.charges.off };
  const label = words.charges[status as keyof typeof words.charges] ?? status;
  return { label, ...TONES[status] };
}

const TONES: { readonly [status: string]: { tone: 'good' | 'warn' | 'bad' } } = {
  succeeded: { tone: 'good' },
  retrying: { tone: 'warn' },
  abandoned: { tone: 'bad' },
};
