import type { ErrorCodes } from './generated/error-codes.ts';

/**
 * The SDK's own codes. `unexpected_response`: the response was not Autopay's JSON (a proxy's page, other
 * JSON, an empty body, a redirect). `connection_failed`: no complete response arrived. `timeout`: none within
 * `timeoutMs` or `deadlineMs`.
 */
export type SdkErrorCode = 'unexpected_response' | 'connection_failed' | 'timeout';

/** What went wrong, to branch on. A newer deployment may send codes that this version does not list. */
export type AutopayErrorCode = ErrorCodes[keyof ErrorCodes] | SdkErrorCode | (string & {});

/** Marks the class across copies of this package: two versions in one program, or a CommonJS and an ES module build. */
const BRAND = Symbol.for('@autopay/sdk/error');

/** The fields of an error; every field is safe to log. */
export interface AutopayErrorFields<Code extends string = AutopayErrorCode> {
  /** The contract's coarse grouping, or connection_error. */
  type: string;
  code: Code;
  message: string;
  /** HTTP status; null if no complete response arrived. */
  status: number | null;
  /** Field, query parameter or header at fault, if exactly one is. */
  param?: string | null;
  /** The response's `svc-request-id`: quote it to support. */
  requestId?: string | null;
  /** Key under which the call can be repeated without a second effect; null for calls that take none. */
  idempotencyKey?: string | null;
  /** Seconds the response asked to wait; null if it did not. */
  retryAfterSeconds?: number | null;
  /**
   * The fault is temporary, and repeating the call, with `idempotencyKey` if there is one, cannot have a
   * second effect.
   */
  retryable?: boolean;
  /** Requests sent, or tried to send. */
  attempts?: number;
  /** First 200 characters of a response that was not Autopay's, with secrets removed; null otherwise. */
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

  /** For structured logs: JSON.stringify omits an Error's message. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

/** The credential was rejected: type authentication_error. */
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

/** The service rejected the request and did nothing: `code` says why, `param` which field was at fault. */
export class InvalidRequestError extends AutopayError {
  override get name(): string {
    return 'InvalidRequestError';
  }
}

/** A fault of the service, or a response that is not Autopay's (`unexpected_response`). */
export class ApiError extends AutopayError {
  override get name(): string {
    return 'ApiError';
  }
}

/**
 * No complete response arrived, and nothing can have taken effect: a read, or a request that was never sent.
 */
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

/** Builds the error of the right class from these fields. */
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
 * Whether `error` is an AutopayError, of whichever copy of this package. With an operation's name, its `code` is one of the
 * codes that the operation documents or of the SDK's own, so that a misspelled one does not compile; keep a `default`, since a
 * newer deployment may send others.
 */
export function isAutopayError<K extends keyof ErrorCodes>(
  error: unknown,
  operation: K,
): error is AutopayError<ErrorCodes[K] | SdkErrorCode>;
export function isAutopayError(error: unknown): error is AutopayError;
export function isAutopayError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && BRAND in error;
}
