import type { components, operations } from './generated/api.ts';

type Schemas = components['schemas'];

/** The JSON body of an operation. */
export type Body<K extends keyof operations> =
  NonNullable<operations[K]['requestBody']> extends { content: { 'application/json': infer B } } ? B : never;

/** The query parameters of an operation. */
export type Query<K extends keyof operations> = NonNullable<operations[K]['parameters']['query']>;

/** Options of any call. */
export interface CallOptions {
  /** Gives the call up, its retries included; it rejects with the signal's reason. What was sent may still take effect. */
  signal?: AbortSignal;
}

/** Options of a call that takes an Idempotency-Key. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. A repetition within 72 hours answers with the first one's response. Default: a
   * random one per call, the same over its retries. Give your own, such as an order number, to be safe across restarts.
   */
  idempotencyKey?: string;
}

/** A merchant, as its own keys see it. */
export type Merchant = Schemas['Merchant'];
/** A merchant with its two secret keys: the answer of its creation, and only that. */
export type MerchantWithKeys = Schemas['MerchantWithKeys'];
/** A token of the platform's registry. */
export type Token = Schemas['Token'];
/** A recurring authorization, or an order where `sellMode` is once. */
export type Mandate = Schemas['Mandate'];
/** A mandate with the `client_secret` for its payer's browser: the answer of its creation, and only that. */
export type MandateWithSecret = Schemas['MandateWithSecret'];
/** One period's payment. */
export type Charge = Schemas['Charge'];
/** A transfer back from payee to payer. */
export type Refund = Schemas['Refund'];
/** Where webhooks go. */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
/** An event as the event list shows it; narrow it by `type`. */
export type ListedEvent = Schemas['ListedEvent'];
/** The kinds of events. */
export type EventType = Schemas['EventType'];
/** A wallet's balance of one token, in atomic units. */
export type Balance = Schemas['Balance'];
/** A funded wallet of the test network, with its key. */
export type TestWallet = Schemas['TestWallet'];
/** The merchant's clock in test mode. */
export type TestClock = Schemas['TestClock'];

/** One page of a list: `nextCursor` goes into `startingAfter` for the next. */
export interface Page<T> {
  object: 'list';
  data: T[];
  hasMore: boolean;
  nextCursor: string | null;
}
