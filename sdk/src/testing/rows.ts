import type { AccountFailureCode, RefundFailureCode } from '../../../rules/failures.ts';
import type { components } from '../generated/api.ts';

type Schemas = components['schemas'];

/** The values that the contract lists for an open enum: the fake knows no others. */
type Known<T> = T extends unknown ? (string extends T ? never : T) : never;

/** Which objects a request sees: one merchant's, in one mode. */
export interface Tenant {
  merchantId: string;
  livemode: boolean;
}

export interface MerchantRow {
  id: string;
  name: string;
  email: string | null;
  password: string | null;
  payoutWallet: string | null;
  payoutWalletVerifiedAt: number | null;
  createdAt: number;
  /** Seconds by which the merchant's test clock is ahead. */
  clockOffset: number;
}

export interface ApiKeyRow extends Tenant {
  id: string;
  name: string;
  scope: 'full' | 'read';
  key: string;
  createdAt: number;
  revokedAt: number | null;
}

export interface SessionRow {
  id: string;
  merchantId: string;
  token: string;
  createdAt: number;
  expiresAt: number;
}

export interface WalletSessionRow {
  id: string;
  payer: string;
  token: string;
  expiresAt: number;
}

/** A text that a wallet was asked to sign; `id` is its nonce. */
export interface ChallengeRow {
  id: string;
  purpose: 'payout' | 'payer';
  merchantId: string | null;
  address: string;
  message: string;
  issuedAt: number;
  expiresAt: number;
  used: boolean;
}

/** A transaction that proves a payout wallet; `id` is its memo. */
export interface LinkRow extends Tenant {
  id: string;
  address: string;
  message: Uint8Array;
  expiresAt: number;
  used: boolean;
}

/** A mint in the registry of one mode. */
export interface TokenRow {
  livemode: boolean;
  mint: string;
  symbol: string;
  decimals: number;
  program: Known<Schemas['TokenProgram']>;
  class: Known<Schemas['TokenClass']>;
  isDefault: boolean;
  floor: boolean;
  issuerControls: boolean;
  createdAt: number;
  /** The merchant that created this test token and alone sees it; null: the platform's. */
  madeBy: string | null;
}

export interface TokenRequestRow extends Tenant {
  id: string;
  mint: string;
  note: string | null;
  status: Known<Schemas['TokenRequestStatus']>;
  createdAt: number;
  reviewedAt: number | null;
}

/** Amounts in atomic units, times in the merchant's Unix seconds. */
export interface MandateRow extends Tenant {
  id: string;
  /** The payer has looked at it while signed in. */
  openedByPayer: boolean;
  createdAt: number;
  payer: string;
  payee: string;
  mint: string;
  decimals: number;
  tokenProgram: Known<Schemas['TokenProgram']>;
  amountPerPeriod: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: Known<Schemas['SellMode']>;
  status: Known<Schemas['MandateStatus']>;
  startAt: number;
  expiresAt: number | null;
  activatedAt: number | null;
  /** When period 0 is due; null until activation. */
  anchorAt: number | null;
  endedAt: number | null;
  periodsCharged: number;
  fundsSufficient: boolean;
  reference: string;
  planSignature: string | null;
  delegate: string;
  /** The fake never changes its delegate, so a mandate keeps the one in its plan. */
  planDelegate: null;
  genesisHash: string;
  clientSecret: string;
  /** The most the mandate's own pulls may take in total. */
  budget: bigint;
  pulled: bigint;
  /** The amounts that the payer was asked to approve. */
  issuedAmounts: Set<bigint>;
  /** Whether the payer's approval of these terms landed. */
  consented: boolean;
  /** The payment link or product it was started from. */
  offerId: string | null;
  version: number;
}

export interface ChargeRow extends Tenant {
  id: string;
  createdAt: number;
  mandateId: string;
  periodIndex: number;
  amount: bigint;
  dueAt: number;
  status: Known<Schemas['ChargeStatus']>;
  attempts: number;
  txSignature: string | null;
  refunded: bigint;
  failureCode: AccountFailureCode | null;
  failureMessage: string | null;
  nextAttemptAt: number | null;
  settledAt: number | null;
  version: number;
}

export interface AttemptRow {
  id: string;
  chargeId: string;
  amount: bigint;
  txSignature: string;
  signedAt: number;
}

export interface RefundRow extends Tenant {
  id: string;
  createdAt: number;
  chargeId: string;
  mandateId: string;
  amount: bigint;
  status: Known<Schemas['RefundStatus']>;
  txSignature: string | null;
  reason: string | null;
  failureCode: RefundFailureCode | null;
  failureMessage: string | null;
  /** The transaction for the payee's wallet to sign, base64; null once settled or failed. */
  transaction: string | null;
  /** When it was requested, in real time. */
  recordedAt: number;
  settledAt: number | null;
}

/** A payment link or a product. */
export interface OfferRow extends Tenant {
  id: string;
  kind: 'payment_link' | 'product';
  name: string;
  payee: string;
  mint: string;
  decimals: number;
  sellMode: Known<Schemas['OfferSellMode']>;
  amountPerPeriod: bigint;
  periodSeconds: number;
  trialSeconds: number;
  amountOnce: bigint | null;
  contentTitle: string | null;
  contentBody: string | null;
  active: boolean;
  createdAt: number;
}

export interface EndpointRow extends Tenant {
  id: string;
  url: string;
  secret: string;
  createdAt: number;
}

export interface EventRow extends Tenant {
  id: string;
  type: Known<Schemas['EventType']>;
  mandateId: string;
  createdAt: number;
  /** The delivered body, as text. */
  body: string;
}

export interface DeliveryRow extends Tenant {
  id: string;
  createdAt: number;
  eventId: string;
  eventType: Known<Schemas['EventType']>;
  endpointId: string;
  status: Known<Schemas['WebhookDeliveryStatus']>;
  nextAttemptAt: number | null;
  /** Attempts before the current retry schedule began; a manual resend starts a new one. */
  attemptsBefore: number;
  history: Schemas['WebhookDeliveryWithHistory']['history'];
}

/** An approval that renews a mandate, as issued. */
export interface TopUpRow {
  id: string;
  mandateId: string;
  budget: bigint;
  approveAmount: bigint;
}
