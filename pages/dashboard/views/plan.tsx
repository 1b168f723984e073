import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { SubscriptionPlan } from '@autopay/sdk';
import { durationInWords } from '@autopay/checkout-js/words';
import { useLive } from '../live.ts';
import { AddressField } from '../parts/address-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormError, useSubmission } from '../parts/form.tsx';
import { everyInWords, PLAN_RENT, rentInWords, STATES, usesInWords } from '../parts/plan-words.ts';
import { Show } from '../parts/show.tsx';
import { SignPlan } from '../parts/sign-plan.tsx';
import { Status } from '../parts/status.tsx';
import { Copyable, CopyableTerms, Moment, Money } from '../parts/values.tsx';
import { query } from '../router.ts';
import { client } from '../session.ts';

/** What the owner of a plan is doing about it. */
type Doing = 'create' | 'move' | 'close' | 'return';

/** One plan of the merchant's own: its terms, and what its owner can sign. */
export function Plan({ id }: { id: string }) {
  const live = useLive((api, options) => api.subscriptionPlans.get(id, options), [id]);
  const [doing, setDoing] = useState<Doing | null>(query.value.get('sign') === 'create' ? 'create' : null);
  return (
    <Show live={live}>
      {(plan) => (
        <>
          <div class="view-head">
            <h1 class="row">
              <span>
                <Money amount={plan.amountPerPeriod} mint={plan.mint} /> {everyInWords(plan)}
              </span>{' '}
              <Status status={plan.status} />
            </h1>
          </div>
          <p>{STATES[plan.status]}</p>
          <Steps plan={plan} start={setDoing} />
          <Terms plan={plan} />
          {doing && (
            <Signing
              plan={plan}
              doing={doing}
              reload={live.reload}
              close={() => {
                setDoing(null);
                void live.reload();
              }}
            />
          )}
        </>
      )}
    </Show>
  );
}

