import type { Request, RequestHandler, Response } from 'express';
import type { Sql } from '../db/connect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretKeyRing } from '../lib/secret-box.ts';
import type { Logger } from '../log.ts';
import { findKeyHolder, presentedKeyHash } from './authenticate.ts';
import type { CheckResponse } from './check-response.ts';
import { countedAddress } from './client-address.ts';
import type { KeyAuth } from './context.ts';
import type { Contract } from './contract.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation } from './handler.ts';
import { claimIdempotencyKey, type HeldClaim, type Replay } from './idempotency.ts';
import { parseBody } from './parse-body.ts';
import type { RateLimiter } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { sendBytes, sendJson } from './respond.ts';
import { runHandler, type UntypedHandler } from './run-handler.ts';
import type { Validate } from './validate.ts';

/** What serving an operation takes. */
export interface ServingParts {
  db: Sql;
  clock: Clock;
  log: Logger;
  secretKeys: SecretKeyRing;
  rateLimiter: RateLimiter;
  contract: Contract;
  validate: Validate;
  /** Null in production. */
  checkResponse: CheckResponse | null;
}

/**
 * Serves one operation. The order of the checks is a promise of the contract: each line below may assume those before it, and a
 * request that is wrong in two ways is told the first.
 */
export function serveOperation(
  parts: ServingParts,
  operation: Operation,
  handler: UntypedHandler,
): RequestHandler {
  return async (req, res) => {
    exchangeOf(res).operation = operation;
    // HEAD is as GET. Node has noted already that the response has no body.
    req.method = operation.method.toUpperCase();
    const auth = await admit(parts, operation, req, res);
    requireScope(operation, auth);
    req.body = parseBody(await readBody(req, res), req.headers);
    // From here on there is one content type: the validator keeps a compiled schema for each.
    req.headers['content-type'] = 'application/json';
    await parts.validate(req, res, operation);
    const claim = await claimFor(parts, operation, req, auth);
    if (claim && 'bytes' in claim) {
      res.setHeader('idempotent-replayed', 'true');
      return sendBytes(res, claim.status, claim.bytes);
    }
    const { status, body } = await runHandler(parts, { operation, handler, req, res, auth, claim });
    sendJson(res, status, body);
  };
}

/** Rate limit, then credential. Null where the operation takes no key; an `Authorization` header is ignored there. */
async function admit(
  { db, rateLimiter }: ServingParts,
  { security }: Operation,
  req: Request,
  res: Response,
): Promise<KeyAuth | null> {
  const takesKey = security.includes('apiKey');
  const keyHash = takesKey ? presentedKeyHash(req.headers.authorization) : null;
  await rateLimiter.take({ address: countedAddress(req.ip), keyHash }, res);
  if (!takesKey) return null;
  const auth = keyHash && (await findKeyHolder(db, keyHash));
  if (keyHash && !auth) rateLimiter.keyRefused(keyHash);
  if (!auth) throw new ApiError('unauthenticated');
  exchangeOf(res).auth = auth;
  await rateLimiter.keyAccepted(keyHash, res);
  return auth;
}

function requireScope({ method }: Operation, auth: KeyAuth | null): void {
  if (auth?.scope === 'read' && method !== 'get') throw new ApiError('insufficient_scope');
}

/** A key counts only where a credential names the merchant: else whoever guessed it would be shown another's response. */
async function claimFor(
  { db, clock, log, secretKeys }: ServingParts,
  { idempotent, method }: Operation,
  req: Request,
  auth: KeyAuth | null,
): Promise<HeldClaim | Replay | null> {
  const key = req.headers['idempotency-key'];
  if (!idempotent || auth === null || typeof key !== 'string') return null;
  const { merchantId, livemode } = auth;
  return claimIdempotencyKey(
    { sql: db, clock, log, secretKeys },
    {
      scope: { merchantId, livemode, key },
      method,
      path: req.path,
      body: req.body as Record<string, unknown>,
    },
  );
}
