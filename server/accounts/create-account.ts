import postgres from 'postgres';
import { ApiError } from '../../rules/api-error.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { normalEmail } from '../lib/email.ts';
import { newId } from '../lib/ids.ts';
import { insertAccount } from './account-queries.ts';
import { hashPassword } from './passwords.ts';

/** Who is to have an account. `now` in real time. */
export interface NewPerson {
  email: string;
  password: string;
  /** Of the client, for its share of the hashing. */
  address: string;
  now: number;
}

/**
 * Makes an account, and in the same transaction what `work` makes of it: nobody has an account without a merchant. Throws email_taken,
 * rate_limit_exceeded, and what `work` throws.
 */
export async function createAccount<T>(
  db: Sql,
  { email, password, address, now }: NewPerson,
  work: (tx: Tx, accountId: string) => Promise<T>,
): Promise<T> {
  const normal = normalEmail(email);
  const passwordHash = await hashPassword(password, [address, normal]);
  const account = { id: newId('account'), email: normal, passwordHash, createdAt: now };
  try {
    const done = await db.begin(async (tx) => {
      await insertAccount(tx, account);
      return { value: await work(tx, account.id) };
    });
    return done.value as T;
  } catch (error) {
    if (isEmailTaken(error)) throw new ApiError('email_taken', { param: 'email' });
    throw error;
  }
}

/**
 * 23505 is Postgres' unique_violation. The constraint decides, not a check beforehand: two sign-ups may run
 * at once.
 */
function isEmailTaken(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === '23505' &&
    error.constraint_name === 'accounts_email_key'
  );
}
