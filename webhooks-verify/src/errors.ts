/** Why a webhook was not accepted. Codes are append-only: branch on them, not on messages. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'body_already_parsed'
  | 'empty_secret'
  | 'secret_has_whitespace'
  | 'no_match'
  | 'too_old'
  | 'too_new'
  | 'body_too_large'
  | 'invalid_json';

/** Each message says what to do about it. */
const MESSAGES: Record<WebhookErrorCode, string> = {
  missing_header:
    'There is no svc-signature header. Pass the headers of the request as they arrived, and check that no proxy drops it.',
  malformed_header:
    'The svc-signature header does not have the form "t=<timestamp>,v1=<64 hex digits>". Pass it unchanged; a sender other than Autopay should get a 400.',
  body_already_parsed:
    'The body is not the raw bytes any more. Verify before anything parses it: in Express use express.raw({ type: "application/json" }) on this route; with a Request, do not read it first.',
  empty_secret:
    'No secret was given. Pass the whsec_... of the endpoint, and check that its environment variable is set.',
  secret_has_whitespace:
    'A secret contains whitespace. Remove the space or line break that was copied along with it.',
  no_match:
    'No signature matches. Pass the exact bytes that were received, and the secret of this very endpoint (test and live endpoints have different ones).',
  too_old:
    "The signature is valid, but older than the tolerance. Check this machine's clock; if it is right, this may be a replay.",
  too_new:
    "The signature is valid, but its time lies further in the future than the tolerance. Set this machine's clock right.",
  body_too_large: 'The body is larger than 1 MiB, which no Autopay event is. Answer 413.',
  invalid_json:
    'The signature is valid, but the body is not a JSON object. Check that the secret signs nothing but Autopay events.',
};

/** The one error that `verify` throws for what a request contains. Answer it with 400. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookErrorCode;
  /** For `too_old` and `too_new`: seconds between the signature and now; negative when it lies in the future. */
  readonly ageSeconds: number | undefined;

  constructor(code: WebhookErrorCode, options: { ageSeconds?: number; cause?: unknown } = {}) {
    const { ageSeconds, cause } = options;
    super(MESSAGES[code] + (ageSeconds === undefined ? '' : ` Its age is ${ageSeconds} s.`), { cause });
    this.name = 'WebhookVerificationError';
    this.code = code;
    this.ageSeconds = ageSeconds;
  }
}
