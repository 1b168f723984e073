import type { Role } from '../../rules/merchants/role.ts';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';

/** A row of `invitations` without its token, of which only the hash is stored. Times are real time. */
export interface InvitationRow {
  id: string;
  merchantId: string;
  role: Role;
  email: string | null;
  /** The account that made it. */
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  acceptedAt: number | null;
  revokedAt: number | null;
}

export async function insertInvitation(
  tx: Tx,
  invitation: Omit<InvitationRow, 'acceptedAt' | 'revokedAt'> & { tokenHash: Uint8Array },
): Promise<void> {
  await tx`
    insert into invitations ${tx(invitation, 'id', 'merchantId', 'role', 'email', 'tokenHash', 'invitedBy', 'createdAt', 'expiresAt')}`;
}

/** A page of a merchant's invitations, whatever became of them. */
export function listInvitations(db: Db, merchantId: string, page: PageQuery): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select ${invitationColumns(db)} from invitations
    where merchant_id = ${merchantId}
      ${inPage(db, 'id', page)}`;
}

/** An invitation of the merchant's, locked; null if it has none of this id. */
export async function lockInvitation(
  tx: Tx,
  { merchantId, id }: Pick<InvitationRow, 'merchantId' | 'id'>,
): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    select ${invitationColumns(tx)} from invitations where merchant_id = ${merchantId} and id = ${id} for update`;
  return row ?? null;
}

/** Whether the merchant has an invitation of this id. */
export async function invitationExists(db: Db, merchantId: string, id: string): Promise<boolean> {
  const rows = await db`select from invitations where merchant_id = ${merchantId} and id = ${id}`;
  return rows.length > 0;
}

/** The invitation of a link that still works, with the name of its merchant; null if there is none. `now` in real time. */
export async function findOpenInvitation(
  db: Db,
  tokenHash: Uint8Array,
  now: number,
): Promise<(InvitationRow & { merchantName: string }) | null> {
  const [row] = await db<(InvitationRow & { merchantName: string })[]>`
    select ${invitationColumns(db)}, (select name from merchants m where m.id = i.merchant_id) as merchant_name
    from invitations i where token_hash = ${tokenHash} and ${isOpen(db, now)}`;
  return row ?? null;
}

/** Uses an invitation up and returns it; null if its link does not work any more: of two who use it at once, one joins. */
export async function useInvitation(
  tx: Tx,
  { tokenHash, accountId, now }: { tokenHash: Uint8Array; accountId: string; now: number },
): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    update invitations set accepted_at = ${now}, accepted_by = ${accountId}
    where token_hash = ${tokenHash} and ${isOpen(tx, now)}
    returning ${invitationColumns(tx)}`;
  return row ?? null;
}

/** Takes invitations back that were made by a person and are of these roles, as far as they are open. */
export async function revokeInvitationsOf(
  tx: Tx,
  { merchantId, invitedBy, roles }: { merchantId: string; invitedBy: string; roles: readonly Role[] },
  now: number,
): Promise<void> {
  await tx`
    update invitations set revoked_at = ${now}
    where merchant_id = ${merchantId} and invited_by = ${invitedBy} and role = any(${roles as Role[]})
      and ${isOpen(tx, now)}`;
}

export async function revokeInvitation(
  tx: Tx,
  { merchantId, id }: Pick<InvitationRow, 'merchantId' | 'id'>,
  now: number,
): Promise<void> {
  await tx`update invitations set revoked_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
}

function isOpen(db: Db, now: number) {
  return db`accepted_at is null and revoked_at is null and expires_at > ${now}`;
}

function invitationColumns(db: Db) {
  return db`id, merchant_id, role, email, invited_by, created_at, expires_at, accepted_at, revoked_at`;
}
