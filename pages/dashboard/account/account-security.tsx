import { useState } from 'preact/hooks';
import type { Account, Team } from '@autopay/sdk';
import { Dialog } from '../parts/dialog.tsx';
import { Field, FormError, type Submission, useSubmission } from '../parts/form.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { useLive } from '../live.ts';
import { session } from '../session.ts';
import { account as api, ask, sendsMail } from './account-api.ts';
import { AddFactor } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Proof, useProof } from './use-proof.tsx';

/** How the person signs in, and where they are signed in. */
export function AccountSecurity() {
  const live = useLive(() => api.get(), [], null);
  const [changed, setChanged] = useState<Account | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const take = (account: Account) => {
    setChanged(account);
    if (account.recoveryCodes) setCodes(account.recoveryCodes);
  };
  return (
    <>
      <h1>Account &amp; security</h1>
      <Show live={live}>
        {(read) => {
          const account = changed ?? read;
          return (
            <>
              <SignInCard account={account} take={take} />
              <FactorCard account={account} take={take} />
              <TeamCard account={account} take={take} />
              <SessionCard account={account} take={take} />
            </>
          );
        }}
      </Show>
      {codes && (
        <Dialog title="Store these codes now" close={() => setCodes(null)} holds>
          <RecoveryCodes codes={codes} done={() => setCodes(null)} />
        </Dialog>
      )}
    </>
  );
}

interface Part {
  account: Account;
  /** Shows the account as it is now. */
  take: (account: Account) => void;
}

function SignInCard({ account, take }: Part) {
  const [open, setOpen] = useState<'password' | 'email' | null>(null);
  return (
    <section class="card stack">
      <h2>Sign-in</h2>
      <dl class="terms">
        <div>
          <dt>E-mail</dt>
          <dd>
            <bdi>{account.email}</bdi>
          </dd>
        </div>
      </dl>
      {account.pendingEmail && (
        <p class="message" data-tone="warn" role="status">
          {account.pendingEmail} counts once the links that were sent to both addresses are opened.
        </p>
      )}
      <div class="row">
        <button class="button button--quiet" onClick={() => setOpen('password')}>
          Change the password
        </button>
        {sendsMail() ? (
          <button class="button button--quiet" onClick={() => setOpen('email')}>
            Change the e-mail address
          </button>
        ) : (
          <span class="hint">
            This deployment sends no e-mail: whoever runs it changes your address, with{' '}
            <code>npm run account -- email</code>.
          </span>
        )}
      </div>
      {open === 'password' && <ChangePassword take={take} close={() => setOpen(null)} />}
      {open === 'email' && <ChangeEmail take={take} close={() => setOpen(null)} />}
    </section>
  );
}

function ChangePassword({ take, close }: Pick<Part, 'take'> & { close: () => void }) {
  const submission = useSubmission('password');
  const [typed, setTyped] = useState({ currentPassword: '', password: '' });
  const save = async () => {
    take(await api.change('password', typed));
    close();
  };
  return (
    <Dialog title="Change the password" close={close}>
      <form class="stack" onSubmit={submission.run(save)}>
        <p>Wherever else you are signed in, you are signed out.</p>
        <Secret
          name="currentPassword"
          label="Password until now"
          submission={submission}
          value={typed.currentPassword}
          set={(currentPassword) => setTyped({ ...typed, currentPassword })}
        />
        <Secret
          name="password"
          label="New password"
          isNew
          submission={submission}
          value={typed.password}
          set={(password) => setTyped({ ...typed, password })}
        />
        <FormError submission={submission} fields={['currentPassword', 'password']} />
        <button class="button button--wide" disabled={submission.busy}>
          Change it
        </button>
      </form>
    </Dialog>
  );
}

