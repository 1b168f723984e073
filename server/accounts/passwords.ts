import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors/api-error.ts';
import { FairQueue } from '../lib/fair-queue.ts';

/** Argon2id, which is the library's default, with the least that OWASP's Password Storage Cheat Sheet allows: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two hashes keep two cores and 38 MiB busy; more would only take turns, and take the machine from money. */
const AT_ONCE = 2;
/** About two seconds of work. More are told to come again, instead of waiting until a client gives up. */
const MAX_WAITING = 80;

const queue = new FairQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });

/** A hash that no password has, made of the same cost: what an unknown e-mail address is checked against. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** What is kept of a password, in the PHC string format. Throws rate_limit_exceeded while too many others wait. */
export function hashPassword(password: string, parties: readonly string[]): Promise<string> {
  return inTurn(parties, () => hash(comparable(password), COST));
}

/**
 * Whether `password` is the one that was hashed. Null, for an account that is not there, is never right and takes the same work, so
 * that the time of an answer does not tell which accounts exist. Throws rate_limit_exceeded while too many others wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  parties: readonly string[],
): Promise<boolean> {
  const matches = await inTurn(parties, () => verify(passwordHash ?? NOBODYS_HASH, comparable(password)));
  return matches && passwordHash !== null;
}

/** Keyboards differ in how they compose a character (NIST SP 800-63B, section 3.1.1.2). */
function comparable(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Does `work` when it is the turn of `parties`: the address that asks and the account that it asks for, so that neither many guesses at one
 * account nor many from one address keep others out. Throws rate_limit_exceeded when too many others wait.
 */
async function inTurn<T>(parties: readonly string[], work: () => Promise<T>): Promise<T> {
  const done = await queue.run(parties, work);
  if (done !== null) return done.value;
  throw new ApiError('rate_limit_exceeded', {
    message: 'Too many people are signing in. Wait a second and retry.',
  });
}
