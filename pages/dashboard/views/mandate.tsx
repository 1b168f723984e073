import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { Autopay, Charge, ListedEvent, Mandate as MandateObject, Refund } from '@autopay/sdk';
import { durationInWords } from '@autopay/checkout-js/words';
import { useLive } from '../live.ts';
import { BoughtTerms } from '../parts/bought.tsx';
import { ChargeTable } from '../parts/charge-table.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failing } from '../parts/failing.tsx';
import { FormError, useSubmission } from '../parts/form.tsx';
import { oftenInWords, paidInWords } from '../parts/mandate-table.tsx';
import { RefundTable } from '../parts/refund-table.tsx';
import { Show } from '../parts/show.tsx';
import { SignRefund } from '../parts/sign-refund.tsx';
import { Status, TestMark } from '../parts/status.tsx';
import { wordsOfEvent } from '../parts/event-words.ts';
import { Timeline } from '../parts/timeline.tsx';
import { Copyable, CopyableTerms, Ids, Moment, Money } from '../parts/values.tsx';
import { hrefOf } from '../router.ts';
import { client } from '../session.ts';

/** All that belongs to a mandate. */
interface Whole {
  mandate: MandateObject;
  charges: Charge[];
  refunds: Refund[];
  events: ListedEvent[];
}

/** One mandate: its terms, its charges and refunds, and what happened to it. */
export function Mandate({ id }: { id: string }) {
  const live = useLive((api, options) => read(api, id, options), [id]);
  const [revoking, setRevoking] = useState(false);
  const [signing, setSigning] = useState<Refund | null>(null);
  return (
    <Show live={live}>
      {({ mandate, charges, refunds, events }) => (
        <>
          <div class="view-head">
            <h1 class="row">
              {mandate.name === null ? <span>Subscription</span> : <bdi>{mandate.name}</bdi>}{' '}
              <Status status={mandate.status} />
            </h1>
            {(mandate.status === 'active' || mandate.status === 'pending') && (
              <button
                hidden={!may('revokeMandate')}
                class="button button--danger"
                onClick={() => setRevoking(true)}
              >
                Cancel
              </button>
            )}
          </div>
          {charges[0] && <Failing charge={charges[0]} link />}
          <Terms mandate={mandate} />
          <section class="stack">
            <h2>Payments</h2>
            {charges.length === 0 ? (
              <p class="muted">None yet.</p>
            ) : (
              <ChargeTable charges={charges} ofOneMandate />
            )}
            {charges.length === 100 && <a href={hrefOf('/charges', { mandate: id })}>All payments</a>}
          </section>
          <section class="stack">
            <h2>Refunds</h2>
            <RefundTable refunds={refunds} mint={mandate.mint} sign={setSigning} />
          </section>
          <section class="stack">
            <h2>What happened</h2>
            <Timeline
              happenings={events.map((event) => ({
                key: event.id,
                at: event.createdAt,
                what: (
                  <>
                    <a href={hrefOf(`/events/${event.id}`)}>{wordsOfEvent(event.type)}</a>
                    <TestMark of={event} />
                    {event.data.object.object === 'charge' &&
                      ` (period ${event.data.object.periodIndex + 1})`}
                    {event.data.object.object === 'charge' && event.data.object.txSignature && (
                      <>
                        {' '}
                        <Copyable value={event.data.object.txSignature} />
                      </>
                    )}
                  </>
                ),
              }))}
            />
          </section>
          {revoking && <Revoke mandate={mandate} close={() => (setRevoking(false), void live.reload())} />}
          {signing && (
            <SignRefund
              refund={signing}
              mandate={mandate}
              close={() => (setSigning(null), void live.reload())}
            />
          )}
        </>
      )}
    </Show>
  );
}

async function read(api: Autopay, id: string, options: { signal: AbortSignal }): Promise<Whole> {
  const [mandate, charges, refunds, events] = await Promise.all([
    api.mandates.get(id, options),
    api.mandates.listCharges(id, {}, options),
    api.mandates.listRefunds(id, {}, options),
    api.events.list({ mandate: id, limit: 50, types: 'all' }, options),
  ]);
  return { mandate, charges: charges.data, refunds: refunds.data, events: events.data };
}

