import type { CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { amountInWords } from '../words/amount.ts';
import { CopyButton } from '../parts/copy-button.tsx';

/** What was paid, and where the chain proves it. */
export function ReceiptOf({ view }: { view: CheckoutView }) {
  const signature = view.firstCharge?.txSignature;
  if (!signature) return null;
  return (
    <dl class="terms receipt">
      {view.name && (
        <div>
          <dt>For</dt>
          <dd>
            <bdi>{view.name}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt>Paid</dt>
        <dd>
          {amountInWords(view.amountPerPeriod, view.decimals)} {view.symbol}
        </dd>
      </div>
      <div>
        <dt>To</dt>
        <dd>
          <span class="mono" title={view.payee}>
            {shortAddress(view.payee)}
          </span>
        </dd>
      </div>
      <div>
        <dt>Transaction</dt>
        <dd>
          <span class="mono" title={signature}>
            {shortAddress(signature)}
          </span>{' '}
          <CopyButton value={signature} what="the transaction’s signature" />
        </dd>
      </div>
    </dl>
  );
}