function Secret({
  name,
  label,
  submission,
  value,
  set,
  isNew = false,
}: {
  name: string;
  label: string;
  submission: Submission;
  value: string;
  set: (value: string) => void;
  isNew?: boolean;
}) {
  return (
    <Field
      name={name}
      label={label}
      submission={submission}
      {...(isNew && { hint: 'At least 10 characters.' })}
    >
      {(control) => (
        <input
          {...control}
          class="input"
          type="password"
          required
          autocomplete={isNew ? 'new-password' : 'current-password'}
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function ChangeEmail({ take, close }: Pick<Part, 'take'> & { close: () => void }) {
  const submission = useSubmission('email');
  const proof = useProof();
  const [typed, setTyped] = useState({ email: '', password: '' });
  const save = async () => {
    take(await api.change('email', typed));
    close();
  };
  return (
    <Dialog title="Change the e-mail address" close={close}>
      <form class="stack" hidden={proof.isAsking} onSubmit={submission.run(proof.with(save))}>
        <p>A link goes to the new address and one to the old. Open both within a day.</p>
        <Field name="email" label="New e-mail address" submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="email"
              required
              value={typed.email}
              onInput={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
            />
          )}
        </Field>
        <Secret
          name="password"
          label="Your password"
          submission={submission}
          value={typed.password}
          set={(password) => setTyped({ ...typed, password })}
        />
        <FormError submission={submission} fields={['email', 'password']} />
        <button class="button button--wide" disabled={submission.busy}>
          Send the links
        </button>
      </form>
      {proof.form}
    </Dialog>
  );
}

function FactorCard({ account, take }: Part) {
  const submission = useSubmission('factors');
  const proof = useProof();
  const [adding, setAdding] = useState(false);
  const has = account.passkeys.length > 0 || account.appSince !== null;
  const change = (work: () => PromiseLike<Account>) =>
    submission.run(proof.with(async () => take(await work())));
  return (
    <section class="card stack">
      <h2>Second factor</h2>
      <p class="muted">
        {has
          ? 'After your password you are asked for one of these. A passkey also signs you in by itself.'
          : 'Without one, whoever learns your password is in. A passkey is the easiest, and also signs you in by itself.'}
      </p>
      {has && (
        <Table
          caption="Second factors"
          rows={factorsOf(account)}
          keyOf={({ key }) => key}
          columns={[
            { head: 'What', cell: ({ name }) => <bdi>{name}</bdi> },
            { head: 'Added', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            { head: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
            {
              head: 'Action',
              cell: ({ name, path }) => (
                <button
                  class="button button--danger"
                  disabled={submission.busy}
                  onClick={change(() => api.remove(path))}
                >
                  Remove<span class="visually-hidden"> {name}</span>
                </button>
              ),
            },
          ]}
        />
      )}
      {has && (
        <div class="row">
          <span>{account.recoveryCodesLeft} recovery codes left</span>
          <button
            class="button button--quiet"
            disabled={submission.busy}
            onClick={change(() => api.change('recovery_codes'))}
          >
            Make new ones
          </button>
        </div>
      )}
      <FormError submission={submission} fields={[]} />
      <button class="button" onClick={() => setAdding(true)}>
        Add a second factor
      </button>
      {adding && (
        <Adding
          account={account}
          proof={proof}
          take={(added) => (take(added), setAdding(false))}
          close={() => setAdding(false)}
        />
      )}
      {!adding && proof.dialog}
    </section>
  );
}

/** With a factor there is, it is asked for first; the form does not ask for the password then. */
function Adding({ account, proof, take, close }: Part & { proof: Proof; close: () => void }) {
  return (
    <Dialog title="Add a second factor" close={close}>
      <div hidden={proof.isAsking}>
        <AddFactor account={account} onAdded={take} proof={proof} />
      </div>
      {proof.form}
    </Dialog>
  );
}

function factorsOf({ passkeys, appSince }: Account) {
  const app = { key: 'app', name: 'Authenticator app', path: 'app', createdAt: appSince, lastUsedAt: null };
  return [
    ...passkeys.map(({ id, ...rest }) => ({ key: id, path: `passkeys/${id}`, ...rest })),
    ...(appSince === null ? [] : [app]),
  ];
}

/** Who may not change what the team needs is told of it all the same. */
function TeamCard({ account, take }: Part) {
  const submission = useSubmission('team');
  const proof = useProof();
  const team = useLive(() => ask<Team>('GET', '/v1/team'), [], null);
  const { secondFactorRequired: required } = account;
  const { name } = session.value!.merchant;
  const mayChange = team.data?.role === 'owner' || team.data?.role === 'admin';
  const turn = async () =>
    take(await ask<Account>('POST', '/v1/merchant/second_factor', { required: !required }));
  return (
    <section class="card stack">
      <h2>Your team</h2>
      <p>
        {required
          ? `${name} requires a second factor of everybody in its team.`
          : `${name} requires no second factor of its team.`}
      </p>
      <FormError submission={submission} fields={[]} />
      {mayChange && (
        <div class="row">
          <button
            class="button button--quiet"
            disabled={submission.busy}
            onClick={submission.run(proof.with(turn))}
          >
            {required ? 'Require none' : 'Require one'}
          </button>
        </div>
      )}
      {proof.dialog}
    </section>
  );
}

function SessionCard({ account, take }: Part) {
  const submission = useSubmission('sessions');
  const end = (id: string) =>
    submission.run(async () => take(await ask<Account>('DELETE', `/v1/sessions/${id}`)));
  const endAll = async () => {
    await ask<Account>('DELETE', '/v1/sessions');
    session.value = null;
  };
  return (
    <section class="card stack">
      <h2>Where you are signed in</h2>
      <Table
        caption="Sessions"
        rows={account.sessions}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Device', cell: ({ device }) => device ?? 'Not known' },
          { head: 'Address', cell: ({ address }) => <span class="mono">{address ?? '–'}</span> },
          { head: 'Signed in', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            head: 'Action',
            cell: ({ id, device, current }) =>
              current ? (
                <span class="badge">this one</span>
              ) : (
                <button class="button button--quiet" disabled={submission.busy} onClick={end(id)}>
                  End<span class="visually-hidden"> the session of {device ?? 'a device'}</span>
                </button>
              ),
          },
        ]}
      />
      <FormError submission={submission} fields={[]} />
      <button class="button button--danger" disabled={submission.busy} onClick={submission.run(endAll)}>
        Sign out everywhere
      </button>
    </section>
  );
}
