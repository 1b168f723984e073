import { useState } from 'preact/hooks';
import type { TeamMember } from '@autopay/sdk';
import { useLive } from '../live.ts';
import type { OnePage } from '../parts/paged-list.tsx';
import { Pager, usePaging } from '../parts/pager.tsx';
import { Show } from '../parts/show.tsx';
import { Table } from '../parts/table.tsx';
import { Moment } from '../parts/values.tsx';
import { ChangeMember, LeaveTeam } from './change-member.tsx';
import { Invitations } from './invitations.tsx';
import { ROLES, wordsOfRole } from './role-words.ts';
import { may, team } from './team.ts';

/** The people of this merchant: who they are, what each may do, and who is invited. */
export function TeamView() {
  const paging = usePaging();
  const live = useLive(
    (api, { signal }) =>
      api.request<Awaited<OnePage<TeamMember>>>('GET', '/v1/team/members', {
        signal,
        query: { limit: 25, startingAfter: paging.cursor },
      }),
    [paging.cursor],
  );
  const [changing, setChanging] = useState<TeamMember | null>(null);
  const [leaving, setLeaving] = useState(false);
  const own = team.value;
  return (
    <>
      <div class="view-head">
        <h1>Team</h1>
        <button class="button button--quiet" onClick={() => setLeaving(true)}>
          Leave this team
        </button>
      </div>
      <Show live={live}>
        {({ data, nextCursor }) => (
          <>
            <Table
              caption="People"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'E-mail',
                  cell: ({ id, email }) => (
                    <>
                      <bdi>{email}</bdi> {id === own?.accountId && <span class="badge">you</span>}
                    </>
                  ),
                },
                { head: 'Role', cell: ({ role }) => role },
                { head: 'Joined', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  head: 'Action',
                  cell: (member) =>
                    may('updateTeamMember') &&
                    (own?.role === 'owner' || member.role !== 'owner') && (
                      <button class="button button--quiet" onClick={() => setChanging(member)}>
                        Change<span class="visually-hidden"> {member.email}</span>
                      </button>
                    ),
                },
              ]}
            />
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )}
      </Show>
      <details>
        <summary>What the roles may do</summary>
        <dl class="terms">
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{role}</dt>
              <dd>{wordsOfRole(role)}</dd>
            </div>
          ))}
        </dl>
        <p class="small muted">
          Keys have no role. Whoever makes a full key can do with it what the API lets keys do, so give the
          role developer to those whom you would give a key.
        </p>
      </details>
      {may('listTeamInvitations') && <Invitations />}
      {changing && <ChangeMember member={changing} close={() => (setChanging(null), void live.reload())} />}
      {leaving && <LeaveTeam close={() => setLeaving(false)} />}
    </>
  );
}
