import { useState } from 'preact/hooks';
import type { Dunning } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { FormError, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Moment } from '../parts/values.tsx';
import { client, mode } from '../session.ts';

/** What happens when a renewal fails. */
export function FailedPayments() {
  // Not read again by itself: it would take away what is being chosen.
  const live = useLive((api, options) => api.dunning.get(options), [], null);
  return (
    <>
      <h1>Failed payments</h1>
      <p class="muted">
        What happens in {mode.value} mode when a wallet cannot pay on the day. A change counts for payments
        that fail for the first time afterwards; those being tried again go on as they began.
      </p>
      <Show live={live}>{(dunning) => <DunningForm key={dunning.updatedAt} dunning={dunning} />}</Show>
    </>
  );
}

type Chosen = Required<NonNullable<Parameters<(typeof client.value)['dunning']['set']>[0]>>;

const RETRIES = [
  ['standard', 'Standard', 'After 15 minutes, 1 hour, 6 hours and a day.'],
  ['short', 'Short', 'After 15 minutes, 1 hour and 6 hours.'],
  [
    'long',
    'Long',
    'After 15 minutes, 6 hours, then 1, 2, 3, 4, 5 and 5 days: 20 days, which most paydays fall into.',
  ],
] as const;

const ACCESS = [
  [true, 'Keep it', 'Your payer can use what they pay for until the last attempt.'],
  [false, 'End it', 'Access ends with the first attempt that fails, and is back once the payment succeeds.'],
] as const;

const AFTER = [
  ['end', 'End the subscription', 'Your payer can subscribe again.'],
  [
    'keep',
    'Keep the subscription',
    'This period is not charged any more, and the next one is. The third period in a row that is lost ends it.',
  ],
] as const;

function DunningForm({ dunning }: { dunning: Dunning }) {
  const submission = useSubmission();
  const [chosen, setChosen] = useState<Chosen>({
    retries: known(RETRIES, dunning.retries),
    keepsAccess: dunning.keepsAccess,
    afterLast: known(AFTER, dunning.afterLast),
  });
  const [savedAt, setSavedAt] = useState(dunning.updatedAt);
  const save = async () => {
    const saved = await client.value.dunning.set(chosen);
    setSavedAt(saved.updatedAt);
  };
  return (
    <form class="card stack" onSubmit={submission.run(save)}>
      <FormError submission={submission} fields={[]} />
      <Choice
        legend="When it is tried again"
        name="retries"
        options={RETRIES}
        value={chosen.retries}
        choose={(value) => setChosen({ ...chosen, retries: value })}
      />
      <p class="small muted">
        No wait is longer than a fifth of the subscription’s period, and nothing is tried once the period is
        over.
      </p>
      <Choice
        legend="Access meanwhile"
        name="keepsAccess"
        options={ACCESS}
        value={chosen.keepsAccess}
        choose={(value) => setChosen({ ...chosen, keepsAccess: value })}
      />
      <Choice
        legend="After the last attempt"
        name="afterLast"
        options={AFTER}
        value={chosen.afterLast}
        choose={(value) => setChosen({ ...chosen, afterLast: value })}
      />
      <p class="small muted">
        A payer who takes the permission back ends the subscription, whatever you choose.
      </p>
      <div class="row">
        <button class="button" disabled={submission.busy}>
          Save
        </button>
        <span class="muted" role="status">
          {savedAt !== null && (
            <>
              Saved <Moment at={savedAt} />
            </>
          )}
        </span>
      </div>
    </form>
  );
}

/** The first option for a value that only a newer service knows. */
function known<Value extends string>(
  options: readonly (readonly [Value, string, string])[],
  value: string,
): Value {
  return (options.find(([each]) => each === value) ?? options[0]!)[0];
}

/** One of several, each with what it means. */
function Choice<Value extends string | boolean>({
  legend,
  name,
  options,
  value,
  choose,
}: {
  legend: string;
  name: string;
  options: readonly (readonly [value: Value, label: string, meaning: string])[];
  value: Value;
  choose: (value: Value) => void;
}) {
  return (
    <fieldset class="picks">
      <legend>{legend}</legend>
      {options.map(([each, label, meaning]) => (
        <label key={label} class="check">
          <input type="radio" name={name} checked={value === each} onChange={() => choose(each)} />
          <span>
            {label}
            <span class="small muted"> {meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
