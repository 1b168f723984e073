// Made from openapi.yaml by `npm run generate`. Do not edit.

import type { components } from './api.ts';

/**
 * For your own use, payers are not shown it: up to 20 keys of at most 40 characters without square brackets, with values of at most 500. Default none.
 */
export type Metadata = components['schemas']['Metadata'];

export type TokenProgram = components['schemas']['TokenProgram'];

export type SellMode = components['schemas']['SellMode'];

export type MandateStatus = components['schemas']['MandateStatus'];

export type ChargeStatus = components['schemas']['ChargeStatus'];

export type RefundStatus = components['schemas']['RefundStatus'];

/**
 * What about the payer's or payee's account, or the token, stopped the payment. account_frozen and account_invalid are the chain's own words, which do not tell whose account it is.
 */
export type ChargeFailureCode = components['schemas']['ChargeFailureCode'];

export type EventType = components['schemas']['EventType'];

/**
 * How the merchant's pages look, and where its payers turn to. Null for what it does not say.
 */
export type Brand = components['schemas']['Brand'];

export type Branding = components['schemas']['Branding'];

export type ChosenNotices = components['schemas']['ChosenNotices'];

export type NoticeChoices = components['schemas']['NoticeChoices'];

/**
 * What merchants may be told by mail.
 */
export type NoticeKind = components['schemas']['NoticeKind'];

export type ShownAccent = components['schemas']['ShownAccent'];

export type Merchant = components['schemas']['Merchant'];

/**
 * What receipts say of the merchant's business.
 */
export type BusinessDetails = components['schemas']['BusinessDetails'];

export type ForecastSum = components['schemas']['ForecastSum'];

/**
 * Why a charge would fail if nothing changes: too little of the token, an approval that is too low, an approval that was taken back or given to
 * another application, or a token account that is closed, of somebody else, or frozen by the issuer.
 */
export type RiskReason = components['schemas']['RiskReason'];

export type Forecast = components['schemas']['Forecast'];

/**
 * When a failed charge is tried again, counted from one attempt to the next: short after 15 minutes, 1 hour and 6 hours; standard (the default)
 * also after a day; long after 15 minutes, 6 hours, then 1, 2, 3, 4, 5 and 5 days, so for 20 days. No wait is longer than a fifth of the period,
 * and nothing is tried after the period has ended.
 */
export type RetrySchedule = components['schemas']['RetrySchedule'];

/**
 * What follows the last attempt. end (the default) revokes the mandate. keep gives up this period only, and charges the next one; the third
 * period in a row that is given up revokes the mandate. An allowance that the payer took back always does.
 */
export type AfterLastAttempt = components['schemas']['AfterLastAttempt'];

/**
 * What happens when a renewal fails.
 */
export type Dunning = components['schemas']['Dunning'];

export type MerchantStatus = components['schemas']['MerchantStatus'];

export type PlatformMerchant = components['schemas']['PlatformMerchant'];

export type MerchantWithKeys = components['schemas']['MerchantWithKeys'];

export type Token = components['schemas']['Token'];

export type Mandate = components['schemas']['Mandate'];

export type MandateWithSecret = components['schemas']['MandateWithSecret'];

export type CheckoutView = components['schemas']['CheckoutView'];

export type Charge = components['schemas']['Charge'];

/**
 * A charge as its payer sees it.
 */
export type WalletCharge = components['schemas']['WalletCharge'];

export type Refund = components['schemas']['Refund'];

export type SubscriptionPlanStatus = components['schemas']['SubscriptionPlanStatus'];

/**
 * A plan of the Subscriptions program that the merchant's own wallet owns.
 */
export type SubscriptionPlan = components['schemas']['SubscriptionPlan'];

/**
 * What was taken over from another operator.
 */
export type SubscriptionPlanAdoption = components['schemas']['SubscriptionPlanAdoption'];

export type CheckoutInstruction = components['schemas']['CheckoutInstruction'];

export type LiveChecklist = components['schemas']['LiveChecklist'];

export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];

export type Balance = components['schemas']['Balance'];

/**
 * What is left of a payer's approval.
 */
export type AuthorizationLeft = components['schemas']['AuthorizationLeft'];

/**
 * An event as it was delivered, and how many of its deliveries are still pending.
 */
export type ListedEvent = components['schemas']['ListedEvent'];

export type TestWallet = components['schemas']['TestWallet'];

