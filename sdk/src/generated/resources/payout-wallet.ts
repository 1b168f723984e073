// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { Merchant, PayoutWalletChallenge, PayoutWalletLinkTransaction } from '../models.ts';

/**
 * The text that proves control of a wallet, off chain.
 *
 * `getPayoutWalletChallenge`: `GET /v1/payout_wallet/challenge`.
 *
 * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getPayoutWalletChallenge(client: Client, query: Query<'getPayoutWalletChallenge'>, options?: CallOptions): Call<PayoutWalletChallenge> {
  return call(client, 'payout_wallet_challenge', 'GET', '/v1/payout_wallet/challenge', QUERY_REQUIRED, options, undefined, undefined, query);
}

/**
 * Set the payout wallet by a signed challenge.
 *
 * The first one is set at once. A change takes effect at once if the person has proven a second factor in the last 10 minutes, or with the signature of the present wallet as `oldWallet`. Otherwise it waits for 24 hours as `pendingPayoutWallet`: every owner is told, and can stop it in the dashboard. A change that is asked for meanwhile takes its place, and waits for 24 hours of its own. Mandates that exist keep their payee.
 *
 * `setPayoutWallet`: `POST /v1/payout_wallet`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `wallet_verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setPayoutWallet(client: Client, body: Body<'setPayoutWallet'>, options?: CallOptions): Call<Merchant> {
  return call(client, 'merchant', 'POST', '/v1/payout_wallet', BODY_REQUIRED, options, undefined, body);
}

/**
 * The transaction that proves control of a wallet, on chain.
 *
 * A memo that the wallet signs and pays the network fee of.
 *
 * `getPayoutWalletLinkTransaction`: `GET /v1/payout_wallet/link_tx`.
 *
 * Fails with `unauthenticated`, `session_required`, `role_required`, `onchain_proof_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getPayoutWalletLinkTransaction(client: Client, query: Query<'getPayoutWalletLinkTransaction'>, options?: CallOptions): Call<PayoutWalletLinkTransaction> {
  return call(client, 'payout_wallet_link_tx', 'GET', '/v1/payout_wallet/link_tx', QUERY_REQUIRED, options, undefined, undefined, query);
}

/**
 * Set the payout wallet by a signed transaction.
 *
 * Submits it and responds when it is confirmed. A change takes effect at once or waits, as one by a challenge does. Mandates that exist keep their payee.
 *
 * `linkPayoutWallet`: `POST /v1/payout_wallet/link`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `transaction_not_issued`, `onchain_proof_unavailable`, `wallet_verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function linkPayoutWallet(client: Client, body: Body<'linkPayoutWallet'>, options?: CallOptions): Call<Merchant> {
  return call(client, 'merchant', 'POST', '/v1/payout_wallet/link', BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.payoutWallet`. */
export interface PayoutWalletResource {
  /**
   * The text that proves control of a wallet, off chain.
   *
   * `getPayoutWalletChallenge`: `GET /v1/payout_wallet/challenge`.
   *
   * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getChallenge(query: Query<'getPayoutWalletChallenge'>, options?: CallOptions): Call<PayoutWalletChallenge>;
  /**
   * Set the payout wallet by a signed challenge.
   *
   * The first one is set at once. A change takes effect at once if the person has proven a second factor in the last 10 minutes, or with the signature of the present wallet as `oldWallet`. Otherwise it waits for 24 hours as `pendingPayoutWallet`: every owner is told, and can stop it in the dashboard. A change that is asked for meanwhile takes its place, and waits for 24 hours of its own. Mandates that exist keep their payee.
   *
   * `setPayoutWallet`: `POST /v1/payout_wallet`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `wallet_verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  set(body: Body<'setPayoutWallet'>, options?: CallOptions): Call<Merchant>;
  /**
   * The transaction that proves control of a wallet, on chain.
   *
   * A memo that the wallet signs and pays the network fee of.
   *
   * `getPayoutWalletLinkTransaction`: `GET /v1/payout_wallet/link_tx`.
   *
   * Fails with `unauthenticated`, `session_required`, `role_required`, `onchain_proof_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getLinkTransaction(query: Query<'getPayoutWalletLinkTransaction'>, options?: CallOptions): Call<PayoutWalletLinkTransaction>;
  /**
   * Set the payout wallet by a signed transaction.
   *
   * Submits it and responds when it is confirmed. A change takes effect at once or waits, as one by a challenge does. Mandates that exist keep their payee.
   *
   * `linkPayoutWallet`: `POST /v1/payout_wallet/link`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `transaction_not_issued`, `onchain_proof_unavailable`, `wallet_verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  link(body: Body<'linkPayoutWallet'>, options?: CallOptions): Call<Merchant>;
}

/** The operations of `autopay.payoutWallet`, with their client. */
export function payoutWallet(client: Client): PayoutWalletResource {
  return bind(client, {
    getChallenge: getPayoutWalletChallenge,
    set: setPayoutWallet,
    getLinkTransaction: getPayoutWalletLinkTransaction,
    link: linkPayoutWallet,
  }) as PayoutWalletResource;
}
