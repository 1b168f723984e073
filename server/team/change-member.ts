import { ApiError } from '../../rules/api-error.ts';
import { mayManage, needsRole, type Role, ROLES } from '../../rules/merchants/role.ts';
import { deleteAccount, lockAccount } from '../accounts/account-queries.ts';
import { moveSessionsFrom } from '../accounts/queries.ts';
import type { Sql, Tx } from '../db/connect.ts';
import type { SessionAuth } from '../http/context.ts';
import {
  countOwners,
  deleteMembership,
  findMember,
  lockChosenMerchant,
  type MemberRow,
  updateRole,
} from '../memberships/queries.ts';
import { lockMerchant } from '../merchants/queries.ts';
import { revokeInvitationsOf } from './invitation-queries.ts';
import { getSelf } from './read-team.ts';

/** Who changes a team, and of which merchant. */
type Caller = Pick<SessionAuth, 'merchantId' | 'accountId'>;

/**
 * Gives somebody another role. Invitations they made and could not make with it are taken back. Throws resource_missing, role_required,
 * last_owner.
 */
export function changeRole(
  db: Sql,
  caller: Caller,
  { accountId, role, now }: { accountId: string; role: Role; now: number },
): Promise<MemberRow> {
  return db.begin(async (tx) => {
    const { self, member } = await lockTeam(tx, caller, accountId);
    requireSay(self.role, member.role);
    requireSay(self.role, role);
    if (role !== 'owner') await requireOtherOwner(tx, member);
    const { merchantId } = caller;
    await updateRole(tx, { merchantId, accountId, role });
    const roles = ROLES.filter((each) => !mayManage(role, each));
    await revokeInvitationsOf(tx, { merchantId, invitedBy: accountId, roles }, now);
    return { ...member, role };
  });
}

/** Removes somebody from a team. Throws resource_missing, role_required, last_owner. */
export function removeMember(
  db: Sql,
  caller: Caller,
  { accountId, now }: { accountId: string; now: number },
): Promise<MemberRow> {
  return db.begin(async (tx) => {
    const { self, member } = await lockTeam(tx, caller, accountId);
    requireSay(self.role, member.role);
    return endMembership(tx, member, now);
  });
}

/** The caller leaves the team. Throws last_owner. */
export function leave(db: Sql, caller: Caller, now: number): Promise<MemberRow> {
  return db.begin(async (tx) => {
    const { self } = await lockTeam(tx, caller, caller.accountId);
    return endMembership(tx, self, now);
  });
}

/** Both as they are while nobody else changes this team: who asked may have another role by now. */
async function lockTeam(
  tx: Tx,
  caller: Caller,
  accountId: string,
): Promise<{ self: MemberRow; member: MemberRow }> {
  await lockMerchant(tx, caller.merchantId);
  const self = await getSelf(tx, caller);
  const member = await findMember(tx, { merchantId: caller.merchantId, accountId });
  if (member === null) throw new ApiError('resource_missing');
  return { self, member };
}

/** Throws role_required. */
function requireSay(own: Role, theirs: Role): void {
  if (mayManage(own, theirs)) return;
  const roles = ROLES.filter((role) => mayManage(role, theirs));
  throw new ApiError('role_required', { message: needsRole(roles, own) });
}

/** Throws last_owner if nobody else owns the merchant, which is locked. */
async function requireOtherOwner(tx: Tx, { merchantId, role }: MemberRow): Promise<void> {
  if (role === 'owner' && (await countOwners(tx, merchantId)) === 1) throw new ApiError('last_owner');
}

/**
 * Ends a membership, and the invitations that this person made: whoever is removed must not come back by a link of their own. Their
 * sessions go to another of their merchants. Without one the account ends, and frees its e-mail address.
 */
async function endMembership(tx: Tx, member: MemberRow, now: number): Promise<MemberRow> {
  await requireOtherOwner(tx, member);
  const { merchantId, accountId } = member;
  await lockAccount(tx, accountId, 'end');
  await deleteMembership(tx, member);
  await revokeInvitationsOf(tx, { merchantId, invitedBy: accountId, roles: ROLES }, now);
  const next = await lockChosenMerchant(tx, accountId);
  if (next === null) await deleteAccount(tx, accountId);
  else await moveSessionsFrom(tx, { accountId, from: merchantId, to: next });
  return member;
}
