import type { Request, Response } from 'express';
import { ApiError } from '../../rules/api-error.ts';
import { normalEmail } from '../lib/email.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { Auth } from './context.ts';
import type { Operation, OperationId } from './handler.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What a session is asked for its person's password or codes for: whoever has stolen the session may guess no faster than a stranger. */
const ASKS_AGAIN: ReadonlySet<OperationId> = new Set([
  'proveSecondFactor',
  'changePassword',
  'changeEmail',
  'startAuthenticatorApp',
  'confirmAuthenticatorApp',
  'startPasskey',
]);

/**
 * Limits the guesses at one account's password, from however many addresses they come. Only wrong ones count,
 * and the limit is ten times that of an address, so that a few wrong passwords from elsewhere do not lock the
 * owner out. Throws rate_limit_exceeded.
 */
export async function limitGuesses<T>(
  rateLimiter: RateLimiter,
  { operation, auth }: { operation: Operation; auth: Auth | null },
  req: Request,
  res: Response,
  work: () => Promise<T>,
): Promise<T> {
  const account = guessedAt(operation, req, auth);
  if (account === null) return work();
  await rateLimiter.requireLeft('guesses', account, res);
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_credentials') {
      await rateLimiter.takeFrom('guesses', account, res);
    }
    throw error;
  }
}

/** The account whose password or code a request tries; null where it tries none. */
function guessedAt({ operationId }: Operation, req: Request, auth: Auth | null): string | null {
  if (operationId === 'createSession') {
    const { email } = req.body as { email: string };
    return hashSecret(normalEmail(email)).toString('hex');
  }
  return auth?.kind === 'session' && ASKS_AGAIN.has(operationId) ? auth.accountId : null;
}
