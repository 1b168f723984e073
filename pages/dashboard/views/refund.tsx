import { useState } from 'preact/hooks';
import { BoughtTerms } from '../parts/bought.tsx';
import { Show } from '../parts/show.tsx';
import { SignRefund } from '../parts/sign-refund.tsx';
import { Status } from '../parts/status.tsx';
import { CopyableTerms, Ids, Moment, Money } from '../parts/values.tsx';
import { useLive } from '../live.ts';
import { hrefOf } from '../router.ts';
import { mandateOf, RefundEnd } from './refunds.tsx';

/** One refund: how it stands, of which charge it is, and what to do if it is not paid back yet. */
export function Refund({ id }: { id: string }) {
  const [isSigning, setSigning] = useState(false);
  const whole = useLive(
    async (api, options) => {
      const refund = await api.refunds.get(id, options);
      const [mandate, charge] = await Promise.all([
        mandateOf(api, refund),
        api.charges.get(refund.chargeId, options),
      ]);
      return { refund, mandate, charge };
    },
    [id],
  );
  return (
    <Show live={whole}>
      {({ refund, mandate, charge }) => (
        <>
          <h1>
            Refund of <Money amount={refund.amount} mint={mandate.mint} /> <Status status={refund.status} />
          </h1>
          {refund.txSignature === null && (
            <div class="message" data-tone={refund.status === 'failed' ? 'bad' : 'warn'}>
              <RefundEnd row={{ refund, mandate }} sign={() => setSigning(true)} />
            </div>
          )}
          <section class="card stack">
            <dl class="terms">
              <BoughtTerms bought={charge} />
              <div>
                <dt>Created</dt>
                <dd>
                  <Moment at={refund.createdAt} />
                </dd>
              </div>
              <div>
                <dt>Payment</dt>
                <dd>
                  <a href={hrefOf(`/charges/${charge.id}`)}>
                    <Money amount={charge.amount} mint={charge.mint} />
                  </a>
                </dd>
              </div>
              {refund.reason !== null && (
                <div>
                  <dt>Reason</dt>
                  <dd>
                    <bdi>{refund.reason}</bdi>
                  </dd>
                </div>
              )}
              <CopyableTerms
                terms={[
                  ['Transaction', refund.txSignature],
                  ['Transaction of the payment', charge.txSignature],
                ]}
              />
            </dl>
            <Ids
              terms={[
                ['Id', refund.id],
                ['From', charge.payee],
                ['To', charge.payer],
              ]}
            />
          </section>
          {isSigning && (
            <SignRefund
              refund={refund}
              mandate={mandate}
              close={() => {
                setSigning(false);
                void whole.reload();
              }}
            />
          )}
        </>
      )}
    </Show>
  );
}
