import type { ErrorCodes } from './generated/error-codes.ts';

/**
 * The SDK's own codes. `unexpected_response`: the answer was not Autopay's JSON (a proxy's page, JSON of something else, an empty body, a redirect).
 * `connection_failed`: no whole answer arrived. `timeout`: none within `timeoutMs` or `deadlineMs`.
 */
export type SdkErrorCode = 'unexpected_response' | 'connection_failed' | 'timeout';

/** What went wrong, to branch on. A newer deployment may send codes that this version does not list. */
export type AutopayErrorCode = ErrorCodes[keyof ErrorCodes] | SdkErrorCode | (string & {});

/** Marks the class across copies of this package: two versions in one program, or a CommonJS and an ES module build. */
const BRAND = Symbol.for('@autopay/sdk/error');

/** What an error is made of; every field is safe to log. */
export interface AutopayErrorFields<Code extends string = AutopayErrorCode> {
  /** The contract's coarse grouping, or connection_error. */
  type: string;
  code: Code;
  message: string;
  /** HTTP status; null where no whole answer arrived. */
  status: number | null;
  /** Field, query parameter or header at fault, when exactly one is. */
  param?: string | null;
  /** The answer's `svc-request-id`: quote it to support. */
  requestId?: string | null;
  /** Key under which the call can be repeated without a second effect; null for calls that take none. */
  idempotencyKey?: string | null;
  /** Seconds that the answer asked to wait; null where it did not. */
  retryAfterSeconds?: number | null;
  /** The fault passes, and repeating the call, with `idempotencyKey` where there is one, cannot have a second effect. */
  retryable?: boolean;
  /** Requests that were sent, or tried to be. */
  attempts?: number;
  /** First 200 characters of an answer that was not Autopay's, secrets struck out; null elsewhere. */
  rawText?: string | null;
  cause?: unknown;
}

const DEFAULTS = {
  param: null,
  requestId: null,
  idempotencyKey: null,
  retryAfterSeconds: null,
  retryable: false,
  attempts: 1,
  rawText: null,
};

/** A call that failed. Branch on `code`; `message` is for people and may be reworded. Never holds a key. */
export class AutopayError<Code extends string = AutopayErrorCode> extends Error {
  declare readonly type: string;
  declare readonly code: Code;
  declare readonly param: string | null;
  declare readonly status: number | null;
  declare readonly requestId: string | null;
  declare readonly idempotencyKey: string | null;
  declare readonly retryAfterSeconds: number | null;
  declare readonly retryable: boolean;
  declare readonly attempts: number;
  declare readonly rawText: string | null;

  constructor({ message, cause, ...fields }: AutopayErrorFields<Code>) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, DEFAULTS, fields);
  }

  override get name(): string {
    return 'AutopayError';
  }

  get [BRAND](): true {
    return true;
  }

  /** For structured logs: JSON leaves an Error's message out. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

/** The credential was refused: type authentication_error. */
export class AuthenticationError extends AutopayError {
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** Too many requests: `retryAfterSeconds` says how long to wait. Nothing was done. */
export class RateLimitError extends AutopayError {
  override get name(): string {
    return 'RateLimitError';
  }
}

/** The service refused what was asked, and did nothing: `code` says why, `param` what was at fault. */
export class InvalidRequestError extends AutopayError {
  override get name(): string {
    return 'InvalidRequestError';
  }
}

/** A fault of the service, or an answer that is not Autopay's (`unexpected_response`). */
export class ApiError extends AutopayError {
  override get name(): string {
    return 'ApiError';
  }
}

/** No whole answer arrived, and nothing can have taken effect: a read, or a request that never left. */
export class ConnectionError extends AutopayError {
  override get name(): string {
    return 'ConnectionError';
  }
}

/**
 * Whether the call took effect is not known: the connection was lost or timed out after sending, the service or a proxy
 * failed, or the first request with this key is still running. Repeat the call with `idempotencyKey`, within 72 hours and
 * from any process, to learn the outcome without a second effect; where it is null, read the object first. `code`,
 * `status` and `cause` tell what happened to the last attempt.
 */
export class OutcomeUnknownError extends AutopayError {
  override get name(): string {
    return 'OutcomeUnknownError';
  }
}

const CLASSES: Record<string, new (fields: AutopayErrorFields) => AutopayError> = {
  authentication_error: AuthenticationError,
  rate_limit_error: RateLimitError,
  invalid_request_error: InvalidRequestError,
  connection_error: ConnectionError,
};

/** The error that these fields make, in its class. */
export function errorOf(fields: AutopayErrorFields, outcomeUnknown: boolean): AutopayError {
  if (!outcomeUnknown) return new (CLASSES[fields.type] ?? ApiError)(fields);
  const { message, idempotencyKey } = fields;
  const resume = idempotencyKey
    ? `repeat it with idempotencyKey ${JSON.stringify(idempotencyKey)}`
    : 'read the object before you repeat it';
  return new OutcomeUnknownError({
    ...fields,
    message: `${message} Whether the call took effect is unknown: ${resume}.`,
  });
}

/**
 * Whether `error` is an AutopayError, of whichever copy of this package. With an operation's name, its `code` is narrowed
 * to the codes that the operation documents and the SDK's own; a newer deployment may send others.
 */
export function isAutopayError<K extends keyof ErrorCodes = keyof ErrorCodes>(
  error: unknown,
  _operation?: K,
): error is AutopayError<ErrorCodes[K] | SdkErrorCode | (string & {})> {
  return error instanceof Object && BRAND in error;
}
