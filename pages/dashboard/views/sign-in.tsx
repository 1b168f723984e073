import { useState } from 'preact/hooks';
import type { Session } from '@autopay/sdk';
import { ask } from '../account/account-api.ts';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { followHere, hrefOf } from '../router.ts';
import { client, session } from '../session.ts';

const FIELDS = ['email', 'password'];

/** The way in for a merchant that has an account. */
export function SignIn() {
  const submission = useSubmission();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = async () => {
    session.value = await client.value.sessions.create({ email, password });
  };
  const touch = async () => {
    // Loaded late: most people type.
    const { askPasskey } = await import('../account/passkey.ts');
    session.value = await ask<Session>('POST', '/v1/sessions/passkey', await askPasskey());
  };
  return (
    <main class="door card stack" onClick={followHere}>
      <h1>Sign in</h1>
      <form class="stack" onSubmit={submission.run(enter)}>
        <Field name="email" label="E-mail" submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="email"
              required
              autocomplete="username"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name="password" label="Password" submission={submission}>
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
        <FormError submission={submission} fields={FIELDS} />
        <button class="button button--wide" disabled={submission.busy}>
          Sign in
        </button>
      </form>
      <button
        class="button button--quiet button--wide"
        disabled={submission.busy}
        onClick={submission.run(touch)}
      >
        Sign in with a passkey
      </button>
      <p>
        <a href={hrefOf('/forgot-password')}>Forgot your password?</a>
      </p>
      <p>
        No account yet? <a href={hrefOf('/sign-up')}>Sign up</a>
      </p>
    </main>
  );
}
