import { useState } from 'preact/hooks';
import type { TeamMember } from '@autopay/sdk';
import { Dialog } from '../parts/dialog.tsx';
import { Field, FormError, useSubmission } from '../parts/form.tsx';
import { client, merchantId } from '../session.ts';
import { RoleSelect } from './role-select.tsx';
import type { Role } from './role-words.ts';
import { team } from './team.ts';

/** Gives somebody another role, or removes them. */
export function ChangeMember({ member, close }: { member: TeamMember; close: () => void }) {
  const submission = useSubmission();
  const [role, setRole] = useState(member.role as Role);
  const path = `/v1/team/members/${member.id}`;
  const change = async () => {
    await client.value.request('PATCH', path, { body: { role } });
    if (member.id === team.value?.accountId) location.reload();
    close();
  };
  const remove = async () => {
    await client.value.request('DELETE', path);
    if (member.id === team.value?.accountId) begone();
    close();
  };
  return (
    <Dialog title={member.email} close={close}>
      <form class="stack" onSubmit={submission.run(change)}>
        <Field
          name="role"
          label="Role"
          hint="It counts at once, wherever they are signed in."
          submission={submission}
        >
          {(control) => <RoleSelect control={control} value={role} change={setRole} />}
        </Field>
        <FormError submission={submission} fields={['role']} />
        <button class="button button--wide" disabled={submission.busy}>
          Save
        </button>
        <p>
          Whoever is removed loses access at once, and the invitations they made end. Keys they know stay
          valid: revoke those.
        </p>
        <button
          type="button"
          class="button button--danger button--wide"
          disabled={submission.busy}
          onClick={submission.run(remove)}
        >
          Remove from the team
        </button>
      </form>
    </Dialog>
  );
}

/** The person themselves goes. */
export function LeaveTeam({ close }: { close: () => void }) {
  const submission = useSubmission();
  const isLast = team.value?.merchants.length === 1;
  const leave = async () => {
    await client.value.request('POST', '/v1/team/leave');
    begone();
  };
  return (
    <Dialog title="Leave this team?" close={close}>
      <form class="stack" onSubmit={submission.run(leave)}>
        <p>
          You lose access at once. Only an invitation brings you back.
          {isLast && ' You are in no other team: your account ends with it.'}
        </p>
        <FormError submission={submission} fields={[]} />
        <button class="button button--danger button--wide" disabled={submission.busy}>
          Leave
        </button>
      </form>
    </Dialog>
  );
}

/** This page is of a merchant that the person is no longer in: it begins anew at another, or at the door. */
function begone(): void {
  merchantId.value = null;
  location.assign('/dashboard');
}
