import type { MemberRow } from '../memberships/queries.ts';
import type { InvitationRow } from './invitation-queries.ts';

/** A person of a team as the API shows them. */
export function presentMember(row: MemberRow, livemode: boolean) {
  return {
    object: 'team_member' as const,
    id: row.accountId,
    livemode,
    createdAt: row.createdAt,
    email: row.email,
    role: row.role,
  };
}

/** An invitation as its team sees it at `now`. Only the response to its creation has the link. */
export function presentInvitation(
  row: InvitationRow,
  { livemode, now, url }: { livemode: boolean; now: number; url?: string },
) {
  return {
    object: 'team_invitation' as const,
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    role: row.role,
    email: row.email,
    status: statusOf(row, now),
    ...(url === undefined ? {} : { url }),
  };
}

function statusOf({ acceptedAt, revokedAt, expiresAt }: InvitationRow, now: number) {
  if (acceptedAt !== null) return 'accepted' as const;
  if (revokedAt !== null) return 'revoked' as const;
  return expiresAt > now ? ('open' as const) : ('expired' as const);
}
