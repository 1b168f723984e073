import { useState } from 'preact/hooks';
import type { EmailChange, PasswordReset } from '@autopay/sdk';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { wordsOf } from '../parts/show.tsx';
import { followHere, hrefOf } from '../router.ts';
import { session } from '../session.ts';
import { ask, sendsMail } from './account-api.ts';

/** Asks for a link that sets a new password. */
export function ForgotPassword() {
  const submission = useSubmission();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await ask<PasswordReset>('POST', '/v1/password_resets', { email });
    setSent(true);
  };
  return (
    <main class="door card stack" onClick={followHere}>
      <h1>Forgot your password?</h1>
      {!sendsMail() && (
        <p>
          This deployment sends no e-mail. Ask whoever runs it for a link that sets a new password: they make
          one with <code>npm run account -- reset</code> and your e-mail address.
        </p>
      )}
      {isSent && (
        <p role="status">
          If somebody signs in with {email}, a link is on its way there. It is good for once, and for 30
          minutes. Look among the unwanted mail too.
        </p>
      )}
      {sendsMail() && !isSent && (
        <form class="stack" onSubmit={submission.run(send)}>
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
          <FormError submission={submission} fields={['email']} />
          <button class="button button--wide" disabled={submission.busy}>
            Send a link
          </button>
        </form>
      )}
      <p>
        <a href={hrefOf('/')}>Back to sign in</a>
      </p>
    </main>
  );
}

/** What a link has behind its `#`, which goes to no server and is taken off the address. */
function tokenOfLink(): string {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return token;
}

/** Where a link for a new password leads. */
export function NewPassword() {
  const submission = useSubmission();
  const [token] = useState(tokenOfLink);
  const [password, setPassword] = useState('');
  const [isSet, setIsSet] = useState(false);
  const save = async () => {
    await ask<PasswordReset>('POST', '/v1/password_resets/complete', { token, password });
    session.value = null;
    setIsSet(true);
  };
  return (
    <main class="door card stack" onClick={followHere}>
      <h1>A new password</h1>
      {isSet ? (
        <p role="status">Your password is set, and you are signed out everywhere.</p>
      ) : (
        <form class="stack" onSubmit={submission.run(save)}>
          <Field name="password" label="New password" hint="At least 10 characters." submission={submission}>
            {(control) => (
              <input
                {...control}
                class="input"
                type="password"
                required
                autocomplete="new-password"
                value={password}
                onInput={(event) => setPassword(event.currentTarget.value)}
              />
            )}
          </Field>
          <FormError submission={submission} fields={['password']} />
          <button class="button button--wide" disabled={submission.busy || token === ''}>
            Set the password
          </button>
        </form>
      )}
      <p>
        <a href={hrefOf('/')}>Sign in</a>
      </p>
    </main>
  );
}

/** Where the links of a change of e-mail address lead. A press is needed: programs that look through mail open links too. */
export function ConfirmEmail() {
  const submission = useSubmission();
  const [token] = useState(tokenOfLink);
  const [change, setChange] = useState<EmailChange | null>(null);
  const confirm = async () =>
    setChange(await ask<EmailChange>('POST', '/v1/account/email/confirm', { token }));
  const isDone = change !== null && change.oldConfirmed && change.newConfirmed;
  return (
    <main class="door card stack" onClick={followHere}>
      <h1>Change of e-mail address</h1>
      {change === null ? (
        <form class="stack" onSubmit={submission.run(confirm)}>
          {submission.error !== null && (
            <p class="message" data-tone="bad" role="alert">
              {wordsOf(submission.error)}
            </p>
          )}
          <button class="button button--wide" disabled={submission.busy || token === ''}>
            Confirm the change
          </button>
        </form>
      ) : (
        <p role="status">
          {isDone
            ? `You sign in with ${change.email} from now on.`
            : `Confirmed here. Now open the link that was sent to ${change.newConfirmed ? 'the old address' : change.email}.`}
        </p>
      )}
      <p>
        <a href={hrefOf('/')}>To the dashboard</a>
      </p>
    </main>
  );
}
