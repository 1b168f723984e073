import { ApiError } from '../../rules/api-error.ts';
import { INVITATION_SECONDS } from '../../rules/lifetimes.ts';
import { mayManage, needsRole, type Role, ROLES } from '../../rules/merchants/role.ts';
import type { Tx } from '../db/connect.ts';
import type { SessionAuth } from '../http/context.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { lockMerchant } from '../merchants/queries.ts';
import { requireQuota } from '../merchants/quota.ts';
import {
  insertInvitation,
  type InvitationRow,
  lockInvitation,
  revokeInvitation,
} from './invitation-queries.ts';
import { getSelf } from './read-team.ts';

/** Enough for a large team, and too few to fill strangers' mail boxes with. */
const INVITATIONS_A_DAY = 50;

/**
 * Makes an invitation and its token, which only the link has: only its hash is stored. Throws role_required, rate_limit_exceeded.
 */
export async function invite(
  tx: Tx,
  caller: Pick<SessionAuth, 'merchantId' | 'accountId'>,
  { role, email, now }: { role: Role; email: string | null; now: number },
): Promise<{ invitation: InvitationRow; token: string }> {
  const { merchantId, accountId } = caller;
  // Whoever is being removed at this moment leaves no invitation behind.
  await lockMerchant(tx, merchantId);
  const self = await getSelf(tx, caller);
  if (!mayManage(self.role, role)) {
    const roles = ROLES.filter((each) => mayManage(each, role));
    throw new ApiError('role_required', { message: needsRole(roles, self.role) });
  }
  await requireQuota(
    tx,
    { merchantId, livemode: false },
    { kind: 'invitation', limit: INVITATIONS_A_DAY, now },
  );
  const token = newSecret('invite_');
  const times = { createdAt: now, expiresAt: now + INVITATION_SECONDS };
  const made = { id: newId('invitation'), merchantId, role, email, invitedBy: accountId, ...times };
  await insertInvitation(tx, { ...made, tokenHash: hashSecret(token) });
  return { invitation: { ...made, acceptedAt: null, revokedAt: null }, token };
}

/** Takes an invitation back; one that was taken back or accepted stays as it is. Throws resource_missing. */
export async function takeBack(
  tx: Tx,
  { merchantId, id, now }: { merchantId: string; id: string; now: number },
): Promise<InvitationRow> {
  const invitation = await lockInvitation(tx, { merchantId, id });
  if (invitation === null) throw new ApiError('resource_missing');
  if (invitation.acceptedAt !== null || invitation.revokedAt !== null) return invitation;
  await revokeInvitation(tx, { merchantId, id }, now);
  return { ...invitation, revokedAt: now };
}
