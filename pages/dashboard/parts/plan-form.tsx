import { useState } from 'preact/hooks';
import { type SubscriptionPlan, toAtomic } from '@autopay/sdk';
import { client } from '../session.ts';
import { AmountField } from './amount-field.tsx';
import { DurationField, secondsOf, type TypedDuration } from './duration-field.tsx';
import { FormError, useSubmission } from './form.tsx';
import { PLAN_RENT } from './plan-words.ts';
import { chosenToken, TokenField } from './token-field.tsx';

/** Asks which price a new plan is for, and has it made as far as the wallet's signature. */
export function PlanForm({ onMade }: { onMade: (plan: SubscriptionPlan) => void }) {
  const submission = useSubmission();
  const [mint, setMint] = useState('');
  const [amount, setAmount] = useState('');
  const [period, setPeriod] = useState<TypedDuration>({ count: '30', unit: 'days' });
  const token = chosenToken(mint);
  const make = async () =>
    onMade(
      await client.value.subscriptionPlans.create({
        mint: token!.mint,
        amountPerPeriod: toAtomic(amount, token!.decimals),
        periodSeconds: secondsOf(period),
      }),
    );
  return (
    <form class="stack" onSubmit={submission.run(make)}>
      <p>
        Name a price exactly as a link, a product or your code asks for it. New subscriptions on plans use it,
        paid to your payout wallet and without a set number of payments.
      </p>
      <TokenField submission={submission} value={mint} set={setMint} />
      <AmountField
        name="amountPerPeriod"
        label="Amount of each payment"
        submission={submission}
        token={token}
        value={amount}
        required
        set={setAmount}
      />
      <DurationField
        name="periodSeconds"
        label="A payment every"
        hint="The program counts in whole hours, a year of them at most."
        wholeHours
        submission={submission}
        value={period}
        required
        set={setPeriod}
      />
      <p class="muted small">
        Your payout wallet signs once. The rent of {PLAN_RENT} is yours and comes back when you close the
        plan; beside it you pay the network’s fee.
      </p>
      <FormError submission={submission} fields={['mint', 'amountPerPeriod', 'periodSeconds']} />
      <button class="button button--wide" disabled={submission.busy || token === null}>
        Go on to sign
      </button>
    </form>
  );
}