export type TestClock = components['schemas']['TestClock'];

export type TokenClass = components['schemas']['TokenClass'];

export type TokenRequestStatus = components['schemas']['TokenRequestStatus'];

/**
 * What stands behind the mandate on chain. approval: the payer approves the service's key for a sum, and the service keeps to amount and period. plan: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
 */
export type Scheme = components['schemas']['Scheme'];

/**
 * Default subscription.
 */
export type OfferSellMode = components['schemas']['OfferSellMode'];

export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];

export type SignedUpMerchant = components['schemas']['SignedUpMerchant'];

export type Session = components['schemas']['Session'];

/**
 * What a person may do in a merchant's team, beside reading. An owner everything; an admin everything but set the payout wallet and touch owners; a developer what integrates: keys, webhooks, links, products, test tools; finance what concerns payments that were made: refunds, cancellations, business details; a viewer nothing.
 */
export type Role = components['schemas']['Role'];

export type Team = components['schemas']['Team'];

export type TeamMember = components['schemas']['TeamMember'];

export type TeamInvitation = components['schemas']['TeamInvitation'];

export type Invitation = components['schemas']['Invitation'];

export type PasskeyChallenge = components['schemas']['PasskeyChallenge'];

export type AuthenticatorApp = components['schemas']['AuthenticatorApp'];

export type PasswordReset = components['schemas']['PasswordReset'];

export type EmailChange = components['schemas']['EmailChange'];

/**
 * A person who signs in, whichever merchants they are with.
 */
export type Account = components['schemas']['Account'];

export type ApiKey = components['schemas']['ApiKey'];

/**
 * One thing that somebody did, or tried to do.
 */
export type AuditEntry = components['schemas']['AuditEntry'];

export type PayoutWalletChallenge = components['schemas']['PayoutWalletChallenge'];

/**
 * The present payout wallet agrees to its successor.
 */
export type OldWalletProof = components['schemas']['OldWalletProof'];

export type PayoutWalletLinkTransaction = components['schemas']['PayoutWalletLinkTransaction'];

export type TokenRequest = components['schemas']['TokenRequest'];

export type PaymentLink = components['schemas']['PaymentLink'];

export type Product = components['schemas']['Product'];

export type CheckoutPaymentLink = components['schemas']['CheckoutPaymentLink'];

export type CheckoutProduct = components['schemas']['CheckoutProduct'];

export type StartMandate = components['schemas']['StartMandate'];

export type CheckoutViewWithSecret = components['schemas']['CheckoutViewWithSecret'];

export type Entitlement = components['schemas']['Entitlement'];

export type ChargeAttempt = components['schemas']['ChargeAttempt'];

export type Receipt = components['schemas']['Receipt'];

export type ChargeProof = components['schemas']['ChargeProof'];

export type ProofTerms = components['schemas']['ProofTerms'];

export type ProofTransaction = components['schemas']['ProofTransaction'];

export type Customer = components['schemas']['Customer'];

export type SearchResult = components['schemas']['SearchResult'];

export type SearchResults = components['schemas']['SearchResults'];

export type MetricsTotals = components['schemas']['MetricsTotals'];

/**
 * Payments of subscriptions, and what they come to.
 */
export type RenewalSum = components['schemas']['RenewalSum'];

export type StatementSums = components['schemas']['StatementSums'];

export type StatementLine = components['schemas']['StatementLine'];

export type Statement = components['schemas']['Statement'];

export type Metrics = components['schemas']['Metrics'];

export type Retention = components['schemas']['Retention'];

export type WebhookDelivery = components['schemas']['WebhookDelivery'];

export type WebhookDeliveryWithHistory = components['schemas']['WebhookDeliveryWithHistory'];

export type StartedMandate = components['schemas']['StartedMandate'];

export type SolanaPayRequest = components['schemas']['SolanaPayRequest'];

export type SolanaPayTransaction = components['schemas']['SolanaPayTransaction'];

export type WalletChallenge = components['schemas']['WalletChallenge'];

export type EndedWalletSession = components['schemas']['EndedWalletSession'];

export type WalletSession = components['schemas']['WalletSession'];

export type WalletMandate = components['schemas']['WalletMandate'];

export type WalletCures = components['schemas']['WalletCures'];

export type WalletCure = components['schemas']['WalletCure'];

export type WalletTransaction = components['schemas']['WalletTransaction'];