function Steps({ plan, start }: { plan: SubscriptionPlan; start: (doing: Doing) => void }) {
  const { status } = plan;
  if (status === 'closed' || status === 'moved') return null;
  const isUsed = plan.mandates > 0;
  return (
    <section class="card stack">
      <h2>What you can sign</h2>
      {status === 'pending' && (
        <p>
          <button hidden={!may('submitSubscriptionPlan')} class="button" onClick={() => start('create')}>
            Sign to create it
          </button>
        </p>
      )}
      {status === 'open' && (
        <>
          <p>
            {usesInWords(plan)}. Leaving this service takes one signature: the next operator collects from
            then on, and your payers sign nothing.
          </p>
          <p>
            <button
              hidden={!may('submitSubscriptionPlan')}
              class="button button--quiet"
              onClick={() => start('move')}
            >
              Move to another operator
            </button>
          </p>
        </>
      )}
      {status === 'ending' ? (
        <>
          <p>
            {plan.endsAt === null ? (
              'It is to be told to end first.'
            ) : (
              <>
                It ends <Moment at={plan.endsAt} />. After that you get its rent back by one more signature.
              </>
            )}
          </p>
          <p>
            <button
              hidden={!may('submitSubscriptionPlan')}
              class="button"
              onClick={() => start(plan.endsAt === null ? 'close' : 'return')}
            >
              {plan.endsAt === null ? 'Sign its end' : 'Get the rent back'}
            </button>
          </p>
        </>
      ) : (
        <>
          <p class="muted">
            {isUsed
              ? 'It can be closed once no subscription uses it: those could not be charged any more.'
              : closingInWords(plan)}
          </p>
          <p>
            <button
              hidden={!may('submitSubscriptionPlan')}
              class="button button--danger"
              disabled={isUsed}
              onClick={() => start('close')}
            >
              Close the plan
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function closingInWords(plan: SubscriptionPlan): string {
  return plan.status === 'pending'
    ? 'Nothing was paid for it yet. Closed, it goes away without a signature.'
    : `Closing takes two signatures, ${durationInWords(plan.periodSeconds)} apart, as the program wants it: one to end the plan, one to get the rent back.`;
}

function Terms({ plan }: { plan: SubscriptionPlan }) {
  return (
    <dl class="terms card">
      <div>
        <dt>Owned and paid for by</dt>
        <dd>
          <Copyable value={plan.owner} />
        </dd>
      </div>
      <div>
        <dt>Pays only</dt>
        <dd>
          <Copyable value={plan.payee} />
        </dd>
      </div>
      <div>
        <dt>Used by</dt>
        <dd>{plan.mandates === 1 ? '1 subscription' : `${plan.mandates} subscriptions`}</dd>
      </div>
      <div>
        <dt>Rent held</dt>
        <dd>{rentInWords(plan)}</dd>
      </div>
      <CopyableTerms
        terms={[
          ['Collected by', plan.puller],
          ['Address on chain', plan.account],
          ['Token', plan.mint],
          ['Id', plan.id],
        ]}
      />
    </dl>
  );
}

/** A question about a plan, over its page. */
interface Question {
  plan: SubscriptionPlan;
  reload: () => Promise<void>;
  close: () => void;
}

function Signing({ doing, ...question }: Question & { doing: Doing }) {
  const { plan, reload, close } = question;
  const { subscriptionPlans } = client.value;
  if (doing === 'move') return <Move {...question} />;
  if (doing === 'close' && plan.status === 'pending') return <Discard {...question} />;
  if (doing === 'create') {
    return (
      <SignPlan
        plan={plan}
        title="Sign the plan"
        issue={() => subscriptionPlans.createTransaction(plan.id)}
        done="The plan is yours, and open to subscriptions."
        reload={reload}
        close={close}
      >
        <p>
          Your payout wallet creates the plan and owns it. The rent of {PLAN_RENT} is yours and comes back;
          nobody but you can change the plan. It can pay no other wallet, and this service may collect{' '}
          <Money amount={plan.amountPerPeriod} mint={plan.mint} /> {everyInWords(plan)} from each subscriber.
        </p>
      </SignPlan>
    );
  }
  const isReturn = doing === 'return';
  return (
    <SignPlan
      plan={plan}
      title={isReturn ? 'Get the rent back' : 'Close the plan'}
      issue={() => subscriptionPlans.close(plan.id)}
      done={
        isReturn
          ? 'The plan is closed, and its rent is back in your wallet.'
          : 'The plan takes no more subscriptions. Come back when it has ended to get its rent.'
      }
      reload={reload}
      close={close}
    >
      <p>
        {isReturn
          ? `Your payout wallet deletes the plan, and ${rentInWords(plan)} return to it.`
          : 'Your payout wallet tells the plan to end. Nobody can subscribe to it any more. This cannot be taken back; create another for the same price whenever you like.'}
      </p>
    </SignPlan>
  );
}

/** One that was never signed: nothing is on chain, so nothing is signed. */
function Discard({ plan, close }: Question) {
  const submission = useSubmission();
  const discard = async () => {
    await client.value.subscriptionPlans.close(plan.id);
    close();
  };
  return (
    <Dialog title="Close the plan" close={close}>
      <form class="stack" onSubmit={submission.run(discard)}>
        <p>It was never created on chain: nothing was paid, and there is nothing to sign.</p>
        <FormError submission={submission} fields={[]} />
        <button class="button button--danger button--wide" disabled={submission.busy}>
          Close the plan
        </button>
      </form>
    </Dialog>
  );
}

function Move({ plan, reload, close }: Question) {
  const submission = useSubmission();
  const [typed, setTyped] = useState('');
  const [puller, setPuller] = useState<string | null>(null);
  const ends =
    plan.mandates === 1 ? 'the subscription on it ends' : `the ${plan.mandates} subscriptions on it end`;
  if (puller !== null) {
    return (
      <SignPlan
        plan={plan}
        title="Move to another operator"
        issue={() => client.value.subscriptionPlans.setPuller(plan.id, { puller })}
        done="The other operator collects from now on. Have it take over the plan at the address shown here."
        reload={reload}
        close={close}
      >
        <p>
          From then on only <Copyable value={puller} /> collects through this plan. This service collects
          nothing through it any more{plan.mandates > 0 && `, and ${ends} here`}. Export what you need of them
          first: what was paid stays on record here.
        </p>
      </SignPlan>
    );
  }
  return (
    <Dialog title="Move to another operator" close={close}>
      <form class="stack" onSubmit={submission.run(async () => setPuller(typed))}>
        <p>
          The next operator names a key that it collects with. Check it with them: whoever has it can collect{' '}
          <Money amount={plan.amountPerPeriod} mint={plan.mint} /> {everyInWords(plan)}, to your wallet and
          nowhere else.
        </p>
        <AddressField
          name="puller"
          label="Key of the next operator"
          hint="Another Autopay shows it as a subscription’s collecting key."
          submission={submission}
          value={typed}
          set={setTyped}
        />
        <button class="button button--wide">Go on to sign</button>
      </form>
    </Dialog>
  );
}
