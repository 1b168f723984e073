import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../../rules/api-error.ts';
import { FairQueue } from '../lib/fair-queue.ts';

/**
 * Argon2id, the library's default, with the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, 2
 * passes, 1 lane.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two hashes keep two cores and 38 MiB busy; more at once would be no faster, and would slow down charges.
 */
const AT_ONCE = 2;
/**
 * About two seconds of work. Beyond that, requests are told to retry instead of waiting until the client
 * times out.
 */
const MAX_WAITING = 80;

const queue = new FairQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });

/** A hash that matches no password, with the same cost: unknown e-mail addresses are checked against it. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * A password's hash to store, in the PHC string format. Throws rate_limit_exceeded while too many others
 * wait.
 */
export function hashPassword(password: string, parties: readonly string[]): Promise<string> {
  return inTurn(parties, () => hash(comparable(password), COST));
}

/**
 * Whether `password` matches the hash. Null, for an unknown account, never matches but takes the same work,
 * so that response times do not reveal which accounts exist. Throws rate_limit_exceeded while too many others
 * wait.
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
 * Runs `work` when it is the turn of `parties`: the requesting address and the account, so that neither many
 * guesses at one account nor many from one address keep others out. Throws rate_limit_exceeded if too many
 * others wait.
 */
async function inTurn<T>(parties: readonly string[], work: () => Promise<T>): Promise<T> {
  const done = await queue.run(parties, work);
  if (done !== null) return done.value;
  throw new ApiError('rate_limit_exceeded', {
    message: 'Too many people are signing in. Wait a second and retry.',
  });
}
