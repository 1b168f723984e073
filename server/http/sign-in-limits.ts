import type { Request, Response } from 'express';
import { ApiError } from '../../rules/api-error.ts';
import { normalEmail } from '../lib/email.ts';
import { hashSecret } from '../lib/secrets.ts';
import type { Operation } from './handler.ts';
import type { RateLimiter } from './rate-limit.ts';

/**
 * Limits the guesses at one account's password, from however many addresses they come. Only wrong ones count,
 * and the limit is ten times that of an address, so that a few wrong passwords from elsewhere do not lock the
 * owner out. Throws rate_limit_exceeded.
 */
export async function limitGuesses<T>(
  rateLimiter: RateLimiter,
  { operationId }: Operation,
  req: Request,
  res: Response,
  work: () => Promise<T>,
): Promise<T> {
  if (operationId !== 'createSession') return work();
  const { email } = req.body as { email: string };
  const account = hashSecret(normalEmail(email)).toString('hex');
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
