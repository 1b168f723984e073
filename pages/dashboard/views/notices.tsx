import { useState } from 'preact/hooks';
import type { NoticeChoices } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { client } from '../session.ts';

const PATH = '/v1/notice_choices';
const FIELDS = ['timeZone', 'digestHour', 'language'] as const;

/** What a member may be told, in the words of this page, in the order of a sale. */
const KINDS: readonly (readonly [NoticeChoices['kinds'][number], string, string])[] = [
  ['new_subscriptions', 'New subscriptions', 'Somebody subscribed.'],
  ['renewals_failed', 'Failed payments', 'A payment failed and is tried again by itself.'],
  ['renewals_lost', 'Lost payments', 'A payment was tried as often as you chose, and is given up.'],
  ['refunds_signed', 'Refunds sent', 'A refund has reached the payer.'],
  ['refunds_failed', 'Refunds that failed', 'No money has moved; it can be refunded again.'],
  [
    'webhooks_exhausted',
    'Webhooks that never arrived',
    'Your server did not take them, however often they were sent.',
  ],
  [
    'daily_digest',
    'Daily digest',
    'What the day before brought, in each token. Not sent for a day without anything.',
  ],
];

/** What this person is told by mail about the merchant that they are at. */
export function Notices() {
  // Nobody else changes it, and what is chosen must stay.
  const live = useLive((api, options) => api.request<NoticeChoices>('GET', PATH, options), [], null);
  return (
    <>
      <h1>Notices</h1>
      <p class="muted">What you are told by mail. Everybody in the team chooses for themselves.</p>
      <Show live={live}>{(choices) => <NoticeForm choices={choices} />}</Show>
    </>
  );
}

function NoticeForm({ choices }: { choices: NoticeChoices }) {
  const submission = useSubmission();
  const [chosen, setChosen] = useState(choices);
  const [saved, setSaved] = useState(false);
  const change = (some: Partial<NoticeChoices>) => {
    setSaved(false);
    setChosen({ ...chosen, ...some });
  };
  const { kinds, alsoTest, language, timeZone, digestHour } = chosen;
  const save = submission.run(async () => {
    await client.value.request('PUT', PATH, { body: { kinds, alsoTest, language, timeZone, digestHour } });
    setSaved(true);
  });
  const toggle = (kind: (typeof kinds)[number]) => () =>
    change({ kinds: kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind] });
  return (
    <form class="card stack" onSubmit={save} noValidate>
      {!choices.isMailSent && (
        <p class="message" data-tone="warn">
          This deployment sends no mail yet. What you choose holds from when it does.
        </p>
      )}
      <p>
        Sent to <strong>{choices.email}</strong>. When the payout wallet changes, owners and admins are always
        told.
      </p>
      <fieldset class="picks">
        <legend>Tell me of</legend>
        {KINDS.map(([kind, label, about]) => (
          <Choice
            key={kind}
            checked={kinds.includes(kind)}
            onChange={toggle(kind)}
            label={label}
            about={about}
          />
        ))}
      </fieldset>
      <Choice
        checked={alsoTest}
        onChange={() => change({ alsoTest: !alsoTest })}
        label="Test mode too"
        about="Such mails say that they are about no real money."
      />
      <Field
        name="digestHour"
        label="Hour of the digest"
        hint="On the clock of your time zone."
        submission={submission}
      >
        {(control) => (
          <select
            {...control}
            class="input"
            value={String(digestHour)}
            onChange={(event) => change({ digestHour: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option value={String(hour)}>{`${String(hour).padStart(2, '0')}:00`}</option>
            ))}
          </select>
        )}
      </Field>
      <Field name="timeZone" label="Time zone" submission={submission}>
        {(control) => (
          <select
            {...control}
            class="input"
            value={timeZone}
            onChange={(event) => change({ timeZone: event.currentTarget.value })}
          >
            {zonesWith(timeZone).map((zone) => (
              <option value={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        name="language"
        label="Language of mails"
        hint="Also of those about your sign-in, and of invitations that you send."
        submission={submission}
      >
        {(control) => (
          <select
            {...control}
            class="input"
            value={language}
            onChange={(event) => change({ language: event.currentTarget.value as NoticeChoices['language'] })}
          >
            <option value="en">English</option>
            <option value="es">Español</option>
          </select>
        )}
      </Field>
      <FormError submission={submission} fields={FIELDS} />
      <button class="button" disabled={submission.busy}>
        Save
      </button>
      <p class="message" data-tone="good" role="status" hidden={!saved}>
        {saved ? 'Saved.' : ''}
      </p>
    </form>
  );
}

function Choice({
  checked,
  onChange,
  label,
  about,
}: {
  checked: boolean;
  onChange: () => void;
  label: string;
  about: string;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={onChange} />
      <span>
        {label}
        <br />
        <span class="muted">{about}</span>
      </span>
    </label>
  );
}

/** The reader's own zone and UTC first, then all others. */
function zonesWith(chosen: string): string[] {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([chosen, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
