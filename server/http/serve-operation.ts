import { accepts, looksAtCaller, needsOrigin, refusalOf } from '../../rules/http/credentials.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { Sql } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretKeyRing } from '../lib/secret-box.ts';
import type { Logger } from '../log.ts';
import { requireRole, requireScope } from './access.ts';
import type { Refusals } from './audit.ts';
import { type CredentialParts, findCaller, type Presented, readPresented } from './authenticate.ts';
import type { CheckResponse } from './check-response.ts';
import type { CsvResponses } from './csv-responses.ts';
import type { Auth } from './context.ts';
import type { Contract } from './contract.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation, OperationId } from './handler.ts';
import { claimIdempotencyKey, type HeldClaim, type Replay } from './idempotency.ts';
import type { KeyHolders } from './key-holders.ts';
import type { Turns } from './list-turns.ts';
import { parseBody } from '../../rules/http/parse-body.ts';
import type { RateLimiter } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { sendBytes, sendJson } from './respond.ts';
import { inputOf, runHandler, type UntypedHandler } from './run-handler.ts';
import { limitGuesses } from './sign-in-limits.ts';
import { whyItWaits } from './second-factor-gate.ts';
import type { Validate } from './validate.ts';

/** What serving an operation needs. */
export interface ServingParts extends CredentialParts {
  db: Sql;
  clock: Clock;
  log: Logger;
  secretKeys: SecretKeyRing;
  keyHolders: KeyHolders;
  rateLimiter: RateLimiter;
  contract: Contract;
  validate: Validate;
  inTurn: Turns;
  refusals: Refusals;
  csv: CsvResponses;
  /** Null in production. */
  checkResponse: CheckResponse | null;
}

/**
 * Serves one operation. The order of the checks is part of the contract: each line below may rely on those
 * before it, and a request with two faults gets the error of the first.
 */
export function serveOperation(
  parts: ServingParts,
  operation: Operation,
  handler: UntypedHandler,
): RequestHandler {
  return async (req, res) => {
    exchangeOf(res).operation = operation;
    // HEAD is handled as GET. Node already knows that the response has no body.
    req.method = operation.method.toUpperCase();
    const auth = await admitNoted(parts, operation, req, res);
    const { 'content-type': type = null, 'content-encoding': encoding = null } = req.headers;
    req.body = parseBody(await readBody(req, res), { type, encoding });
    // From here on there is one content type: the validator keeps a compiled schema for each.
    req.headers['content-type'] = 'application/json';
    await parts.validate(req, res, operation);
    if (parts.csv.isWanted(req, operation)) {
      return parts.csv.send(res, operation, auth, inputOf(parts.contract, operation, req));
    }
    const claim = await claimFor(parts, operation, req, auth);
    if (claim && 'bytes' in claim) {
      res.setHeader('idempotent-replayed', 'true');
      return sendBytes(res, claim.status, claim.bytes);
    }
    const answer = await limitGuesses(parts.rateLimiter, { operation, auth }, req, res, () =>
      parts.inTurn(operation, auth, () => runHandler(parts, { operation, handler, req, res, auth, claim })),
    );
    if (operation.operationId === 'revokeApiKey') parts.keyHolders.forget();
    const { status, body, cookie } = answer;
    if (cookie !== undefined) res.setHeader('set-cookie', cookie);
    sendJson(res, status, body);
  };
}

/** Admits a request; of a known caller who may not do this, the audit log gets a line. */
async function admitNoted(
  parts: ServingParts,
  operation: Operation,
  req: Request,
  res: Response,
): Promise<Auth | null> {
  try {
    return await admit(parts, operation, req, res);
  } catch (error) {
    await parts.refusals.note(operation, req, res, error);
    throw error;
  }
}

/**
 * Rate limit, then credential, then its class, role and scope. Returns null if the operation does not check who
 * calls, or can do without. Throws rate_limit_exceeded, role_required, insufficient_scope, and the errors of `refusalOf`.
 */
