// Made from openapi.yaml by `npm run generate`. Do not edit.

/** Operations that take an Idempotency-Key, as "METHOD path". */
export const idempotentOperations: readonly string[] = [
  "POST /v1/mandates",
  "POST /v1/mandates/{id}/revoke",
  "POST /v1/charges/{id}/refund",
  "POST /v1/webhook_endpoints",
  "POST /v1/test/wallets",
  "POST /v1/test/fund",
  "POST /v1/test/tokens",
  "POST /v1/test/events"
];

/** Every error code that these operations document. */
export type ErrorCode =
  | 'already_revoked'
  | 'broadcast_unavailable'
  | 'decimals_unsupported'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_client_secret'
  | 'invalid_json'
  | 'mandate_not_pending'
  | 'mint_not_allowed'
  | 'no_payout_wallet'
  | 'parameter_invalid'
  | 'parameter_missing'
  | 'purchases_unavailable'
  | 'rate_limit_exceeded'
  | 'recurring_unavailable'
  | 'refund_exceeds_charge'
  | 'refund_failed'
  | 'request_in_flight'
  | 'request_too_large'
  | 'resource_missing'
  | 'test_mode_only'
  | 'transaction_not_issued'
  | 'unauthenticated'
  | 'verification_failed';
