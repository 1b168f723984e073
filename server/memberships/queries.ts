import type { Db, Tx } from '../db/connect.ts';
import type { Role } from '../../rules/merchants/role.ts';

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
