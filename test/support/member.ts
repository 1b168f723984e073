import type { Sql } from '../../server/db/connect.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Role } from '../../rules/merchants/role.ts';
import { callAs, cookieOf, type Person, signUp } from './person.ts';
import type { TestService } from './service.ts';

/** Puts a new person who cannot sign in into a merchant, and returns the account's id. */
export async function insertMember(sql: Sql, merchantId: string, role: Role = 'owner'): Promise<string> {
  const id = newId('account');
  await sql`insert into accounts (id, email, created_at) values (${id}, ${`${id.toLowerCase()}@coffee.example`}, 0)`;
  await sql`
    insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
    values (${id}, ${merchantId}, ${role}, 0, 0)`;
  return id;
}

/** Someone who signed up on their own and was then moved to this merchant, with a role. Signed in there. */
export async function joinTeam(service: TestService, merchantId: string, role: Role): Promise<Person> {
  const person = await signUp(service);
  const { email, password } = person;
  await service.db`
    update memberships set merchant_id = ${merchantId}, role = ${role}
    where account_id = (select id from accounts where email = ${email})`;
  const answer = await service.call('POST', '/v1/sessions', { body: { email, password } });
  const cookie = cookieOf(answer);
  return { ...person, merchantId, cookie, call: (...request) => callAs(service, cookie, ...request) };
}
