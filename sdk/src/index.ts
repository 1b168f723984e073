/** The package's public names; everything else may change without notice. */
export { Autopay, type AutopayOptions, createMerchant } from './client.ts';
export { AutopayConnectionError, AutopayError, type AutopayErrorCode } from './errors.ts';
export type {
  Balance,
  CallOptions,
  Charge,
  EventType,
  IdempotentCallOptions,
  ListedEvent,
  Mandate,
  MandateWithSecret,
  Merchant,
  MerchantWithKeys,
  Page,
  Refund,
  TestClock,
  TestWallet,
  Token,
  WebhookEndpoint,
} from './types.ts';
