import { Secret, TOTP } from 'otpauth';
import { PROOF_SECONDS } from '../../rules/lifetimes.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newSecret } from '../lib/ids.ts';
import { decryptSecret, encryptSecret } from '../lib/secret-box.ts';
import {
  type AppRow,
  countGuess,
  findApp,
  forgetGuesses,
  insertFactorChallenge,
  spendStep,
  takeFactorChallenge,
} from './factor-queries.ts';

/** What authenticator apps can do: SHA-1, 6 digits, 30 seconds (RFC 6238; Google Authenticator knows no other). */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Of clocks that differ: the code before and the one after count too (RFC 6238, section 5.2). */
const WINDOW = 1;
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/**
 * Ten wrong codes an hour: three of a million are right at a time, so that somebody who has the password needs years. Passkeys and
 * recovery codes, which nobody guesses, work on.
 */
const MOST_GUESSES = 10;
const GUESS_WINDOW_SECONDS = 3600;

/** A secret that is to be added to an app. */
export interface NewApp {
  challenge: string;
  secret: string;
  uri: string;
  expiresAt: number;
}

/** Makes a secret for an app. It counts once a code of it was sent. */
export async function startApp(
  { db, secretKeys }: Pick<Deployment, 'db' | 'secretKeys'>,
  { accountId, email, issuer, now }: { accountId: string; email: string; issuer: string; now: number },
): Promise<NewApp> {
  const secret = new Secret({ size: SECRET_BYTES });
  const challenge = newSecret('fch_');
  const expiresAt = now + PROOF_SECONDS;
  await insertFactorChallenge(db, {
    id: challenge,
    purpose: 'add_app',
    accountId,
    content: encryptSecret(secretKeys, secret.bytes, contextOf(accountId)),
    createdAt: now,
    expiresAt,
  });
  const uri = new TOTP({ ...TERMS, issuer, label: email, secret }).toString();
  return { challenge, secret: secret.base32, uri, expiresAt };
}

/**
 * The app of a challenge, if the code is one of its. A wrong code leaves the challenge, since the transaction is rolled back: a person
 * mistypes. Throws invalid_credentials.
 */
export async function confirmedApp(
  tx: Tx,
  { secretKeys }: Pick<Deployment, 'secretKeys'>,
  { accountId, challenge, code, now }: { accountId: string; challenge: string; code: string; now: number },
): Promise<Pick<AppRow, 'accountId' | 'secret' | 'lastStep' | 'createdAt'>> {
  const started = await takeFactorChallenge(tx, { id: challenge, purpose: 'add_app', accountId }, now);
  if (started === null) throw refused('This took too long. Begin again.');
  const step = stepOf(decryptSecret(secretKeys, started.content, contextOf(accountId)), code, now);
  if (step === null) throw refused('The code is wrong. Is the clock of your phone right?');
  return { accountId, secret: started.content, lastStep: step, createdAt: now };
}

/**
 * Counts a guess, and returns the app and the step of a right code; the caller uses the step up with `spendAppCode`. Throws invalid_credentials
 * for a wrong code or where there is no app, rate_limit_exceeded after too many.
 */
export async function checkAppCode(
  { db, secretKeys }: Pick<Deployment, 'db' | 'secretKeys'>,
  { accountId, code, now }: { accountId: string; code: string; now: number },
): Promise<{ app: AppRow; step: number }> {
  const app = await findApp(db, accountId);
  if (app === null) throw refused('You have no authenticator app here.');
  if ((await countGuess(db, accountId, { now, windowSeconds: GUESS_WINDOW_SECONDS })) > MOST_GUESSES) {
    throw new ApiError('rate_limit_exceeded', {
      message: 'Too many wrong codes. Wait an hour, or use a passkey or a recovery code.',
      retryAfterSeconds: GUESS_WINDOW_SECONDS,
    });
  }
  const step = stepOf(decryptSecret(secretKeys, app.secret, contextOf(accountId)), code, now);
  if (step === null) throw refused('The code is wrong.');
  return { app, step };
}

/** Uses a code up. Throws invalid_credentials if it was used before. */
export async function spendAppCode(tx: Tx, accountId: string, step: number): Promise<void> {
  if (!(await spendStep(tx, accountId, step)))
    throw refused('This code was used already. Wait for the next one.');
  await forgetGuesses(tx, accountId);
}

/** The 30 seconds since 1970 that `code` is of; null if it is wrong. */
function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const bytes = new Uint8Array(secret);
  const totp = new TOTP({ ...TERMS, secret: new Secret({ buffer: bytes.buffer }) });
  const timestamp = now * 1000;
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: TERMS.period, timestamp }) + delta;
}

/** What an app's secret is encrypted for. */
export function contextOf(accountId: string): string {
  return `authenticator_apps/${accountId}`;
}

function refused(message: string): ApiError {
  return new ApiError('invalid_credentials', { message });
}
