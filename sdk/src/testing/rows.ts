import type { ProofPurpose } from '../../../rules/challenge.ts';
import type { ShownCharge } from '../../../rules/charges/present.ts';
import type { ShownToPayer } from '../../../rules/mandates/present-for-payer.ts';
import type { ShownApiKey } from '../../../rules/merchants/present-api-key.ts';
import type { Brand } from '../../../rules/merchants/branding.ts';
import type { DunningPolicy } from '../../../rules/dunning/policy.ts';
import type { BusinessDetails } from '../../../rules/merchants/business-details.ts';
import type { ShownMerchant } from '../../../rules/merchants/present.ts';
import type { ShownOffer } from '../../../rules/offers/present.ts';
import type { ShownRefund } from '../../../rules/refunds/present.ts';
import type { ShownTokenRequest } from '../../../rules/tokens/present-request.ts';
import type { ShownToken } from '../../../rules/tokens/present.ts';
import type { components } from '../generated/api.ts';

type Schemas = components['schemas'];

/** The values that the contract lists for an open enum: the fake knows no others. */
type Known<T> = T extends unknown ? (string extends T ? never : T) : never;

/** Which objects a request sees: one merchant's, in one mode. */
export interface Tenant {
  merchantId: string;
  livemode: boolean;
}

export interface MerchantRow extends ShownMerchant, Brand {
  /** What receipts say of it, and when that was set; null if never. */
  business: { details: BusinessDetails; updatedAt: number } | null;
  /** What happens to renewals that fail, by mode, and when that was chosen; null if never. */
  dunning: Record<'test' | 'live', { policy: DunningPolicy; updatedAt: number } | null>;
  password: string | null;
  /** Seconds by which the merchant's test clock is ahead. */
  clockOffset: number;
}

export interface ApiKeyRow extends Tenant, Omit<ShownApiKey, 'last4'> {
  key: string;
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
  createdAt: number;
  expiresAt: number;
}

/** A text that a wallet was asked to sign; `id` is its nonce. */
export interface ChallengeRow {
  id: string;
  purpose: ProofPurpose;
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
export interface TokenRow extends ShownToken {
  program: Known<Schemas['TokenProgram']>;
  /** The merchant that created this test token and alone sees it; null: the platform's. */
  madeBy: string | null;
}

export interface TokenRequestRow extends Tenant, ShownTokenRequest {}

/** Amounts in atomic units, times in the merchant's Unix seconds. */
export interface MandateRow extends Tenant, ShownToPayer {
  /** The payer has looked at it while signed in. */
  openedByPayer: boolean;
  activatedAt: number | null;
  clientSecret: string;
  pulled: bigint;
  /** The budget that was told to be running out. */
  toldOfBudget?: bigint;
  /** The amounts that the payer was asked to approve. */
  issuedAmounts: Set<bigint>;
  /** Whether the payer's approval of these terms landed. */
  consented: boolean;
  /** The payment link or product it was started from. */
  offerId: string | null;
}

export interface ChargeRow extends Tenant, ShownCharge {
  settledAt: number | null;
  /** What its merchant had chosen when it failed first; null until then. */
  dunning: DunningPolicy | null;
  /** When its payer is told that it comes up; null: never, or it was told. */
  announceAt: number | null;
}

export interface AttemptRow {
  id: string;
  chargeId: string;
  amount: bigint;
  txSignature: string;
  signedAt: number;
}

export interface RefundRow extends Tenant, ShownRefund {
  /** The transaction for the payee's wallet to sign, base64; null once settled or failed. */
  transaction: string | null;
  /** When it was requested, in real time. */
  recordedAt: number;
  settledAt: number | null;
}

/** A payment link or a product. */
export interface OfferRow extends Tenant, ShownOffer {
  kind: 'payment_link' | 'product';
}

export interface EndpointRow extends Tenant {
  id: string;
  url: string;
  description: string | null;
  /** Null without a filter. */
  events: Known<Schemas['EventType']>[] | null;
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
  isTest: boolean;
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
