/** A coarse grouping of errors for clients; `code` is the contract (specification, Errors). */
export type ErrorType = 'invalid_request_error' | 'authentication_error' | 'rate_limit_error' | 'api_error';

/**
 * Every error code of the specification with its status and its default message, which says what to do.
 * Codes are append-only: clients branch on them.
 */
export const ERROR_CODES = {
  // Authentication and access
  unauthenticated: [401, 'Send a valid secret key as "Authorization: Bearer <key>".'],
  invalid_credentials: [401, 'The e-mail or the password is wrong.'],
  insufficient_scope: [403, 'This key is read-only. Use a full key to write.'],
  session_required: [403, 'This route refuses API keys. Sign in and call it with your session.'],
  role_required: [403, "Your role in this merchant's team does not allow this. Ask an owner of the team."],
  owner_required: [403, 'This route is for the owner of the platform.'],
  second_factor_required: [403, 'Prove your second factor again, then repeat this.'],
  wallet_proof_required: [
    401,
    'Prove the right to ask: send the client_secret of the purchase, or a wallet session.',
  ],
  wallet_not_signed_in: [401, 'Sign in with the wallet first.'],
  invalid_wallet_signature: [
    401,
    'The signature does not verify, or its challenge has expired or was used. Ask for a new one.',
  ],
  invalid_client_secret: [401, 'The client_secret does not match this mandate.'],
  // Request
  parameter_missing: [400, 'A required parameter is missing.'],
  parameter_invalid: [400, 'A parameter is invalid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  request_too_large: [413, 'The body is larger than 256 KiB (262144 bytes). Send less.'],
  resource_missing: [404, 'No such object, or it is not yours.'],
  unknown_route: [404, 'No such endpoint. Check the method and the path.'],
  last_owner: [409, 'A merchant keeps at least one owner. Make somebody else an owner first.'],
  email_taken: [409, 'An account with this e-mail exists already. Sign in instead.'],
  acknowledgement_required: [
    400,
    'Send "acknowledged": true to accept that settled payments cannot be reversed.',
  ],
  // Commerce and tokens
  recurring_unavailable: [400, 'This deployment settles one-time purchases only. Set sellMode to "once".'],
  not_for_sale_once: [400, 'This is offered by subscription only.'],
  not_for_sale_subscription: [400, 'This is sold outright only. Set sellMode to "once".'],
  no_payout_wallet: [400, 'Set and prove a payout wallet before taking live payments.'],
  mint_not_allowed: [
    400,
    'This token is not on the platform registry. GET /v1/tokens lists the accepted ones.',
  ],
  decimals_unsupported: [400, 'Only tokens with 0 to 12 decimals are supported.'],
  floor_token: [400, "The platform's default token cannot be disabled or removed."],
  // Settlement and chain
  transaction_not_issued: [
    400,
    'The signed transaction is not the one that was issued. Ask for it again and sign it unchanged.',
  ],
  broadcast_unavailable: [400, 'No chain is configured for this mode, so nothing can be broadcast.'],
  purchases_unavailable: [400, 'One-time purchases need a chain, and none is configured for this mode.'],
  receipts_unavailable: [400, 'Reading a receipt needs a chain, and none is configured for this mode.'],
  onchain_proof_unavailable: [
    400,
    'On-chain wallet proof is not enabled. Prove the wallet by signing the challenge instead.',
  ],
  mandate_not_pending: [409, 'This mandate is no longer pending: it was already activated, or it has ended.'],
  already_revoked: [409, 'This mandate is already revoked.'],
  verification_failed: [
    402,
    'The wallet does not hold enough of the token to start. Top it up and try again.',
  ],
  refund_exceeds_charge: [400, 'The refund is larger than what is left of the charge.'],
  refund_failed: [400, 'The chain refused the refund.'],
  wallet_verification_failed: [400, 'The proof of wallet ownership did not check out.'],
  // Traffic and server
  rate_limit_exceeded: [429, 'Too many requests. Wait the number of seconds in retry-after.'],
  request_in_flight: [409, 'A request with this Idempotency-Key is being processed. Wait and retry.'],
  internal_error: [500, 'Something failed on our side. Retry with backoff and the same Idempotency-Key.'],
  test_mode_only: [400, 'This works in test mode on a deployment with the embedded localnet only.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The HTTP status of `code`. */
export function statusOf(code: ErrorCode): number {
  return ERROR_CODES[code][0];
}

/** The coarse type of `code`, decided by its status. */
export function typeOf(code: ErrorCode): ErrorType {
  const status = statusOf(code);
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status === 500 ? 'api_error' : 'invalid_request_error';
}
