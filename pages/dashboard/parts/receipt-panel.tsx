import { useLive } from '../live.ts';
import { DownloadProof } from './download-proof.tsx';
import { Show } from './show.tsx';
import { Copyable } from './values.tsx';
import { amountInWords } from '../../words/amount.ts';

/** SOL has nine decimals. */
const SOL_DECIMALS = 9;

/** What the chain itself says of a charge, read when it is looked at. */
export function ReceiptPanel({ chargeId }: { chargeId: string }) {
  const receipt = useLive((api, options) => api.charges.getReceipt(chargeId, options), [chargeId], null);
  return (
    <section class="stack">
      <div class="row">
        <h2>Receipt, read from the chain</h2>
        <DownloadProof chargeId={chargeId} />
      </div>
      <Show live={receipt}>
        {(shown) => (
          <dl class="terms card">
            <div>
              <dt>Moved</dt>
              <dd>{amountInWords(shown.amount, shown.decimals)}</dd>
            </div>
            <div>
              <dt>Confirmed as</dt>
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