async function admit(
  parts: ServingParts,
  operation: Operation,
  req: Request,
  res: Response,
): Promise<Auth | null> {
  const { rateLimiter } = parts;
  const presented = looksAtCaller(operation) ? readPresented(req, parts) : ({ kind: 'none' } as const);
  const keyHash = presented.kind === 'key' ? presented.hash : null;
  const { address } = exchangeOf(res);
  const countedBy = await rateLimiter.take({ address, keyHash }, res);
  const bucket = BUCKET_OF[operation.operationId];
  if (bucket !== undefined) await rateLimiter.takeFrom(bucket, address, res);
  if (!looksAtCaller(operation)) return null;
  const auth = await findCaller(parts, presented, {
    livemode: req.headers['svc-mode'] === 'live',
    merchantId: req.headers['svc-merchant']?.toString() ?? null,
    now: parts.clock.seconds(),
  });
  exchangeOf(res).caller = auth;
  if (keyHash !== null && auth === null) rateLimiter.keyRefused(keyHash);
  const whyItIsNone = whyItWaits(operation, auth);
  if (whyItIsNone === null && accepts(operation, auth)) {
    exchangeOf(res).auth = auth;
    if (keyHash !== null && countedBy === 'address') await rateLimiter.keyAccepted(keyHash, res);
    requireRole(operation, auth);
    requireScope(operation, auth);
    return auth;
  }
  if (canDoWithout(operation, presented, req)) return null;
  const code = refusalOf(operation, whyItIsNone === null ? auth : null);
  if (whyItIsNone !== null && code === 'unauthenticated') throw new ApiError(code, { message: whyItIsNone });
  if (presented.kind === 'foreignSession' && operation.security.includes('session')) {
    throw new ApiError(code, { message: needsOrigin(parts.publicUrl()) });
  }
  throw new ApiError(code);
}

/**
 * Whether a request proceeds although its caller is unknown: the operation is open to anyone, or the query
 * has another proof.
 */
function canDoWithout({ anonymous, security }: Operation, presented: Presented, req: Request): boolean {
  if (security.includes('clientSecret')) return Boolean(req.query['client_secret']);
  // An invalid key was sent on purpose, so it is an error; an expired cookie was sent by the browser, so it
  // is ignored.
  return (
    anonymous &&
    (!security.includes('apiKey') || ['none', 'session', 'foreignSession'].includes(presented.kind))
  );
}

/**
 * Operations with a bucket beside the common ones: creating merchants, guessing passwords, starting mandates
 * and giving test tokens are limited more.
 */
const BUCKET_OF: Partial<Record<OperationId, 'merchants' | 'signIn' | 'checkout'>> = {
  createMerchant: 'merchants',
  signUp: 'signIn',
  createSession: 'signIn',
  readInvitation: 'signIn',
  signUpByInvitation: 'signIn',
  createPasskeySession: 'signIn',
  createPasskeyChallenge: 'signIn',
  proveSecondFactor: 'signIn',
  createPasswordReset: 'signIn',
  completePasswordReset: 'signIn',
  confirmEmail: 'signIn',
  changePassword: 'signIn',
  changeEmail: 'signIn',
  startAuthenticatorApp: 'signIn',
  startPasskey: 'signIn',
  createPaymentLinkMandate: 'checkout',
  createProductMandate: 'checkout',
  createOfferSolanaPayTransaction: 'checkout',
  fundCheckoutTestWallet: 'checkout',
};

/**
 * A key counts only if a credential names the merchant: otherwise guessing a key would reveal another
 * caller's response.
 */
async function claimFor(
  { db, clock, log, secretKeys }: ServingParts,
  { idempotent, method }: Operation,
  req: Request,
  auth: Auth | null,
): Promise<HeldClaim | Replay | null> {
  const key = req.headers['idempotency-key'];
  if (!idempotent || auth === null || !('merchantId' in auth) || typeof key !== 'string') return null;
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
