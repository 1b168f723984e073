import type { Response } from 'express';
import { exchangeOf } from './exchange.ts';
import { type RateLimiter, showUsage } from './rate-limit.ts';

/** Shows what is left for the client's address on a response whose request was not counted. */
export async function showAddressUsage(rateLimiter: RateLimiter, res: Response): Promise<void> {
  showUsage(res, await rateLimiter.peek(exchangeOf(res).address));
}
