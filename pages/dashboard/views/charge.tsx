import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { Autopay, Charge as ChargeObject, ChargeAttempt, ListedEvent, Refund } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { BoughtTerms } from '../parts/bought.tsx';
import { wordsOfEvent } from '../parts/event-words.ts';
import { Failing } from '../parts/failing.tsx';
import { ReceiptPanel } from '../parts/receipt-panel.tsx';
import { RefundDialog } from '../parts/refund-dialog.tsx';
import { RefundTable } from '../parts/refund-table.tsx';
import { Show } from '../parts/show.tsx';
import { SignRefund } from '../parts/sign-refund.tsx';
import { ChargeState, TestMark } from '../parts/status.tsx';
import { type Happening, Timeline } from '../parts/timeline.tsx';
import { Copyable, CopyableTerms, Ids, Moment, Money } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { mode } from '../session.ts';

/** All that belongs to a charge. */
interface Whole {
  charge: ChargeObject;
  attempts: ChargeAttempt[];
  refunds: Refund[];
  events: ListedEvent[];
}

/** One charge: how it went, attempt by attempt, its receipt, and its refunds. */
export function Charge({ id }: { id: string }) {
  const live = useLive((api, options) => read(api, id, options), [id]);
  const [refunding, setRefunding] = useState(false);
  const [signing, setSigning] = useState<Refund | null>(null);
  const made = (refund: Refund) => {
    setRefunding(false);
    setSigning(refund.status === 'pending' && refund.transaction ? refund : null);
    void live.reload();
  };
  return (
    <Show live={live}>
      {({ charge, attempts, refunds, events }) => (
        <>
          <div class="view-head">
            <h1 class="row">
              <Money amount={charge.amount} mint={charge.mint} /> <ChargeState charge={charge} />
            </h1>
            {charge.status === 'succeeded' && BigInt(charge.refundedAmount) < BigInt(charge.amount) && (
              <button hidden={!may('refundCharge')} class="button" onClick={() => setRefunding(true)}>
                Refund
              </button>
            )}
          </div>
          <Failing charge={charge} />
          <Facts charge={charge} />
          <section class="stack">
            <h2>Refunds</h2>
            <RefundTable refunds={refunds} mint={charge.mint} sign={setSigning} />
          </section>
          <section class="stack">
            <h2>What happened</h2>
            <Timeline happenings={events.map(ofEvent)} />
          </section>
          <section class="stack">
            <h2>Attempts on chain</h2>
            <Attempts charge={charge} attempts={attempts} />
          </section>
          {/* Last: it is read from the chain, and whatever stood below would move when it comes. */}
          {charge.status === 'succeeded' && <ReceiptPanel charge={charge} />}
          {refunding && <RefundDialog charge={charge} close={() => setRefunding(false)} onMade={made} />}
          {signing && (
            <SignRefund
              refund={signing}
              mandate={charge}
              close={() => (setSigning(null), void live.reload())}
            />
          )}
        </>
      )}
    </Show>
  );
}

async function read(api: Autopay, id: string, options: { signal: AbortSignal }): Promise<Whole> {
  const [charge, attempts] = await Promise.all([
    api.charges.get(id, options),
    api.charges.listAttempts(id, {}, options),
  ]);
  const [refunds, events] = await Promise.all([
    api.mandates.listRefunds(charge.mandateId, {}, options),
    api.events.list({ mandate: charge.mandateId, limit: 50, types: 'all' }, options),
  ]);
  return {
    charge,
    attempts: attempts.data,
    refunds: refunds.data.filter(({ chargeId }) => chargeId === id),
    events: events.data.filter(({ data }) => data.object.id === id),
  };
}

function Facts({ charge }: { charge: ChargeObject }) {
  return (
    <section class="card stack">
      <dl class="terms">
        <BoughtTerms bought={charge} />
        <div>
          <dt>Due</dt>
          <dd>
            <Moment at={charge.dueAt} />
          </dd>
        </div>
        {charge.receiptUrl && (
          <div>
            <dt>Receipt</dt>
            <dd>
              <a href={charge.receiptUrl} target="_blank">
                {charge.receiptNumber}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>Period</dt>
          <dd>{charge.periodIndex + 1}</dd>
        </div>
        <div>
          <dt>Refunded</dt>
          <dd>
            <Money amount={charge.refundedAmount} mint={charge.mint} />
          </dd>
        </div>
        <div>
          <dt>Subscription</dt>
          <dd>
            <a href={hrefOf(`/mandates/${charge.mandateId}`)}>See its terms and all its payments</a>
          </dd>
        </div>
        <CopyableTerms
          terms={[
            ['Payer', charge.payer],
            ['Transaction', charge.txSignature],
          ]}
        />
      </dl>
      <Ids
        terms={[
          ['Id', charge.id],
          ['Subscription', charge.mandateId],
          ['Paid to', charge.payee],
          ['Token', charge.mint],
        ]}
      />
    </section>
  );
}

/** What was signed and sent; an attempt that is seen to fail beforehand is not, and only counted. */
function Attempts({ charge, attempts }: { charge: ChargeObject; attempts: ChargeAttempt[] }) {
  if (attempts.length === 0 && charge.failure !== null)
    return (
      <p class="muted">
        {charge.attempts > 1
          ? 'Nothing was sent to the chain: each attempt was seen to fail beforehand, and cost no fee.'
          : 'Nothing was sent to the chain: the attempt was seen to fail beforehand, and cost no fee.'}
      </p>
    );
  return (
    <>
      {mode.value === 'test' && attempts.length > 0 && (
        <p class="small muted">By the clock of the world: a test clock moves the schedule, not the chain.</p>
      )}
      <Timeline happenings={attempts.map(ofAttempt)} />
    </>
  );
}

function ofEvent(event: ListedEvent): Happening {
  const { id, createdAt } = event;
  const deliveries = hrefOf('/webhooks', { event: id });
  return {
    key: id,
    at: createdAt,
    what: (
      <>
        <a href={hrefOf(`/events/${id}`)}>{wordsOfEvent(event.type)}</a>
        <TestMark of={event} />, <a href={deliveries}>its deliveries</a>
      </>
    ),
  };
}

/** How each attempt stands, for people. */
const ATTEMPTS: Record<ChargeAttempt['status'], string> = {
  signed: 'On its way',
  landed: 'Arrived',
  failed: 'Failed on chain',
  expired: 'Ran out of time before it arrived',
  duplicate: 'Arrived though it was paid before',
};

function ofAttempt({ id, createdAt, status, txSignature, error }: ChargeAttempt): Happening {
  return {
    key: id,
    at: createdAt,
    what: (
      <>
        {ATTEMPTS[status]} <Copyable value={txSignature} />
        {error && <span class="muted"> {error}</span>}
      </>
    ),
  };
}
