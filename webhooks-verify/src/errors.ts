/** Why a webhook was rejected. Codes are append-only: branch on them, not on messages. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'body_already_parsed'
  | 'empty_secret'
  | 'secret_has_whitespace'
  | 'no_match'
  | 'looks_reserialized'
  | 'too_old'
  | 'too_new'
  | 'body_too_large'
  | 'invalid_json'
  | 'secret_is_masked';

/**
 * The one error that `verify`, `verifySync` and the handlers throw for a request's content or the secrets it
 * was checked with. Its message says how to fix the problem in your framework; it never contains a secret or
 * the right signature.
 */
export class WebhookVerificationError extends Error {
  readonly code: WebhookErrorCode;
  /** For `too_old` and `too_new`: seconds between the signature and now; negative when it lies in the future. */
  readonly ageSeconds: number | undefined;

  constructor(
    code: WebhookErrorCode,
    message: string = code,
    options: { ageSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'WebhookVerificationError';
    this.code = code;
    this.ageSeconds = options.ageSeconds;
  }
}
