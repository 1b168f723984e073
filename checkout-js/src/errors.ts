/**
 * What went wrong, to branch on. Codes of the API arrive unchanged, except verification_failed, which is
 * `insufficient_funds` here: the wallet holds too little to start, of the token or of SOL for the network
 * fee; the message says which. Of this package itself:
 * - `user_rejected`: the person declined in the wallet.
 * - `no_wallet`: no wallet in this page can pay, or none of the name that was chosen.
 * - `wrong_chain`: the wallet is for other networks. `wallet_unsupported`: it cannot sign such transactions.
 * - `wrong_payer`: the wallet does not show the payer's account.
 * - `transaction_mismatch`: the bytes to sign do not match the terms shown. Nothing was signed; report it.
 * - `terms_changed`: the amount to approve changed since it was shown. Nothing was signed; show the terms
 *   again.
 * - `blockhash_expired`: signing took too long, twice, or what was sent never landed. Start again.
 * - `wallet_timeout`: the wallet did not respond within `walletTimeoutMs`. If it still sends, that is noticed
 *   later.
 * - `wallet_error`: the wallet failed in another way; see `cause`.
 * - `signing_elsewhere`: another tab is signing this.
 * - `charge_failed`: the mandate is active, but its first payment did not succeed.
 * - `settlement_timeout`: no outcome within `timeoutMs`. The payment may still happen; read the view later.
 * - `connection_failed`: no complete response from the service. `unexpected_response`: the response is not
 *   Autopay's.
 * - `wrong_state`: a call that does not fit the state. `unexpected_error`: a defect; see `cause`.
 */
export type CheckoutErrorCode =
  | 'user_rejected'
  | 'no_wallet'
  | 'wrong_chain'
  | 'wallet_unsupported'
  | 'wrong_payer'
  | 'insufficient_funds'
  | 'blockhash_expired'
  | 'transaction_mismatch'
  | 'terms_changed'
  | 'wallet_timeout'
  | 'wallet_error'
  | 'signing_elsewhere'
  | 'charge_failed'
  | 'settlement_timeout'
  | 'mandate_not_pending'
  | 'connection_failed'
  | 'unexpected_response'
  | 'wrong_state'
  | 'unexpected_error'
  | (string & {});

/** What an API response adds to an error. */
export interface CheckoutErrorDetails {
  /** HTTP status, if the API responded. */
  status?: number;
  /** The response's `svc-request-id`: quote it to support. */
  requestId?: string | null;
  /** Seconds the response asked to wait. */
  retryAfterSeconds?: number | null;
  /** Field at fault, if the API named exactly one. */
  param?: string | null | undefined;
  cause?: unknown;
}

/** A checkout step that failed. Branch on `code`; `message` is for people and may be reworded. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  readonly code: CheckoutErrorCode;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly param: string | null;

  constructor(code: CheckoutErrorCode, message: string, details: CheckoutErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.param = details.param ?? null;
  }
}
