import { useEffect, useState } from 'preact/hooks';
import type { Invitation, Team } from '@autopay/sdk';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { wordsOf } from '../parts/show.tsx';
import { hrefOf } from '../router.ts';
import { client, session, signOut } from '../session.ts';
import { SignIn } from '../views/sign-in.tsx';
import { wordsOfRole } from './role-words.ts';
import { arriveAt, team } from './team.ts';

/** The token of the link that was opened. Behind the #, which browsers send nowhere; it leaves the address at once. */
const token = location.hash.slice(1);

/** Where the link of an invitation leads: join as who is signed in, sign in for that, or become somebody new. */
export function Join() {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [signingIn, setSigningIn] = useState(false);
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    client.value
      .request<Invitation>('POST', '/v1/invitations/look', { body: { token } })
      .then(setInvitation, (error: unknown) => setProblem(wordsOf(error)));
  }, []);
  if (problem !== null) {
    return (
      <main class="door card stack">
        <h1>Invitation</h1>
        <p role="alert">{problem}</p>
        <p>
          <a href={hrefOf('/')}>Go to the dashboard</a>
        </p>
      </main>
    );
  }
  if (invitation === null) return <p class="working muted">Reading</p>;
  if (session.value === null && signingIn) return <SignIn />;
  return (
    <main class="door card stack">
      <h1>
        Join <bdi>{invitation.merchantName}</bdi>
      </h1>
      <p>
        You were invited as {invitation.role}. You may: {wordsOfRole(invitation.role)}.
      </p>
      {session.value === null ? (
        <>
          <BecomeSomebody email={invitation.email ?? ''} />
          <p>
            You have an account?{' '}
            <button class="button button--quiet" onClick={() => setSigningIn(true)}>
              Sign in
            </button>
          </p>
        </>
      ) : (
        <JoinAsSelf />
      )}
    </main>
  );
}

function JoinAsSelf() {
  const submission = useSubmission();
  const join = async () => {
    const { merchantId } = await client.value.request<Team>('POST', '/v1/invitations/accept', {
      body: { token },
    });
    arriveAt(merchantId);
  };
  return (
    <form class="stack" onSubmit={submission.run(join)}>
      <FormError submission={submission} fields={[]} />
      <button class="button button--wide" disabled={submission.busy}>
        Join as {team.value?.email ?? 'yourself'}
      </button>
      <button type="button" class="button button--quiet" onClick={() => void signOut()}>
        Somebody else? Sign out
      </button>
    </form>
  );
}

const FIELDS = ['email', 'password'];

function BecomeSomebody({ email: invited }: { email: string }) {
  const submission = useSubmission();
  const [email, setEmail] = useState(invited);
  const [password, setPassword] = useState('');
  const join = async () => {
    const body = { token, email, password };
    const { merchantId } = await client.value.request<Team>('POST', '/v1/invitations/sign_up', { body });
    arriveAt(merchantId);
  };
  return (
    <form class="stack" onSubmit={submission.run(join)}>
      <Field name="email" label="E-mail" hint="You sign in with it." submission={submission}>
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
      <Field name="password" label="Password" hint="At least 10 characters." submission={submission}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="password"
            required
            minLength={10}
            autocomplete="new-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <FormError submission={submission} fields={FIELDS} />
      <button class="button button--wide" disabled={submission.busy}>
        Join
      </button>
    </form>
  );
}
