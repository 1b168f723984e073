import { useEffect, useState } from 'preact/hooks';
import type { Account } from '@autopay/sdk';
import { loadSession, session, signOut } from '../session.ts';
import { account } from './account-api.ts';
import { AddFactor } from './add-factor.tsx';
import { ProveForm } from './prove-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Between the password and the dashboard, for whoever has a second factor. */
export function ProveDoor() {
  return (
    <main class="door card stack">
      <h1>One more step</h1>
      <p>Your account has a second factor. Prove that it is you.</p>
      <ProveForm onProven={(proven) => (session.value = proven)} />
      <p class="hint">
        All of it lost? The operator of this deployment can take your second factor away, and you add a new
        one.
      </p>
      <SignOut />
    </main>
  );
}

/** Before the dashboard of a merchant that requires a second factor, for whoever has none. */
export function AddDoor() {
  const [current, setCurrent] = useState<Account | null>(null);
  useEffect(() => void account.get().then(setCurrent), []);
  return (
    <main class="door card stack">
      <h1>Add a second factor</h1>
      <p>
        {session.value!.merchant.name} requires one of everybody in its team. Nothing else works until you
        have added a passkey or an authenticator app.
      </p>
      {current === null ? (
        <p class="working muted">Reading</p>
      ) : current.recoveryCodes ? (
        <RecoveryCodes codes={current.recoveryCodes} done={() => void loadSession()} />
      ) : (
        <AddFactor account={current} onAdded={setCurrent} />
      )}
      <SignOut />
    </main>
  );
}

function SignOut() {
  return (
    <p>
      <button class="button button--quiet" onClick={() => void signOut()}>
        Sign out
      </button>
    </p>
  );
}
