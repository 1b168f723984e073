import { useState } from 'preact/hooks';
import type { Session } from '@autopay/sdk';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { prove } from './account-api.ts';
import { askPasskey } from './passkey.ts';

/** Asks for a second factor: a passkey, a code of an app, or a recovery code. */
export function ProveForm({ onProven }: { onProven: (session: Session) => unknown }) {
  const submission = useSubmission('prove');
  const [typed, setTyped] = useState('');
  const [recovery, setRecovery] = useState(false);
  const name = recovery ? 'recoveryCode' : 'code';
  const send = async () => onProven(await prove({ [name]: recovery ? typed : typed.replaceAll(/\s/g, '') }));
  const touch = async () => onProven(await prove(await askPasskey()));
  return (
    <div class="stack">
      <form class="stack" onSubmit={submission.run(send)}>
        <Field
          name={name}
          label={recovery ? 'Recovery code' : 'Code of your authenticator app'}
          hint={recovery ? 'One of the ten that you stored. Each is good for once.' : 'Six digits.'}
          submission={submission}
        >
          {(control) => (
            <input
              {...control}
              class="input mono"
              required
              autocomplete="one-time-code"
              inputMode={recovery ? 'text' : 'numeric'}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <FormError submission={submission} fields={[name]} />
        <button class="button button--wide" disabled={submission.busy}>
          Continue
        </button>
      </form>
      <button
        class="button button--quiet button--wide"
        disabled={submission.busy}
        onClick={submission.run(touch)}
      >
        Use a passkey
      </button>
      <button
        class="button button--quiet button--wide"
        onClick={() => {
          setRecovery(!recovery);
          setTyped('');
          submission.clear();
        }}
      >
        {recovery ? 'Use a code of the app' : 'Use a recovery code'}
      </button>
    </div>
  );
}
