import type { PayerNotice } from './payer.ts';
import type { Role } from '../merchants/role.ts';

/**
 * What a mail says, as data: the catalogue of a language makes sentences of it. Amounts are decimal strings of atomic units, times Unix seconds,
 * addresses of pages whole. Names of merchants, products and the like are cleaned where they are shown, so pass them as they are.
 */
export type Notice =
  // Accounts
  | PasswordReset
  | EmailChange
  | SignInChanged
  // Team
  | TeamInvitation
  // Security of a merchant
  | PayoutWalletChange
  // Payers
  | PayerNotice
  // Merchants
  | MerchantHappenings
  | WebhooksExhausted
  | DailyDigest
  // Operators
  | OperatorAlarm
  | OperatorRelief;

/** To every owner of a merchant: where its money goes changes, or would have. */
export interface PayoutWalletChange {
  kind: 'payout_wallet_change';
  /** `waiting`: it takes effect at `takesEffectAt` unless somebody stops it. `stopped`: it does not. */
  state: 'waiting' | 'changed' | 'stopped';
  merchant: string;
  present: string;
  next: string;
  takesEffectAt: number;
  /** The dashboard's page of the payout wallet. */
  url: string;
}

export type NoticeKind = Notice['kind'];

/** The notice of a kind. */
export type NoticeOf<K extends NoticeKind> = Extract<Notice, { kind: K }>;

/** The languages that mails are written in. */
export type NoticeLanguage = 'en' | 'es';

/** Somebody asked for a link that sets a new password. */
export interface PasswordReset {
  kind: 'password_reset';
  url: string;
}

/** Goes to the old and to the new address: both have to agree. */
export interface EmailChange {
  kind: 'email_change';
  /** The new one. */
  email: string;
  url: string;
}

/** How a person signs in was changed: whoever did not do it must hear of it. */
export interface SignInChanged {
  kind: 'sign_in_changed';
  what: 'password' | 'email' | 'second_factor_added' | 'second_factor_removed' | 'recovery_codes';
  at: number;
  /** Where the person looks after it. */
  url: string;
}

/** What happens to a merchant's payments that members may choose to be told, several at once. */
export const HAPPENING_KINDS = [
  'new_subscriptions',
  'renewals_failed',
  'renewals_lost',
  'refunds_signed',
  'refunds_failed',
] as const;
export type HappeningKind = (typeof HAPPENING_KINDS)[number];

/** What a member of a merchant is told. */
interface ToMember {
  merchant: string;
  livemode: boolean;
  /** Where the dashboard shows it. */
  url: string;
}

/** One payment or subscription that something happened to. */
export interface Happening {
  /** Of the product, where there is one. */
  name: string | null;
  payer: string;
  amount: string;
  decimals: number;
  symbol: string;
}

/** The first few of those that there were. */
export type MerchantHappenings = {
  [K in HappeningKind]: ToMember & { kind: K; count: number; items: readonly Happening[] };
}[HappeningKind];

/** Deliveries that were tried as often as they are and never arrived; the hosts that they were for. */
export interface WebhooksExhausted extends ToMember {
  kind: 'webhooks_exhausted';
  count: number;
  hosts: readonly string[];
}

/** A day's sums in one token. */
export interface DigestSums {
  symbol: string;
  decimals: number;
  payments: number;
  gross: string;
  refunds: string;
}

/** What a day brought, in the member's own time zone. */
export interface DailyDigest extends ToMember {
  kind: 'daily_digest';
  /** The day as their calendar has it: noon UTC of that date. */
  day: number;
  sums: readonly DigestSums[];
  newSubscriptions: number;
  lostSubscriptions: number;
}

/** Somebody was invited to a merchant's team. */
export interface TeamInvitation {
  kind: 'team_invitation';
  merchantName: string;
  /** The e-mail address of who invites. */
  invitedBy: string;
  role: Role;
  url: string;
  expiresAt: number;
}

/** Something that operators must look at, and that mode's chain if it is about one. */
export interface Alarm {
  alarm: 'fee_payer_low' | 'chain_halted' | 'chain_behind' | 'charges_late' | 'disk_full';
  mode: 'test' | 'live' | null;
  /** When it was first seen. */
  since: number;
  /** The number that it is about: charges that the fee payer can still pay for, seconds that charges wait or the chain is behind, percent of the disk in use. */
  value: number | null;
}

/** Said at once, and again each day while it lasts. */
export interface OperatorAlarm extends Alarm {
  kind: 'operator_alarm';
}

/** It is over. */
export interface OperatorRelief extends Alarm {
  kind: 'operator_relief';
  endedAt: number;
}

/** How a kind is sent. */
export interface NoticeKindRules {
  /**
   * Whether it is about access to an account or to money: it has no link to unsubscribe with, since whoever stole an account would use it first.
   */
  isSecurity: boolean;
  /** The most of a kind to one recipient within an hour and a day; what is over is not sent. Strangers can cause some of them. */
  perHour: number;
  perDay: number;
  /** After so long it is of no use, and is given up where it could not be delivered. */
  usefulSeconds: number;
}

const DAY = 86_400;

/** Of most: three days is as long as mail servers try among themselves. */
export const USUAL: NoticeKindRules = {
  isSecurity: false,
  perHour: 20,
  perDay: 60,
  usefulSeconds: 3 * DAY,
};

/** About access: few, and never a way out of them. */
export const SECURITY: NoticeKindRules = { ...USUAL, isSecurity: true, perHour: 6, perDay: 20 };

/** One person may be in many merchants, and each tells at most one of a kind in five minutes. */
const TO_MEMBER: NoticeKindRules = { ...USUAL, perHour: 60, perDay: 600 };

/** Of every kind. */
export const NOTICE_KINDS: { readonly [K in NoticeKind]: NoticeKindRules } = {
  // Accounts
  // A link is good for 30 minutes.
  password_reset: { ...SECURITY, usefulSeconds: 1_800 },
  email_change: { ...SECURITY, usefulSeconds: DAY },
  sign_in_changed: { ...SECURITY, perHour: 20, perDay: 60 },
  // Team. Anyone who signs up can cause one.
  team_invitation: { ...SECURITY, perHour: 3, perDay: 6, usefulSeconds: 7 * DAY },
  // Security of a merchant. A thief who asks for one change after the other must not use up what may be told of them.
  payout_wallet_change: { ...SECURITY, perHour: 60, perDay: 300 },
  // Payers. The first is the only one that a stranger can cause: few, and there is nothing to leave yet.
  payer_confirm: { ...USUAL, isSecurity: true, perHour: 3, perDay: 5, usefulSeconds: DAY },
  payer_receipt: USUAL,
  payer_upcoming: USUAL,
  payer_failed: USUAL,
  payer_given_up: USUAL,
  payer_authorization: USUAL,
  payer_ended: USUAL,
  payer_refund: USUAL,
  // Merchants
  new_subscriptions: TO_MEMBER,
  renewals_failed: TO_MEMBER,
  renewals_lost: TO_MEMBER,
  refunds_signed: TO_MEMBER,
  refunds_failed: TO_MEMBER,
  webhooks_exhausted: TO_MEMBER,
  daily_digest: TO_MEMBER,
  // Operators. Nobody unsubscribes but by AUTOPAY_OPERATOR_EMAIL.
  operator_alarm: { ...USUAL, isSecurity: true, usefulSeconds: DAY },
  operator_relief: { ...USUAL, isSecurity: true, usefulSeconds: DAY },
};
