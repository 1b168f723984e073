import type { ErrorRequestHandler } from 'express';
import { ApiError } from '../../rules/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Logger } from '../log.ts';
import type { CheckResponse } from './check-response.ts';
import { exchangeOf } from './exchange.ts';
import { ClientGone } from './read-body.ts';
import type { RateLimiter } from './rate-limit.ts';
import { sendJson } from './respond.ts';
import { showAddressUsage } from './show-address-usage.ts';

/** Sends any thrown error in the contract's error shape. Details of unexpected errors go only to the log. */
export function createErrorHandler(
  { log, rateLimiter }: { log: Logger; rateLimiter: RateLimiter },
  checkResponse: CheckResponse | null,
): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  return async (error: unknown, _req, res, _next) => {
    if (error instanceof ClientGone || res.headersSent) {
      res.destroy();
      return;
    }
    const { requestId, operation } = exchangeOf(res);
    let answer = answerTo(error);
    try {
      if (operation) checkResponse?.(operation, answer.status, answer.toBody());
    } catch (violation) {
      answer = new ApiError('internal_error', { cause: violation });
    }
    if (answer.code === 'internal_error') {
      log.error(
        { requestId, operation: operation?.operationId, err: answer.cause ?? answer },
        'a request failed',
      );
    }
    // 429 because the server is overloaded, not because of a rate limit, which would have set its own
    // retry-after. Retry soon.
    if (answer.status === 429 && !res.hasHeader('retry-after')) {
      res.setHeader('retry-after', answer.retryAfterSeconds);
    }
    // The path could not be read, so nothing has counted the request.
    if (!res.hasHeader('ratelimit-limit')) await showAddressUsage(rateLimiter, res);
    sendJson(res, answer.status, answer.toBody());
  };
}

function answerTo(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The path has an invalid percent escape.
  if (error instanceof URIError) return new ApiError('unknown_route');
  if (error instanceof UnavailableError) {
    const message = `${error.told} Retry with backoff and the same Idempotency-Key.`;
    return new ApiError('internal_error', { cause: error, message });
  }
  return new ApiError('internal_error', { cause: error });
}