function Terms({ mandate }: { mandate: MandateObject }) {
  const { mint } = mandate;
  const lasts = mandate.endedAt === null;
  return (
    <section class="card stack">
      <dl class="terms">
        <BoughtTerms bought={mandate} description={mandate.description} />
        <div>
          <dt>Amount</dt>
          <dd>
            <Money amount={mandate.amountPerPeriod} mint={mint} /> {oftenInWords(mandate)}
          </dd>
        </div>
        <div>
          <dt>Paid periods</dt>
          <dd>{paidInWords(mandate.periodsCharged, mandate.maxPeriods)}</dd>
        </div>
        {mandate.trialSeconds > 0 && (
          <div>
            <dt>Trial</dt>
            <dd>
              {durationInWords(mandate.trialSeconds)}
              {mandate.trialEndsAt !== null && (
                <>
                  , until <Moment at={mandate.trialEndsAt} />
                </>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>Started</dt>
          <dd>
            <Moment at={mandate.startAt} />
          </dd>
        </div>
        {mandate.endedAt !== null && (
          <div>
            <dt>Ended</dt>
            <dd>
              <Moment at={mandate.endedAt} />
              {endedInWords(mandate)}
            </dd>
          </div>
        )}
        {lasts && mandate.expiresAt !== null && (
          <div>
            <dt>Ends</dt>
            <dd>
              <Moment at={mandate.expiresAt} />
            </dd>
          </div>
        )}
        {lasts && mandate.authorizedUntil !== null && (
          <div>
            <dt>Approved until</dt>
            <dd>
              <Moment at={mandate.authorizedUntil} />
            </dd>
          </div>
        )}
        {mandate.subscription !== null && (
          <div>
            <dt>Its plan is owned by</dt>
            <dd>
              {/* The service's own key is paid nothing: only a merchant's wallet owns the plan that pays it. */}
              {mandate.subscription.planOwner === mandate.payee ? 'your wallet' : 'this service'}{' '}
              <Copyable value={mandate.subscription.planOwner} />
            </dd>
          </div>
        )}
        <CopyableTerms terms={[['Payer', mandate.payer]]} />
      </dl>
      <Ids
        terms={[
          ['Id', mandate.id],
          ['Paid to', mandate.payee],
          ['Token', mint],
          ['Key that collects', mandate.delegate],
          ['Reference on chain', mandate.reference],
          ['Published terms', mandate.planSignature],
          ['Plan on chain', mandate.subscription?.plan ?? null],
          ['Subscription on chain', mandate.subscription?.account ?? null],
        ]}
      />
    </section>
  );
}

/** Who or what ended it, after when; nothing where nobody recorded it. */
function endedInWords({ endedBy, status }: MandateObject): string {
  if (endedBy === 'payer') return ', by the payer';
  if (endedBy === 'merchant') return ', by your business';
  if (endedBy === 'payment_failed') return ', because a payment failed for good';
  if (endedBy === 'term') return status === 'completed' ? ', as all was paid' : ', since its term was over';
  return '';
}

function Revoke({ mandate, close }: { mandate: MandateObject; close: () => void }) {
  const submission = useSubmission();
  const revoke = async () => {
    await client.value.mandates.revoke(mandate.id);
    close();
  };
  return (
    <Dialog title="Cancel this subscription?" close={close}>
      <form class="stack" onSubmit={submission.run(revoke)}>
        <p>
          Nothing more is ever collected by it. A payment that is being settled this moment may still land;
          what was paid stays paid. This cannot be taken back: the payer would have to authorize a new one.
        </p>
        <FormError submission={submission} fields={[]} />
        <button class="button button--danger button--wide" disabled={submission.busy}>
          Cancel the subscription
        </button>
      </form>
    </Dialog>
  );
}
