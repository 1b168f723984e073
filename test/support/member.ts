import type { Sql } from '../../server/db/connect.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Role } from '../../rules/merchants/role.ts';

/** Puts a new person who cannot sign in into a merchant, and returns the account's id. */
export async function insertMember(sql: Sql, merchantId: string, role: Role = 'owner'): Promise<string> {
  const id = newId('account');
  await sql`insert into accounts (id, email, created_at) values (${id}, ${`${id.toLowerCase()}@coffee.example`}, 0)`;
  await sql`
    insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
    values (${id}, ${merchantId}, ${role}, 0, 0)`;
  return id;
}
