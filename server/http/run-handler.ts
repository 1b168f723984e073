import type { Request, Response } from 'express';
import { withPatience } from '../lib/deadline.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import { endTrail, trailOf } from './audit.ts';
import type { CheckResponse } from './check-response.ts';
import type { Auth, RequestContext, StoredResponse } from './context.ts';
import type { Contract } from './contract.ts';
import { requirePresent } from './departed.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation } from './handler.ts';
import type { HeldClaim } from './idempotency.ts';

/** A handler whose input type is not tied to its operation: the validator has just checked it. */
export type UntypedHandler = (ctx: RequestContext, input: object) => Promise<StoredResponse>;

/** A request that has passed every check of the HTTP layer. */
export interface AdmittedRequest {
  operation: Operation;
  handler: UntypedHandler;
  req: Request;
  res: Response;
  auth: Auth | null;
  claim: HeldClaim | null;
}

interface RunningParts {
  db: Sql;
  clock: Clock;
  log: Logger;
  contract: Contract;
  checkResponse: CheckResponse | null;
}

/**
 * The total time a request waits for nodes, so that it fails within 3 s if none responds. Waiting for a
 * settlement does not count.
 */
const CHAIN_PATIENCE_MS = 2_500;
/**
 * The characters of our ids and addresses. No resource has a path with anything else, and Postgres would fail
 * on a NUL.
 */
const PATH_VALUE = /^[0-9A-Za-z_]{1,64}$/;

/**
 * Returns the handler's decision; errors propagate. Either way the `Idempotency-Key` has the outcome before
 * the client does.
 */
export async function runHandler(parts: RunningParts, request: AdmittedRequest): Promise<StoredResponse> {
  const { operation, handler, req, res, auth, claim } = request;
  const ctx = new HandlerContext(parts, request);
  const trail = trailOf(parts, operation, req, res, auth);
  let isNoted = false;
  try {
    if (!Object.values(req.params).every((value) => PATH_VALUE.test(String(value)))) {
      throw new ApiError('resource_missing');
    }
    await requirePresent(parts.db, operation, auth, req.params);
    await trail?.begin();
    ctx.audit = trail;
    isNoted = true;
    const response = await withPatience(CHAIN_PATIENCE_MS, () =>
      handler(ctx, inputOf(parts.contract, operation, req)),
    );
    parts.checkResponse?.(operation, response.status, response.body);
    await settle(ctx, claim, response);
    await endTrail(trail, operation, response, () => ctx.log);
    return response;
  } catch (error) {
    await settle(ctx, claim, isDecision(error) ? { status: error.status, body: error.toBody() } : null);
    if (isNoted) await endTrail(trail, operation, error as Error, () => ctx.log);
    throw error;
  }
}

/** Whether a failure is the response to this request, and to its replays. */
function isDecision(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return error.code !== 'request_in_flight' && error.code !== 'rate_limit_exceeded';
}

/**
 * Stores the response for the key, or releases the key if there is none. A failure here does not fail the
 * request, which is already decided.
 */
async function settle(
  ctx: RequestContext,
  claim: HeldClaim | null,
  response: StoredResponse | null,
): Promise<void> {
  try {
    await (response ? claim?.settle(response) : claim?.release());
  } catch (error) {
    ctx.log.error({ err: error }, 'could not store the outcome under its Idempotency-Key');
  }
}

/** A validated request as its handler takes it. */
export function inputOf(contract: Contract, { operationId }: Operation, req: Request): object {
  const headers = contract.fields[operationId].filter((field) => field.in === 'header');
  return {
    path: req.params,
    query: req.query,
    header: Object.fromEntries(headers.map(({ name }) => [name, req.headers[name.toLowerCase()]])),
    body: req.body,
  };
}

/**
 * A class, because few requests wait or log, and both cost. V8 gives every object literal with a getter a shape of its own, which outlives its
 * request until the next full collection, and with it all that the request has allocated.
 */
class HandlerContext implements RequestContext {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly now: number;
  readonly auth: Auth | null;
  readonly idempotency: HeldClaim | null;
  audit: AuditTrail | null = null;
  readonly #res: Response;
  readonly #parentLog: Logger;
  #signal: AbortSignal | undefined;
  #log: Logger | undefined;

  constructor({ clock, log }: RunningParts, { req, res, auth, claim }: AdmittedRequest) {
    const { requestId, address } = exchangeOf(res);
    this.requestId = requestId;
    this.address = address;
    this.userAgent = req.headers['user-agent']?.slice(0, 400) ?? null;
    this.now = clock.seconds();
    this.auth = auth;
    this.idempotency = claim;
    this.#res = res;
    this.#parentLog = log;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortedWithout(this.#res));
  }

  get log(): Logger {
    return (this.#log ??= this.#parentLog.child({ requestId: this.requestId }));
  }
}

/**
 * Aborts if the connection closes before the response was sent: the client disconnected, or the server is
 * stopping.
 */
function abortedWithout(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.closed && !res.writableFinished) controller.abort();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
