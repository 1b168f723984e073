// Made from openapi.yaml by `npm run generate`. Do not edit.

import type { components } from './api.ts';

/**
 * Token program of the contract.
 */
export type TokenProgram = components['schemas']['TokenProgram'];

/**
 * Sell mode of the contract.
 */
export type SellMode = components['schemas']['SellMode'];

/**
 * Mandate status of the contract.
 */
export type MandateStatus = components['schemas']['MandateStatus'];

/**
 * Charge status of the contract.
 */
export type ChargeStatus = components['schemas']['ChargeStatus'];

/**
 * Refund status of the contract.
 */
export type RefundStatus = components['schemas']['RefundStatus'];

/**
 * Event type of the contract.
 */
export type EventType = components['schemas']['EventType'];

/**
 * Merchant of the contract.
 */
export type Merchant = components['schemas']['Merchant'];

/**
 * Merchant with keys of the contract.
 */
export type MerchantWithKeys = components['schemas']['MerchantWithKeys'];

/**
 * Token of the contract.
 */
export type Token = components['schemas']['Token'];

/**
 * Mandate of the contract.
 */
export type Mandate = components['schemas']['Mandate'];

/**
 * Mandate with secret of the contract.
 */
export type MandateWithSecret = components['schemas']['MandateWithSecret'];

/**
 * Checkout view of the contract.
 */
export type CheckoutView = components['schemas']['CheckoutView'];

/**
 * Charge of the contract.
 */
export type Charge = components['schemas']['Charge'];

/**
 * Refund of the contract.
 */
export type Refund = components['schemas']['Refund'];

/**
 * Checkout instruction of the contract.
 */
export type CheckoutInstruction = components['schemas']['CheckoutInstruction'];

/**
 * Webhook endpoint of the contract.
 */
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];

/**
 * Balance of the contract.
 */
export type Balance = components['schemas']['Balance'];

/**
 * An event as it was delivered, and how many of its deliveries are still pending.
 */
export type ListedEvent = components['schemas']['ListedEvent'];

/**
 * Test wallet of the contract.
 */
export type TestWallet = components['schemas']['TestWallet'];

/**
 * Test clock of the contract.
 */
export type TestClock = components['schemas']['TestClock'];

/**
 * Token class of the contract.
 */
export type TokenClass = components['schemas']['TokenClass'];

/**
 * Token request status of the contract.
 */
export type TokenRequestStatus = components['schemas']['TokenRequestStatus'];

/**
 * Default subscription.
 */
export type OfferSellMode = components['schemas']['OfferSellMode'];

/**
 * Webhook delivery status of the contract.
 */
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];

/**
 * Signed up merchant of the contract.
 */
export type SignedUpMerchant = components['schemas']['SignedUpMerchant'];

/**
 * Session of the contract.
 */
export type Session = components['schemas']['Session'];

/**
 * Api key of the contract.
 */
export type ApiKey = components['schemas']['ApiKey'];

/**
 * Payout wallet challenge of the contract.
 */
export type PayoutWalletChallenge = components['schemas']['PayoutWalletChallenge'];

/**
 * Payout wallet link transaction of the contract.
 */
export type PayoutWalletLinkTransaction = components['schemas']['PayoutWalletLinkTransaction'];

/**
 * Token request of the contract.
 */
export type TokenRequest = components['schemas']['TokenRequest'];

/**
 * Payment link of the contract.
 */
export type PaymentLink = components['schemas']['PaymentLink'];

/**
 * Product of the contract.
 */
export type Product = components['schemas']['Product'];

/**
 * Checkout payment link of the contract.
 */
export type CheckoutPaymentLink = components['schemas']['CheckoutPaymentLink'];

/**
 * Checkout product of the contract.
 */
export type CheckoutProduct = components['schemas']['CheckoutProduct'];

/**
 * Start mandate of the contract.
 */
export type StartMandate = components['schemas']['StartMandate'];

/**
 * Checkout view with secret of the contract.
 */
export type CheckoutViewWithSecret = components['schemas']['CheckoutViewWithSecret'];

/**
 * Entitlement of the contract.
 */
export type Entitlement = components['schemas']['Entitlement'];

/**
 * Charge attempt of the contract.
 */
export type ChargeAttempt = components['schemas']['ChargeAttempt'];

/**
 * Receipt of the contract.
 */
export type Receipt = components['schemas']['Receipt'];

/**
 * Customer of the contract.
 */
export type Customer = components['schemas']['Customer'];

/**
 * Metrics totals of the contract.
 */
export type MetricsTotals = components['schemas']['MetricsTotals'];

/**
 * Metrics of the contract.
 */
export type Metrics = components['schemas']['Metrics'];

/**
 * Webhook delivery of the contract.
 */
export type WebhookDelivery = components['schemas']['WebhookDelivery'];

/**
 * Webhook delivery with history of the contract.
 */
export type WebhookDeliveryWithHistory = components['schemas']['WebhookDeliveryWithHistory'];

/**
 * Solana pay request of the contract.
 */
export type SolanaPayRequest = components['schemas']['SolanaPayRequest'];

/**
 * Solana pay transaction of the contract.
 */
export type SolanaPayTransaction = components['schemas']['SolanaPayTransaction'];

/**
 * Wallet challenge of the contract.
 */
export type WalletChallenge = components['schemas']['WalletChallenge'];

/**
 * Wallet session of the contract.
 */
export type WalletSession = components['schemas']['WalletSession'];

/**
 * Wallet mandate of the contract.
 */
export type WalletMandate = components['schemas']['WalletMandate'];

/**
 * Wallet transaction of the contract.
 */
export type WalletTransaction = components['schemas']['WalletTransaction'];
