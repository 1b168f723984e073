import type { RequestHandler } from 'express';
import type { RateLimiter } from './rate-limit.ts';
import { showAddressUsage } from './show-address-usage.ts';

/**
 * The paths browsers on other sites may call: all are authorized by a secret in the request, never by a
 * cookie.
 */
const OPEN_PATHS = /^\/v1\/(?:checkout|wallet)\//;

/** A day; browsers cap it (Chromium at two hours). */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Opens the checkout and wallet routes to every origin, without credentials, and responds to their
 * preflights.
 */
export function cors(rateLimiter: RateLimiter): RequestHandler {
  return async (req, res, next) => {
    if (!OPEN_PATHS.test(req.path)) return next();
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader(
      'access-control-expose-headers',
      'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, svc-request-id, svc-api-version',
    );
    if (req.method !== 'OPTIONS') return next();
    await showAddressUsage(rateLimiter, res);
    res.setHeader('access-control-allow-methods', 'GET, POST');
    res.setHeader('access-control-allow-headers', 'authorization, content-type, svc-mode');
    res.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
    res.writeHead(204).end();
  };
}
