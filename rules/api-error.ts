import { ERROR_CODES, type ErrorCode, statusOf, typeOf } from './error-codes.ts';

/** The body of every failed response. */
export interface ErrorBody {
  error: { type: string; code: ErrorCode; message: string; param?: string };
}

export interface ApiErrorOptions {
  /** The top-level field, query parameter or header at fault, if exactly one is. */
  param?: string;
  /** Replaces the code's default message. It is shown to clients: say what to do, never SQL or a stack. */
  message?: string;
  /** For rate_limit_exceeded: when to retry. Default: soon. */
  retryAfterSeconds?: number;
  /** The cause, only for the log. */
  cause?: unknown;
}

/** An error that the contract documents: thrown by any layer, sent with its code's status and JSON shape. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERROR_CODES[code][1], { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.param = options.param;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1;
  }

  get status(): number {
    return statusOf(this.code);
  }

  toBody(): ErrorBody {
    const { code, message, param } = this;
    return { error: { type: typeOf(code), code, message, ...(param === undefined ? {} : { param }) } };
  }
}

/** The error for a value that no schema can reject by itself: it does not fit the others, or the mode. */
export function invalid(param: string, why: string): ApiError {
  return new ApiError('parameter_invalid', { param, message: `${param} ${why}.` });
}
