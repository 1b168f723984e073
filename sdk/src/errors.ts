import type { ErrorCode } from './generated/operations.ts';

/**
 * What went wrong, to branch on: a code of the API, or one of the SDK's own. `unexpected_response`: the answer was not
 * Autopay's JSON (a proxy's page, an empty body, a redirect). `connection_failed`: no whole answer arrived. `timeout`:
 * none within `timeoutMs` or `deadlineMs`. A newer deployment may send codes that this version does not list.
 */
export type AutopayErrorCode =
  | ErrorCode
  | 'unexpected_response'
  | 'connection_failed'
  | 'timeout'
  | (string & {});

/** What an error is made of; every field is safe to log. */
export interface AutopayErrorFields {
  type: string;
  code: AutopayErrorCode;
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
  cause?: unknown;
}

/** A call that failed. Branch on `code`; `message` is for people and may be reworded. Never holds the secret key. */
export class AutopayError extends Error {
  override readonly name: string = 'AutopayError';
  readonly type: string;
  readonly code: AutopayErrorCode;
  readonly param: string | null;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(fields: AutopayErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.type = fields.type;
    this.code = fields.code;
    this.param = fields.param ?? null;
    this.status = fields.status;
    this.requestId = fields.requestId ?? null;
    this.idempotencyKey = fields.idempotencyKey ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }
}

/**
 * No whole answer arrived, so whether the call took effect is unknown: repeat it with `idempotencyKey`, or read the
 * object. `code` is connection_failed or timeout.
 */
export class AutopayConnectionError extends AutopayError {
  override readonly name: string = 'AutopayConnectionError';

  constructor(
    code: 'connection_failed' | 'timeout',
    message: string,
    idempotencyKey: string | null,
    cause?: unknown,
  ) {
    super({ type: 'connection_error', code, message, status: null, idempotencyKey, cause });
  }
}
