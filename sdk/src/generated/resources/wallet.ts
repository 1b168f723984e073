// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { Balance, EndedWalletSession, WalletChallenge, WalletCharge, WalletCures, WalletMandate, WalletSession, WalletTransaction } from '../models.ts';

/**
 * A wallet's balance of one token.
 *
 * Public on-chain data, readable before any mandate exists. 0 where the token account does not exist.
 *
 * `getWalletBalance`: `GET /v1/wallet/balance`.
 *
 * Fails with `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getWalletBalance(client: Client, query: Query<'getWalletBalance'>, options?: CallOptions): Call<Balance> {
  return call(client, 'balance', 'GET', '/v1/wallet/balance', QUERY_REQUIRED, options, undefined, undefined, query);
}

/**
 * The text that a payer's wallet signs to sign in.
 *
 * `getWalletChallenge`: `GET /v1/wallet/challenge`.
 *
 * Fails as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getWalletChallenge(client: Client, query: Query<'getWalletChallenge'>, options?: CallOptions): Call<WalletChallenge> {
  return call(client, 'wallet_challenge', 'GET', '/v1/wallet/challenge', QUERY_REQUIRED, options, undefined, undefined, query);
}

/**
 * Sign in with a wallet.
 *
 * The session is good for both modes; `svc-mode` of each call tells which one is meant.
 *
 * `createWalletSession`: `POST /v1/wallet/sessions`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_wallet_signature`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createWalletSession(client: Client, body: Body<'createWalletSession'>, options?: CallOptions): Call<WalletSession> {
  return call(client, 'wallet_session', 'POST', '/v1/wallet/sessions', BODY_REQUIRED, options, undefined, body);
}

/**
 * Sign out a wallet.
 *
 * The token is refused from now on, everywhere.
 *
 * `deleteCurrentWalletSession`: `DELETE /v1/wallet/sessions/current`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function deleteCurrentWalletSession(client: Client, options?: CallOptions): Call<EndedWalletSession> {
  return call(client, 'wallet_session', 'DELETE', '/v1/wallet/sessions/current', 0, options);
}

/**
 * The payer's mandates, across merchants.
 *
 * Active ones first, then the newest. Anybody can make mandates in a payer's name: one that is pending, or ended before it was
 * authorized, is listed once the payer has opened it (`GET /v1/wallet/mandates/{id}`) or signed for it.
 *
 * `listWalletMandates`: `GET /v1/wallet/mandates`.
 *
 * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listWalletMandates(client: Client, query?: Query<'listWalletMandates'>, options?: CallOptions): ListCall<WalletMandate> {
  return new ListCall(client, '/v1/wallet/mandates', options, query);
}

/**
 * What the payer can do before a payment fails.
 *
 * Which payments of the next 30 days the payer's wallet does not cover, across merchants, and what cures that. The chain is asked for each
 * response. A token of which a payment is being settled at the moment is left out.
 *
 * `getWalletCures`: `GET /v1/wallet/cures`.
 *
 * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getWalletCures(client: Client, options?: CallOptions): Call<WalletCures> {
  return call(client, 'wallet_cures', 'GET', '/v1/wallet/cures', 0, options);
}

/**
 * One of the payer's mandates.
 *
 * `getWalletMandate`: `GET /v1/wallet/mandates/{id}`.
 *
 * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getWalletMandate(client: Client, id: string, options?: CallOptions): Call<WalletMandate> {
  return call(client, 'wallet_mandate', 'GET', '/v1/wallet/mandates/{id}', 0, options, id);
}

/**
 * What one of the payer's mandates was charged.
 *
 * `listWalletMandateCharges`: `GET /v1/wallet/mandates/{id}/charges`.
 *
 * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listWalletMandateCharges(client: Client, id: string, query?: Query<'listWalletMandateCharges'>, options?: CallOptions): ListCall<WalletCharge> {
  return new ListCall(client, '/v1/wallet/mandates/{id}/charges', options, query, id);
}

/**
 * Cancel a mandate.
 *
 * Stops all future pulls at once. The response carries a transaction that also takes the approval back on chain, and leaves what the
 * payer's other mandates on this token need; on a plan it cancels the subscription. Cancelling what has ended changes nothing and returns
 * a fresh transaction: on a plan, once the cancelled period is over, the one that closes the subscription and returns its rent.
 *
 * `cancelWalletMandate`: `POST /v1/wallet/mandates/{id}/cancel`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function cancelWalletMandate(client: Client, id: string, options?: CallOptions): Call<WalletTransaction> {
  return call(client, 'wallet_transaction', 'POST', '/v1/wallet/mandates/{id}/cancel', 0, options, id);
}

/**
 * Renew the allowance of a mandate.
 *
 * An approval with the mandate's own reference that covers the periods to come: all that remain of a mandate with `maxPeriods`, else
 * `periods` (default a year's or 12, as at creation). It counts once it is confirmed on chain. On a plan there is nothing to renew, except
 * where another application has taken the place of the payer's authority: then the transaction puts it back.
 *
 * `topUpWalletMandate`: `POST /v1/wallet/mandates/{id}/top_up`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `wallet_not_signed_in`, `resource_missing`, `broadcast_unavailable`, `already_revoked`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function topUpWalletMandate(client: Client, id: string, body?: Body<'topUpWalletMandate'>, options?: CallOptions): Call<WalletTransaction> {
  return call(client, 'wallet_transaction', 'POST', '/v1/wallet/mandates/{id}/top_up', 0, options, id, body);
}

/**
 * Broadcast what the payer signed.
 *
 * The transaction of `cancel` or `top_up`, verified by meaning; or, where the wallet broadcast it itself, its signature. Responds when it
 * is confirmed.
 *
 * `submitWalletTransaction`: `POST /v1/wallet/mandates/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `wallet_not_signed_in`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function submitWalletTransaction(client: Client, id: string, body: Body<'submitWalletTransaction'>, options?: CallOptions): Call<WalletMandate> {
  return call(client, 'wallet_mandate', 'POST', '/v1/wallet/mandates/{id}/submit', BODY_REQUIRED, options, id, body);
}

/** The operations of `autopay.wallet`. */
export interface WalletResource {
  /**
   * A wallet's balance of one token.
   *
   * Public on-chain data, readable before any mandate exists. 0 where the token account does not exist.
   *
   * `getWalletBalance`: `GET /v1/wallet/balance`.
   *
   * Fails with `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getBalance(query: Query<'getWalletBalance'>, options?: CallOptions): Call<Balance>;
  /**
   * The text that a payer's wallet signs to sign in.
   *
   * `getWalletChallenge`: `GET /v1/wallet/challenge`.
   *
   * Fails as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getChallenge(query: Query<'getWalletChallenge'>, options?: CallOptions): Call<WalletChallenge>;
  /**
   * Sign in with a wallet.
   *
   * The session is good for both modes; `svc-mode` of each call tells which one is meant.
   *
   * `createWalletSession`: `POST /v1/wallet/sessions`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_wallet_signature`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createSession(body: Body<'createWalletSession'>, options?: CallOptions): Call<WalletSession>;
  /**
   * Sign out a wallet.
   *
   * The token is refused from now on, everywhere.
   *
   * `deleteCurrentWalletSession`: `DELETE /v1/wallet/sessions/current`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  deleteSession(options?: CallOptions): Call<EndedWalletSession>;
  /**
   * The payer's mandates, across merchants.
   *
   * Active ones first, then the newest. Anybody can make mandates in a payer's name: one that is pending, or ended before it was
   * authorized, is listed once the payer has opened it (`GET /v1/wallet/mandates/{id}`) or signed for it.
   *
   * `listWalletMandates`: `GET /v1/wallet/mandates`.
   *
   * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listMandates(query?: Query<'listWalletMandates'>, options?: CallOptions): ListCall<WalletMandate>;
  /**
   * What the payer can do before a payment fails.
   *
   * Which payments of the next 30 days the payer's wallet does not cover, across merchants, and what cures that. The chain is asked for each
   * response. A token of which a payment is being settled at the moment is left out.
   *
   * `getWalletCures`: `GET /v1/wallet/cures`.
   *
   * Fails with `wallet_not_signed_in`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getCures(options?: CallOptions): Call<WalletCures>;
  /**
   * One of the payer's mandates.
   *
   * `getWalletMandate`: `GET /v1/wallet/mandates/{id}`.
   *
   * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getMandate(id: string, options?: CallOptions): Call<WalletMandate>;
  /**
   * What one of the payer's mandates was charged.
   *
   * `listWalletMandateCharges`: `GET /v1/wallet/mandates/{id}/charges`.
   *
   * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listMandateCharges(id: string, query?: Query<'listWalletMandateCharges'>, options?: CallOptions): ListCall<WalletCharge>;
  /**
   * Cancel a mandate.
   *
   * Stops all future pulls at once. The response carries a transaction that also takes the approval back on chain, and leaves what the
   * payer's other mandates on this token need; on a plan it cancels the subscription. Cancelling what has ended changes nothing and returns
   * a fresh transaction: on a plan, once the cancelled period is over, the one that closes the subscription and returns its rent.
   *
   * `cancelWalletMandate`: `POST /v1/wallet/mandates/{id}/cancel`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `wallet_not_signed_in`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  cancelMandate(id: string, options?: CallOptions): Call<WalletTransaction>;
  /**
   * Renew the allowance of a mandate.
   *
   * An approval with the mandate's own reference that covers the periods to come: all that remain of a mandate with `maxPeriods`, else
   * `periods` (default a year's or 12, as at creation). It counts once it is confirmed on chain. On a plan there is nothing to renew, except
   * where another application has taken the place of the payer's authority: then the transaction puts it back.
   *
   * `topUpWalletMandate`: `POST /v1/wallet/mandates/{id}/top_up`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `wallet_not_signed_in`, `resource_missing`, `broadcast_unavailable`, `already_revoked`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  topUpMandate(id: string, body?: Body<'topUpWalletMandate'>, options?: CallOptions): Call<WalletTransaction>;
  /**
   * Broadcast what the payer signed.
   *
   * The transaction of `cancel` or `top_up`, verified by meaning; or, where the wallet broadcast it itself, its signature. Responds when it
   * is confirmed.
   *
   * `submitWalletTransaction`: `POST /v1/wallet/mandates/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `wallet_not_signed_in`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  submitTransaction(id: string, body: Body<'submitWalletTransaction'>, options?: CallOptions): Call<WalletMandate>;
}

/** The operations of `autopay.wallet`, with their client. */
export function wallet(client: Client): WalletResource {
  return bind(client, {
    getBalance: getWalletBalance,
    getChallenge: getWalletChallenge,
    createSession: createWalletSession,
    deleteSession: deleteCurrentWalletSession,
    listMandates: listWalletMandates,
    getCures: getWalletCures,
    getMandate: getWalletMandate,
    listMandateCharges: listWalletMandateCharges,
    cancelMandate: cancelWalletMandate,
    topUpMandate: topUpWalletMandate,
    submitTransaction: submitWalletTransaction,
  }) as WalletResource;
}
