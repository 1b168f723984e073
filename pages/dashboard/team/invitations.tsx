import { useState } from 'preact/hooks';
import type { TeamInvitation } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import type { OnePage } from '../parts/paged-list.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { client } from '../session.ts';
import { RoleSelect } from './role-select.tsx';
import type { Role } from './role-words.ts';

/** Who was invited, what became of it, and the way to invite somebody. */
export function Invitations() {
  const paging = usePaging();
  const live = useLive(
    (api, { signal }) =>
      api.request<Awaited<OnePage<TeamInvitation>>>('GET', '/v1/team/invitations', {
        signal,
        query: { limit: 25, startingAfter: paging.cursor },
      }),
    [paging.cursor],
  );
  const [inviting, setInviting] = useState(false);
  const takingBack = useSubmission('take-back');
  const takeBack = ({ id }: TeamInvitation) =>
    takingBack.run(async () => {
      await client.value.request('DELETE', `/v1/team/invitations/${id}`);
      await live.reload();
    });
  return (
    <section class="stack">
      <div class="view-head">
        <h2>Invitations</h2>
        <button class="button" onClick={() => setInviting(true)}>
          Invite somebody
        </button>
      </div>
      <FormError submission={takingBack} fields={[]} />
      <Show live={live}>
        {({ data, nextCursor }) =>
          data.length === 0 && !paging.hasPrevious ? (
            <p class="muted">Nobody was invited yet.</p>
          ) : (
            <>
              <Table
                caption="Invitations"
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  { head: 'For', cell: ({ email }) => (email ? <bdi>{email}</bdi> : 'whoever has the link') },
                  { head: 'Role', cell: ({ role }) => role },
                  { head: 'Until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
                  {
                    head: 'State',
                    cell: (invitation) =>
                      invitation.status === 'open' ? (
                        <button
                          class="button button--quiet"
                          disabled={takingBack.busy}
                          onClick={takeBack(invitation)}
                        >
                          Take back
                        </button>
                      ) : (
                        <span class="badge">{STATES[invitation.status]}</span>
                      ),
                  },
                ]}
              />
              <Pager paging={paging} nextCursor={nextCursor} />
            </>
          )
        }
      </Show>
      {inviting && <Invite close={() => (setInviting(false), void live.reload())} />}
    </section>
  );
}

const STATES: Record<string, string> = {
  open: 'open',
  accepted: 'joined',
  revoked: 'taken back',
  expired: 'expired',
};

function Invite({ close }: { close: () => void }) {
  const submission = useSubmission();
  const [role, setRole] = useState<Role>('viewer');
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<TeamInvitation | null>(null);
  const invite = async () => {
    const body = { role, ...(email && { email }) };
    setMade(await client.value.request<TeamInvitation>('POST', '/v1/team/invitations', { body }));
  };
  if (made) {
    return (
      <Dialog title="Hand this link over" close={close} holds>
        <div class="stack">
          <p>
            It is shown <strong>only now</strong>, and is good for one person until{' '}
            <Moment at={made.expiresAt} />. Whoever holds it joins as {made.role}.
            {made.email && ' Where this service sends e-mail, it is on its way to them too.'}
          </p>
          <p>
            <Copyable value={made.url!} short={false} />
          </p>
          <button class="button button--wide" onClick={close}>
            Done
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite somebody" close={close}>
      <form class="stack" onSubmit={submission.run(invite)}>
        <Field name="role" label="Role" submission={submission}>
          {(control) => <RoleSelect control={control} value={role} change={setRole} />}
        </Field>
        <Field
          name="email"
          label="E-mail"
          hint="If you wish: so that you know whom it was for."
          submission={submission}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              type="email"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <FormError submission={submission} fields={['role', 'email']} />
        <button class="button button--wide" disabled={submission.busy}>
          Make the link
        </button>
      </form>
    </Dialog>
  );
}
