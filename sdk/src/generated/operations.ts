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
  "POST /v1/test/events",
  "POST /v1/api_keys",
  "POST /v1/token_requests",
  "POST /v1/payment_links",
  "POST /v1/products",
  "POST /v1/webhook_deliveries/{id}/redeliver"
];

/** Every error code that these operations document. */
export type ErrorCode =
  | 'acknowledgement_required'
  | 'already_revoked'
  | 'broadcast_unavailable'
  | 'decimals_unsupported'
  | 'email_taken'
  | 'floor_token'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_client_secret'
  | 'invalid_credentials'
  | 'invalid_json'
  | 'invalid_wallet_signature'
  | 'mandate_not_pending'
  | 'mint_not_allowed'
  | 'no_payout_wallet'
  | 'not_for_sale_once'
  | 'not_for_sale_subscription'
  | 'onchain_proof_unavailable'
  | 'owner_required'
  | 'parameter_invalid'
  | 'parameter_missing'
  | 'purchases_unavailable'
  | 'rate_limit_exceeded'
  | 'receipts_unavailable'
  | 'recurring_unavailable'
  | 'refund_exceeds_charge'
  | 'refund_failed'
  | 'request_in_flight'
  | 'request_too_large'
  | 'resource_missing'
  | 'session_required'
  | 'test_mode_only'
  | 'transaction_not_issued'
  | 'unauthenticated'
  | 'verification_failed'
  | 'wallet_not_signed_in'
  | 'wallet_proof_required'
  | 'wallet_verification_failed';
