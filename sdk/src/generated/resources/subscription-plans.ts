// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { SubscriptionPlan, SubscriptionPlanAdoption } from '../models.ts';

/**
 * List the plans that the merchant owns.
 *
 * `listSubscriptionPlans`: `GET /v1/subscription_plans`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listSubscriptionPlans(client: Client, query?: Query<'listSubscriptionPlans'>, options?: CallOptions): ListCall<SubscriptionPlan> {
  return new ListCall(client, '/v1/subscription_plans', options, query);
}

/**
 * Create a plan that the merchant owns.
 *
 * A plan of the Subscriptions program that belongs to the merchant's proven payout wallet and pays that wallet alone; the service may only
 * pull. The wallet signs `transaction` unchanged and pays the fee and the plan's rent, which returns to it when the plan is closed;
 * submit sends it. Once it is `open`, mandates of the same token, amount and period that are on plans use it.
 *
 * `createSubscriptionPlan`: `POST /v1/subscription_plans`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createSubscriptionPlan(client: Client, body: Body<'createSubscriptionPlan'>, options?: IdempotentCallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'POST', '/v1/subscription_plans', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Take over a plan and its subscriptions.
 *
 * For a merchant who comes from another operator: the plan must belong to the merchant's proven payout wallet, pay it alone, and let
 * nobody but this service pull. Each subscription to it becomes an active mandate; no payer signs anything. Charges keep the periods
 * that the program counts. A period that was pulled is not charged again, and a subscription from which nothing was ever pulled is charged
 * from its next period on, since the chain does not tell whether it is in a trial. Send it again while `remaining` is
 * not 0; what was adopted stays as it is.
 *
 * `adoptSubscriptionPlan`: `POST /v1/subscription_plans/adopt`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function adoptSubscriptionPlan(client: Client, body: Body<'adoptSubscriptionPlan'>, options?: CallOptions): Call<SubscriptionPlanAdoption> {
  return call(client, 'subscription_plan_adoption', 'POST', '/v1/subscription_plans/adopt', BODY_REQUIRED, options, undefined, body);
}

/**
 * Read a plan that the merchant owns.
 *
 * Read from the chain where there is one, so that what its owner changed there is seen.
 *
 * `getSubscriptionPlan`: `GET /v1/subscription_plans/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getSubscriptionPlan(client: Client, id: string, options?: CallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'GET', '/v1/subscription_plans/{id}', 0, options, id);
}

/**
 * Issue the transaction that makes the plan again.
 *
 * For a plan that is pending, where the former transaction was not signed within a minute or two. One that exists is returned as it is.
 *
 * `createSubscriptionPlanTransaction`: `POST /v1/subscription_plans/{id}/transaction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createSubscriptionPlanTransaction(client: Client, id: string, options?: CallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'POST', '/v1/subscription_plans/{id}/transaction', 0, options, id);
}

/**
 * Issue the transaction that lets another operator pull.
 *
 * The one signature of moving to another operator: when `transaction` has landed, `puller` alone may pull, and no payer signs anything. From
 * then on this service makes no charges through the plan, and revokes its mandates. To stay, name this service's own `puller`.
 *
 * `setSubscriptionPlanPuller`: `POST /v1/subscription_plans/{id}/pullers`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setSubscriptionPlanPuller(client: Client, id: string, body: Body<'setSubscriptionPlanPuller'>, options?: CallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'POST', '/v1/subscription_plans/{id}/pullers', BODY_REQUIRED, options, id, body);
}

/**
 * Issue the next transaction that closes the plan.
 *
 * First the plan is told to end, one period ahead, which is as soon as the program allows; after its end it is deleted, which returns the
 * rent to its owner. Each is one transaction: call this again when `endsAt` has passed. Refused while mandates use the plan. A plan
 * that was never made is closed at once, as soon as its transaction can no longer land.
 *
 * `closeSubscriptionPlan`: `POST /v1/subscription_plans/{id}/close`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function closeSubscriptionPlan(client: Client, id: string, options?: CallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'POST', '/v1/subscription_plans/{id}/close', 0, options, id);
}

/**
 * Broadcast what the plan's owner signed.
 *
 * It must be the transaction that was issued last, byte for byte. Responds when it is confirmed, or after some seconds in the state reached:
 * then send the same again. One that the chain would refuse is not sent, and `parameter_invalid` says why.
 *
 * `submitSubscriptionPlan`: `POST /v1/subscription_plans/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function submitSubscriptionPlan(client: Client, id: string, body: Body<'submitSubscriptionPlan'>, options?: CallOptions): Call<SubscriptionPlan> {
  return call(client, 'subscription_plan', 'POST', '/v1/subscription_plans/{id}/submit', BODY_REQUIRED, options, id, body);
}

/** The operations of `autopay.subscriptionPlans`. */
export interface SubscriptionPlansResource {
  /**
   * List the plans that the merchant owns.
   *
   * `listSubscriptionPlans`: `GET /v1/subscription_plans`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listSubscriptionPlans'>, options?: CallOptions): ListCall<SubscriptionPlan>;
  /**
   * Create a plan that the merchant owns.
   *
   * A plan of the Subscriptions program that belongs to the merchant's proven payout wallet and pays that wallet alone; the service may only
   * pull. The wallet signs `transaction` unchanged and pays the fee and the plan's rent, which returns to it when the plan is closed;
   * submit sends it. Once it is `open`, mandates of the same token, amount and period that are on plans use it.
   *
   * `createSubscriptionPlan`: `POST /v1/subscription_plans`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createSubscriptionPlan'>, options?: IdempotentCallOptions): Call<SubscriptionPlan>;
  /**
   * Take over a plan and its subscriptions.
   *
   * For a merchant who comes from another operator: the plan must belong to the merchant's proven payout wallet, pay it alone, and let
   * nobody but this service pull. Each subscription to it becomes an active mandate; no payer signs anything. Charges keep the periods
   * that the program counts. A period that was pulled is not charged again, and a subscription from which nothing was ever pulled is charged
   * from its next period on, since the chain does not tell whether it is in a trial. Send it again while `remaining` is
   * not 0; what was adopted stays as it is.
   *
   * `adoptSubscriptionPlan`: `POST /v1/subscription_plans/adopt`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  adopt(body: Body<'adoptSubscriptionPlan'>, options?: CallOptions): Call<SubscriptionPlanAdoption>;
  /**
   * Read a plan that the merchant owns.
   *
   * Read from the chain where there is one, so that what its owner changed there is seen.
   *
   * `getSubscriptionPlan`: `GET /v1/subscription_plans/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<SubscriptionPlan>;
  /**
   * Issue the transaction that makes the plan again.
   *
   * For a plan that is pending, where the former transaction was not signed within a minute or two. One that exists is returned as it is.
   *
   * `createSubscriptionPlanTransaction`: `POST /v1/subscription_plans/{id}/transaction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createTransaction(id: string, options?: CallOptions): Call<SubscriptionPlan>;
  /**
   * Issue the transaction that lets another operator pull.
   *
   * The one signature of moving to another operator: when `transaction` has landed, `puller` alone may pull, and no payer signs anything. From
   * then on this service makes no charges through the plan, and revokes its mandates. To stay, name this service's own `puller`.
   *
   * `setSubscriptionPlanPuller`: `POST /v1/subscription_plans/{id}/pullers`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  setPuller(id: string, body: Body<'setSubscriptionPlanPuller'>, options?: CallOptions): Call<SubscriptionPlan>;
  /**
   * Issue the next transaction that closes the plan.
   *
   * First the plan is told to end, one period ahead, which is as soon as the program allows; after its end it is deleted, which returns the
   * rent to its owner. Each is one transaction: call this again when `endsAt` has passed. Refused while mandates use the plan. A plan
   * that was never made is closed at once, as soon as its transaction can no longer land.
   *
   * `closeSubscriptionPlan`: `POST /v1/subscription_plans/{id}/close`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  close(id: string, options?: CallOptions): Call<SubscriptionPlan>;
  /**
   * Broadcast what the plan's owner signed.
   *
   * It must be the transaction that was issued last, byte for byte. Responds when it is confirmed, or after some seconds in the state reached:
   * then send the same again. One that the chain would refuse is not sent, and `parameter_invalid` says why.
   *
   * `submitSubscriptionPlan`: `POST /v1/subscription_plans/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  submit(id: string, body: Body<'submitSubscriptionPlan'>, options?: CallOptions): Call<SubscriptionPlan>;
}

/** The operations of `autopay.subscriptionPlans`, with their client. */
export function subscriptionPlans(client: Client): SubscriptionPlansResource {
  return bind(client, {
    list: listSubscriptionPlans,
    create: createSubscriptionPlan,
    adopt: adoptSubscriptionPlan,
    get: getSubscriptionPlan,
    createTransaction: createSubscriptionPlanTransaction,
    setPuller: setSubscriptionPlanPuller,
    close: closeSubscriptionPlan,
    submit: submitSubscriptionPlan,
  }) as SubscriptionPlansResource;
}
