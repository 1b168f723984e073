import { useState } from 'preact/hooks';
import type { SignedUpMerchant } from '@autopay/sdk';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { Copyable } from '../parts/values.tsx';
import { followHere, hrefOf, navigate } from '../router.ts';
import { client, loadSession } from '../session.ts';

const FIELDS = ['name', 'email', 'password'];

/** Makes a merchant and its account, and shows its keys: once, since only their hashes are kept. */
export function SignUp() {
  const submission = useSubmission();
  const [form, setForm] = useState({ name: '', email: '', password: '', acknowledged: false });
  const [made, setMade] = useState<SignedUpMerchant | null>(null);
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const signUp = async () => setMade(await client.value.accounts.signUp(form));
  if (made !== null) return <Keys merchant={made} />;
  return (
    <main class="door card stack" onClick={followHere}>
      <h1>Sign up</h1>
      <form class="stack" onSubmit={submission.run(signUp)}>
        <Field name="name" label="Name of the business" hint="Payers see it." submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              required
              autocomplete="organization"
              value={form.name}
              onInput={(event) => set({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field name="email" label="E-mail" submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="email"
              required
              autocomplete="username"
              value={form.email}
              onInput={(event) => set({ email: event.currentTarget.value })}
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
              autocomplete="new-password"
              value={form.password}
              onInput={(event) => set({ password: event.currentTarget.value })}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            required
            checked={form.acknowledged}
            onChange={(event) => set({ acknowledged: event.currentTarget.checked })}
          />
          <span>
            I understand that payments go straight to my wallet, and that a settled one cannot be reversed.
          </span>
        </label>
        <FormError submission={submission} fields={FIELDS} />
        <button class="button button--wide" disabled={submission.busy}>
          Sign up
        </button>
      </form>
      <p>
        You have an account? <a href={hrefOf('/')}>Sign in</a>
      </p>
    </main>
  );
}

function Keys({ merchant }: { merchant: SignedUpMerchant }) {
  const enter = async () => {
    navigate(hrefOf('/'), { replace: true });
    await loadSession();
  };
  return (
    <main class="door card stack">
      <h1>Welcome, {merchant.name}</h1>
      {merchant.keys && (
        <>
          <p>
            These are your secret keys. Keep them where your server finds them and nobody else does: they are
            shown <strong>only now</strong>.
          </p>
          <dl class="terms">
            {Object.entries(merchant.keys).map(([name, key]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Copyable value={key} short={false} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <button class="button button--wide" onClick={() => void enter()}>
        I have stored them
      </button>
    </main>
  );
}
