import { useState } from 'preact/hooks';
import type { Account, AuthenticatorApp } from '@autopay/sdk';
import { QrCode } from '../../checkout/qr-code.tsx';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Copyable } from '../parts/values.tsx';
import { account as api, ask } from './account-api.ts';
import { makePasskey } from './passkey.ts';
import type { Proof } from './use-proof.tsx';

/** Adds a passkey or an authenticator app. The first one asks for the password, later ones for the factor there is. */
export function AddFactor({
  account,
  onAdded,
  proof,
}: {
  account: Account;
  onAdded: (account: Account) => void;
  /** Asks for the factor there is; left out where there is none. */
  proof?: Proof;
}) {
  const submission = useSubmission('factor');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [app, setApp] = useState<AuthenticatorApp | null>(null);
  const isFirst = account.passkeys.length === 0 && account.appSince === null;
  const given = isFirst ? { password } : {};
  const passkey = async () => {
    const answered = await makePasskey(isFirst ? password : undefined);
    onAdded(await api.change('passkeys', { ...answered, name: name.trim() || 'Passkey' }));
  };
  const startApp = async () => setApp(await ask<AuthenticatorApp>('POST', '/v1/account/app', given));
  const run = (action: () => Promise<void>) => submission.run(proof ? proof.with(action) : action);
  if (app !== null) return <ConfirmApp app={app} onAdded={onAdded} />;
  return (
    <form class="stack" onSubmit={run(passkey)}>
      {isFirst && (
        <Field name="password" label="Your password" submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="password"
              required
              autocomplete="current-password"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field
        name="name"
        label="Name of the passkey"
        hint="Such as the device that holds it."
        submission={submission}
      >
        {(control) => (
          <input
            {...control}
            class="input"
            maxLength={60}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <FormError submission={submission} fields={['password', 'name']} />
      <div class="row">
        <button class="button" disabled={submission.busy}>
          Add a passkey
        </button>
        <button class="button button--quiet" type="button" disabled={submission.busy} onClick={run(startApp)}>
          {account.appSince === null ? 'Add an authenticator app' : 'Replace the authenticator app'}
        </button>
      </div>
    </form>
  );
}

function ConfirmApp({ app, onAdded }: { app: AuthenticatorApp; onAdded: (account: Account) => void }) {
  const submission = useSubmission('app');
  const [code, setCode] = useState('');
  const confirm = async () =>
    onAdded(await api.change('app/confirm', { challenge: app.id, code: code.replaceAll(/\s/g, '') }));
  return (
    <form class="stack" onSubmit={submission.run(confirm)}>
      <p>Scan this with your authenticator app, or type the secret in. Then type the code that it shows.</p>
      <QrCode text={app.uri} label="Code for the authenticator app" />
      <p>
        <Copyable value={app.secret} short={false} />
      </p>
      <Field name="code" label="Code that the app shows" submission={submission}>
        {(control) => (
          <input
            {...control}
            class="input mono"
            required
            inputMode="numeric"
            autocomplete="one-time-code"
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      <FormError submission={submission} fields={['code']} />
      <button class="button button--wide" disabled={submission.busy}>
        Add the app
      </button>
    </form>
  );
}
