import { useState } from 'preact/hooks';
import type { SubscriptionPlanAdoption } from '@autopay/sdk';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';
import { client } from '../session.ts';
import { AddressField } from './address-field.tsx';
import { Dialog } from './dialog.tsx';
import { Field, FormError, useSubmission } from './form.tsx';

type Skip = SubscriptionPlanAdoption['skipped'][number];

/** Why a subscription was not taken over. */
const REASONS: Record<Skip['reason'], string> = {
  ended: 'cancelled on chain',
  ended_here: 'ended here before',
  other_scheme: 'pays you here already, by approval',
  not_found: 'not subscribed to this plan',
};

/** What was taken over so far, over all requests. */
type Tally = Pick<SubscriptionPlanAdoption, 'adopted' | 'present' | 'skipped' | 'plan'>;

/** Takes over a plan that the payout wallet owns, with its subscriptions, from another operator. */
export function AdoptPlan({ close }: { close: () => void }) {
  const submission = useSubmission();
  const [account, setAccount] = useState('');
  const [whose, setWhose] = useState<'listed' | 'all'>('listed');
  const [payers, setPayers] = useState('');
  const [tally, setTally] = useState<Tally | null>(null);
  const [isOver, setOver] = useState(false);
  const adopt = async () => {
    const listed = payers.split(/[\s,;]+/).filter((payer) => payer !== '');
    // Of a long list a request takes a thousand. Without a list the service says how many are left.
    const parts = whose === 'all' ? [null] : chunksOf([...new Set(listed)], 1_000);
    let sum: Tally | null = null;
    for (const part of parts) {
      let done: SubscriptionPlanAdoption | null = null;
      do {
        const isFirst: boolean = done === null;
        done = await client.value.subscriptionPlans.adopt({ account, payers: part });
        sum = add(sum, done, isFirst);
        setTally(sum);
        // What is left over shrinks by what each request takes.
      } while (done.remaining > 0 && done.adopted > 0);
    }
    setOver(true);
  };
  if (isOver && tally !== null) return <Adopted tally={tally} close={close} />;
  return (
    <Dialog title="Bring a plan here" close={close}>
      <form class="stack" onSubmit={submission.run(adopt)}>
        <p>
          For a plan that your payout wallet owns and another operator collected through. Have that operator
          let this service pull in its place first, by one signature of yours. Your payers sign nothing.
        </p>
        <AddressField
          name="account"
          label="The plan’s address on chain"
          submission={submission}
          value={account}
          set={setAccount}
        />
        <Field name="whose" label="Whose subscriptions" submission={submission}>
          {(control) => (
            <select
              {...control}
              class="select"
              value={whose}
              onChange={(event) => setWhose(event.currentTarget.value as 'listed' | 'all')}
            >
              <option value="listed">Those of the payers that I list</option>
              <option value="all">Everybody’s that stands on chain</option>
            </select>
          )}
        </Field>
        {whose === 'listed' ? (
          <Field
            name="payers"
            label="Payers"
            hint="Addresses of the wallets that the former operator lists as active, one on each line."
            submission={submission}
          >
            {(control) => (
              <textarea
                {...control}
                class="input mono"
                rows={5}
                required
                spellcheck={false}
                value={payers}
                onInput={(event) => setPayers(event.currentTarget.value)}
              />
            )}
          </Field>
        ) : (
          <p class="message" data-tone="warn">
            The chain does not show who cancelled with the former operator without signing it. Those would be
            charged again.
          </p>
        )}
        <FormError submission={submission} fields={['account', 'payers']} />
        <button class="button button--wide" disabled={submission.busy}>
          Bring it here
        </button>
        <p role="status" class="muted small" hidden={!submission.busy || tally === null}>
          {tally?.adopted} taken over so far
        </p>
      </form>
    </Dialog>
  );
}

function Adopted({ tally, close }: { tally: Tally; close: () => void }) {
  const { adopted, present, skipped, plan } = tally;
  return (
    <Dialog title="The plan is here" close={close}>
      <div class="stack">
        <p role="status" class="message" data-tone="good">
          {adopted === 1 ? '1 subscription goes on' : `${adopted} subscriptions go on`} here
          {present > 0 && `, and ${present} were here already`}. Nobody is charged twice for a period: each is
          charged from the first one that was not collected.
        </p>
        {skipped.length > 0 && (
          <>
            <p>These were not taken over{skipped.length >= 100 && ', and perhaps more'}:</p>
            <ul>
              {skipped.map(({ payer, reason }) => (
                <li key={payer}>
                  <span class="mono" title={payer}>
                    {shortAddress(payer)}
                  </span>
                  : {REASONS[reason] ?? reason}
                </li>
              ))}
            </ul>
          </>
        )}
        <a class="button button--wide" href={hrefOf(`/plans/${plan.id}`)}>
          Open the plan
        </a>
      </div>
    </Dialog>
  );
}

/** Who was there already is counted by the first request alone: a further one finds those that the one before it took over. */
function add(
  sum: Tally | null,
  { adopted, present, skipped, plan }: SubscriptionPlanAdoption,
  isFirst: boolean,
): Tally {
  const reasons = new Map([...(sum?.skipped ?? []), ...skipped].map((skip) => [skip.payer, skip]));
  return {
    plan,
    adopted: (sum?.adopted ?? 0) + adopted,
    present: (sum?.present ?? 0) + (isFirst ? present : 0),
    skipped: [...reasons.values()],
  };
}

function chunksOf(payers: readonly string[], size: number): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < payers.length; at += size) chunks.push(payers.slice(at, at + size));
  return chunks;
}
