import type { Request, Response } from 'express';
import { withPatience } from '../lib/deadline.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import type { CheckResponse } from './check-response.ts';
import { countedAddress } from './client-address.ts';
import type { Auth, RequestContext, StoredResponse } from './context.ts';
import type { Contract } from './contract.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation } from './handler.ts';
import type { HeldClaim } from './idempotency.ts';

/** A handler whose input is not typed by its operation: the validator has just checked that it is that. */
export type UntypedHandler = (ctx: RequestContext, input: object) => Promise<StoredResponse>;

/** One request that has passed every check of the layer. */
export interface AdmittedRequest {
  operation: Operation;
  handler: UntypedHandler;
  req: Request;
  res: Response;
  auth: Auth | null;
  claim: HeldClaim | null;
}

interface RunningParts {
  clock: Clock;
  log: Logger;
  contract: Contract;
  checkResponse: CheckResponse | null;
}

/** What a request waits for nodes in all, so that it fails within 3 s when none answers. Waiting for a settlement is not counted. */
const CHAIN_PATIENCE_MS = 2_500;
/** Every id and address of ours. A path with anything else names nothing, and Postgres would fail on a NUL. */
const PATH_VALUE = /^[0-9A-Za-z_]{1,64}$/;

/** What the handler decides. What it throws goes on; either way its `Idempotency-Key` knows the outcome before its client does. */
export async function runHandler(parts: RunningParts, request: AdmittedRequest): Promise<StoredResponse> {
  const { operation, handler, req, res, auth, claim } = request;
  const { requestId } = exchangeOf(res);
  const ctx: RequestContext = {
    requestId,
    address: countedAddress(req.ip),
    now: parts.clock.seconds(),
    auth,
    signal: abortedWithout(res),
    log: parts.log.child({ requestId }),
    idempotency: claim,
  };
  try {
    if (!Object.values(req.params).every((value) => PATH_VALUE.test(String(value)))) {
      throw new ApiError('resource_missing');
    }
    const response = await withPatience(CHAIN_PATIENCE_MS, () =>
      handler(ctx, inputOf(parts.contract, operation, req)),
    );
    parts.checkResponse?.(operation, response.status, response.body);
    await settle(ctx.log, claim, response);
    return response;
  } catch (error) {
    await settle(ctx.log, claim, isDecision(error) ? { status: error.status, body: error.toBody() } : null);
    throw error;
  }
}

/** Whether a failure is the answer to this request, and would be to a replay. */
function isDecision(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return error.code !== 'request_in_flight' && error.code !== 'rate_limit_exceeded';
}

/** Stores the response under the key, or gives the key up where there is none. Its failure is not the request's: that has been decided. */
async function settle(log: Logger, claim: HeldClaim | null, response: StoredResponse | null): Promise<void> {
  try {
    await (response ? claim?.settle(response) : claim?.release());
  } catch (error) {
    log.error({ err: error }, 'could not store the outcome under its Idempotency-Key');
  }
}

function inputOf(contract: Contract, { operationId }: Operation, req: Request): object {
  const headers = contract.fields[operationId].filter((field) => field.in === 'header');
  return {
    path: req.params,
    query: req.query,
    header: Object.fromEntries(headers.map(({ name }) => [name, req.headers[name.toLowerCase()]])),
    body: req.body,
  };
}

/** Aborts when the connection closes before the response is out: the client left, or the server is stopping. */
function abortedWithout(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
