import type { ErrorRequestHandler } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Logger } from '../log.ts';
import type { CheckResponse } from './check-response.ts';
import { exchangeOf } from './exchange.ts';
import { ClientGone } from './read-body.ts';
import { sendJson } from './respond.ts';

/** Answers whatever was thrown in the one shape of errors. Nothing of an unexpected error reaches the client; the log has it all. */
export function createErrorHandler(log: Logger, checkResponse: CheckResponse | null): ErrorRequestHandler {
  // Express knows a handler of errors by its four parameters.
  return (error: unknown, _req, res, _next) => {
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
    // A bucket has said already when it is full again. Who was refused for being busy may come back soon.
    if (answer.status === 429 && !res.hasHeader('retry-after')) {
      res.setHeader('retry-after', answer.retryAfterSeconds);
    }
    sendJson(res, answer.status, answer.toBody());
  };
}

function answerTo(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The path has a percent sign that encodes nothing.
  if (error instanceof URIError) return new ApiError('unknown_route');
  if (error instanceof UnavailableError) {
    const message = `${error.told} Retry with backoff and the same Idempotency-Key.`;
    return new ApiError('internal_error', { cause: error, message });
  }
  return new ApiError('internal_error', { cause: error });
}
