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
