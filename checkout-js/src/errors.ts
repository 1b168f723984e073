/**
 * What went wrong, to branch on. Codes of the API arrive unchanged, except verification_failed, which is
 * `insufficient_funds` here. Of this package itself:
 * - `user_rejected`: the person declined in the wallet.
 * - `wrong_payer`: the connected wallet is not the mandate's payer.
 * - `transaction_mismatch`: the bytes to sign do not mean the terms shown. Do not sign; report it.
 * - `blockhash_expired`: signing took too long, twice. Start again.
 * - `wallet_timeout`: the wallet did not answer within `walletTimeoutMs`. What it still sends is noticed later.
 * - `wallet_error`: the wallet failed in another way; see `cause`.
 * - `settlement_timeout`: no outcome within `timeoutMs`. The payment may still happen; read the view later.
 * - `connection_failed`: the service did not answer in full. `unexpected_response`: what answered is not Autopay.
 */
export type CheckoutErrorCode =
  | 'user_rejected'
  | 'insufficient_funds'
  | 'blockhash_expired'
  | 'transaction_mismatch'
  | 'wallet_timeout'
  | 'wallet_error'
  | 'wrong_payer'
  | 'settlement_timeout'
  | 'connection_failed'
  | 'unexpected_response'
  | (string & {});

/** What an API answer adds to an error. */
export interface CheckoutErrorDetails {
  /** HTTP status, where the API answered. */
  status?: number;
  /** The answer's `svc-request-id`: quote it to support. */
  requestId?: string | null;
  /** Seconds that the answer asked to wait. */
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** A checkout step that failed. Branch on `code`; `message` is for people and may be reworded. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  readonly code: CheckoutErrorCode;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(code: CheckoutErrorCode, message: string, details: CheckoutErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** Whether asking again later may succeed: nothing was decided. */
export function isTransient(error: unknown): error is CheckoutError {
  if (!(error instanceof CheckoutError)) return false;
  return (
    error.code === 'connection_failed' ||
    error.status === 429 ||
    (error.status !== null && error.status >= 500)
  );
}
