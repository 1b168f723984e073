import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { Copy } from '../parts/copy.tsx';
import { NoticesLink } from '../parts/notices-link.tsx';
import { ReceiptLink } from '../parts/receipt-link.tsx';
import { common, priceInWords } from '../words/here.ts';
import { paying } from './paying.ts';

/** What was paid, and where the chain proves it. */
export function ReceiptOf({ view }: { view: CheckoutView }) {
  const signature = view.firstCharge?.txSignature;
  if (!signature) return null;
  return (
    <>
      <dl class="terms receipt">
        {view.name && (
          <div>
            <dt>{paying.for}</dt>
            <dd>
              <bdi>{view.name}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{paying.paid}</dt>
          <dd>{priceInWords(view.amountPerPeriod, view)}</dd>
        </div>
        <div>
          <dt>{paying.to}</dt>
          <dd>
            <span class="mono" title={view.payee}>
              {shortAddress(view.payee)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{paying.transaction}</dt>
          <dd>
            <span class="mono" title={signature}>
              {shortAddress(signature)}
            </span>{' '}
            <Copy value={signature} what={common.theSignature} />
          </dd>
        </div>
      </dl>
      <ReceiptLink url={view.firstCharge?.receiptUrl} />
      <NoticesLink url={view.noticesUrl} />
    </>
  );
}
