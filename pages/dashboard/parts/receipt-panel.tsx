import type { Charge } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { DownloadProof } from './download-proof.tsx';
import { Show } from './show.tsx';
import { Copyable, Money } from './values.tsx';
import { amountInWords } from '../../words/amount.ts';

/** SOL has nine decimals. */
const SOL_DECIMALS = 9;

/** What the chain itself says of a charge, read when it is looked at. */
export function ReceiptPanel({ charge: { id, mint } }: { charge: Charge }) {
  const receipt = useLive((api, options) => api.charges.getReceipt(id, options), [id], null);
  return (
    <section class="stack">
      <div class="row">
        <h2>What the chain says</h2>
        <DownloadProof chargeId={id} />
      </div>
      <Show live={receipt}>
        {(shown) => (
          <dl class="terms card">
            <div>
              <dt>Paid</dt>
              <dd>
                <Money amount={shown.amount} mint={mint} />
              </dd>
            </div>
            <div>
              <dt>Settled</dt>
              <dd>
                {shown.commitment}, in slot {shown.slot}
              </dd>
            </div>
            <div>
              <dt>Network fee</dt>
              <dd>
                {amountInWords(shown.networkFeeLamports, SOL_DECIMALS)} SOL, paid by{' '}
                <Copyable value={shown.feePayer} />
              </dd>
            </div>
          </dl>
        )}
      </Show>
    </section>
  );
}
