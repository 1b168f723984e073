import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import type { Role } from '../../rules/merchants/role.ts';
import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import { chosenLanguage, FIRST_LANGUAGE } from './language.ts';

/** A person's place in a merchant: a row of `memberships`. Times are real time. */
export interface MembershipRow {
  accountId: string;
  merchantId: string;
  role: Role;
  createdAt: number;
  /** When the person last went over to this merchant. */
  chosenAt: number;
}

/** A person in a merchant's team. */
export interface MemberRow extends MembershipRow {
  email: string;
}

/** Puts a person into a merchant. Returns false, and writes nothing, if they are in it already. */
export async function insertMembership(
  tx: Tx,
  membership: Omit<MembershipRow, 'chosenAt'>,
): Promise<boolean> {
  const row = { ...membership, chosenAt: membership.createdAt };
  const { count } = await tx`
    insert into memberships ${tx(row, 'accountId', 'merchantId', 'role', 'createdAt', 'chosenAt')}
    on conflict do nothing`;
  return count === 1;
}

/** Whether anybody is in this merchant. One without people has only keys. */
export async function hasMembers(db: Db, merchantId: string): Promise<boolean> {
  const rows = await db`select from memberships where merchant_id = ${merchantId} limit 1`;
  return rows.length > 0;
}

/**
 * The merchant that a person last went over to; null if they are in none. The membership lasts at least as long as the transaction.
 */
export async function lockChosenMerchant(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await tx<{ merchantId: string }[]>`
    select merchant_id from memberships where account_id = ${accountId}
    order by chosen_at desc, created_at desc, merchant_id desc limit 1
    for key share`;
  return row?.merchantId ?? null;
}

/** A person of a merchant's team; null if they are not in it. */
export async function findMember(
  db: Db,
  { merchantId, accountId }: Pick<MembershipRow, 'merchantId' | 'accountId'>,
): Promise<MemberRow | null> {
  const [row] = await db<MemberRow[]>`
    select ${memberColumns(db)}
    from memberships p join accounts a on a.id = p.account_id
    where p.merchant_id = ${merchantId} and p.account_id = ${accountId}`;
  return row ?? null;
}

/** A page of a merchant's team, by account. */
export function listMembers(db: Db, merchantId: string, page: PageQuery): Promise<MemberRow[]> {
  return db<MemberRow[]>`
    select ${memberColumns(db)}
    from memberships p join accounts a on a.id = p.account_id
    where p.merchant_id = ${merchantId}
      ${inPage(db, 'p.account_id', page)}`;
}

/** The merchants that a person is in, by name. */
export function listMerchantsOf(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return db<{ id: string; name: string; role: Role }[]>`
    select m.id, m.name, p.role
    from memberships p join merchants m on m.id = p.merchant_id
    where p.account_id = ${accountId}
    order by m.name, m.id`;
}

/** How many owners a merchant has. Decide by it only while the merchant is locked. */
export async function countOwners(tx: Tx, merchantId: string): Promise<number> {
  const [row] = await tx<{ owners: number }[]>`
    select count(*)::integer as owners from memberships where merchant_id = ${merchantId} and role = 'owner'`;
  return row!.owners;
}

export async function updateRole(
  tx: Tx,
  { merchantId, accountId, role }: Pick<MembershipRow, 'merchantId' | 'accountId' | 'role'>,
): Promise<void> {
  await tx`
    update memberships set role = ${role} where merchant_id = ${merchantId} and account_id = ${accountId}`;
}

export async function deleteMembership(
  tx: Tx,
  { merchantId, accountId }: Pick<MembershipRow, 'merchantId' | 'accountId'>,
): Promise<void> {
  await tx`delete from memberships where merchant_id = ${merchantId} and account_id = ${accountId}`;
}

/** Notes that a person went over to this merchant. Returns false if they are not in it. */
export async function chooseMerchant(
  tx: Tx,
  { merchantId, accountId }: Pick<MembershipRow, 'merchantId' | 'accountId'>,
  now: number,
): Promise<boolean> {
  const { count } = await tx`
    update memberships set chosen_at = greatest(${now}, (
      select max(chosen_at) + 1 from memberships where account_id = ${accountId} and merchant_id <> ${merchantId}))
    where merchant_id = ${merchantId} and account_id = ${accountId}`;
  return count === 1;
}

function memberColumns(db: Db) {
  return db`p.account_id, p.merchant_id, p.role, p.created_at, p.chosen_at, a.email`;
}

/** Where a merchant's owners are told, and in which language: what they chose at this merchant, else what they chose last. */
export function listOwners(
  db: Db,
  merchantId: string,
): Promise<{ email: string; language: NoticeLanguage }[]> {
  return db<{ email: string; language: NoticeLanguage }[]>`
    select a.email, coalesce(
      (select n.language from notice_choices n where n.account_id = a.id and n.merchant_id = m.merchant_id),
      ${chosenLanguage(db, db`a.id`)}, ${FIRST_LANGUAGE}) as language
    from memberships m join accounts a on a.id = m.account_id
    where m.merchant_id = ${merchantId} and m.role = 'owner'
    order by m.created_at, a.id`;
}
