import { may } from '../team/team.ts';
import { useState } from 'preact/hooks';
import type { SubscriptionPlan } from '@autopay/sdk';
import { shortAddress } from '@autopay/checkout-js/words';
import { AdoptPlan } from '../parts/adopt-plan.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { PlanForm } from '../parts/plan-form.tsx';
import { everyInWords, PLAN_RENT, rentInWords } from '../parts/plan-words.ts';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Money } from '../parts/values.tsx';
import { hrefOf, navigate } from '../router.ts';
import { session } from '../session.ts';

/** The plans that the merchant's own wallet owns, and how to get one. */
export function Plans() {
  const { payoutWallet } = session.value!.merchant;
  const [asking, setAsking] = useState<'new' | 'adopt' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <div class="view-head">
        <h1>Your plans</h1>
        {payoutWallet !== null && may('createSubscriptionPlan') && (
          <div class="row">
            <button class="button button--quiet" onClick={() => setAsking('adopt')}>
              Bring a plan here
            </button>
            <button class="button" onClick={() => setAsking('new')}>
              Create a plan
            </button>
          </div>
        )}
      </div>
      <p>
        A plan is where the chain keeps a price that your payers subscribe to. Own it yourself, and nobody but
        you can change it: moving to another operator takes one signature of yours and none of your
        customers’.
      </p>
      {payoutWallet === null ? (
        <Empty title="Your payout wallet comes first">
          <p>It will own your plans, and is the only wallet that they pay.</p>
          <p>
            <a class="button" href={hrefOf('/payout-wallet')}>
              Prove your payout wallet
            </a>
          </p>
        </Empty>
      ) : (
        <PagedList
          read={(api, page, options) => api.subscriptionPlans.list(page, options)}
          empty={
            <Empty title="No plan of yours yet">
              <p>
                Until there is one, this service owns the plans that your payers subscribe to. Create one for
                a price that you sell at: your wallet signs once, and the rent of {PLAN_RENT} is yours and
                comes back.
              </p>
            </Empty>
          }
        >
          {(plans) => <PlanTable plans={plans} payoutWallet={payoutWallet} />}
        </PagedList>
      )}
      {asking === 'new' && (
        <Dialog title="Create a plan" close={close}>
          <PlanForm onMade={({ id }) => navigate(hrefOf(`/plans/${id}`, { sign: 'create' }))} />
        </Dialog>
      )}
      {asking === 'adopt' && <AdoptPlan close={close} />}
    </>
  );
}

function PlanTable({ plans, payoutWallet }: { plans: SubscriptionPlan[]; payoutWallet: string }) {
  return (
    <Table
      caption="Your plans"
      rows={plans}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Price',
          cell: (plan) => (
            <a href={hrefOf(`/plans/${plan.id}`)}>
              <Money amount={plan.amountPerPeriod} mint={plan.mint} /> {everyInWords(plan)}
            </a>
          ),
        },
        { head: 'State', cell: ({ status }) => <Status status={status} /> },
        {
          head: 'Owner',
          cell: ({ owner }) => (
            <>
              {owner === payoutWallet ? 'Your payout wallet' : 'A former payout wallet'}{' '}
              <span class="mono muted" title={owner}>
                {shortAddress(owner)}
              </span>
            </>
          ),
        },
        { head: 'Subscriptions', cell: ({ mandates }) => mandates, end: true },
        { head: 'Rent held', cell: rentInWords, end: true },
      ]}
    />
  );
}
