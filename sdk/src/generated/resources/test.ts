// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, SLOW, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions } from '../../types.ts';
import type { Balance, ListedEvent, TestClock, TestWallet, Token } from '../models.ts';

/**
 * Make a funded test wallet.
 *
 * `createTestWallet`: `POST /v1/test/wallets`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createTestWallet(client: Client, body?: Body<'createTestWallet'>, options?: IdempotentCallOptions): Call<TestWallet> {
  return call(client, 'test_wallet', 'POST', '/v1/test/wallets', IDEMPOTENT, options, undefined, body);
}

/**
 * Give a wallet test tokens.
 *
 * Also one SOL where the wallet has less, so that it can pay network fees.
 *
 * `fundTestWallet`: `POST /v1/test/fund`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function fundTestWallet(client: Client, body: Body<'fundTestWallet'>, options?: IdempotentCallOptions): Call<Balance> {
  return call(client, 'balance', 'POST', '/v1/test/fund', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Make a test token and put it on the test registry.
 *
 * `createTestToken`: `POST /v1/test/tokens`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `decimals_unsupported`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createTestToken(client: Client, body?: Body<'createTestToken'>, options?: IdempotentCallOptions): Call<Token> {
  return call(client, 'token', 'POST', '/v1/test/tokens', IDEMPOTENT, options, undefined, body);
}

/**
 * Send an event of your choice to your endpoints.
 *
 * Carries the merchant's newest mandate, charge or refund, whichever the type is about, shown as if the event had just happened to it: its status, end,
 * failure and attempts are those of the type, and nothing changes. The event and its deliveries are marked `testEvent`.
 *
 * `createTestEvent`: `POST /v1/test/events`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createTestEvent(client: Client, body: Body<'createTestEvent'>, options?: IdempotentCallOptions): Call<ListedEvent> {
  return call(client, 'event', 'POST', '/v1/test/events', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Read the merchant's test clock.
 *
 * `getTestClock`: `GET /v1/test/clock`.
 *
 * Fails with `unauthenticated`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getTestClock(client: Client, options?: CallOptions): Call<TestClock> {
  return call(client, 'test_clock', 'GET', '/v1/test/clock', 0, options);
}

/**
 * Move the merchant's test clock forward.
 *
 * Runs everything that falls due on the way, in order, and responds when it has settled. Moves schedule, retries,
 * trials and expiry; never leases, blockhashes, webhook timestamps or retries.
 *
 * `advanceTestClock`: `POST /v1/test/clock/advance`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function advanceTestClock(client: Client, body: Body<'advanceTestClock'>, options?: CallOptions): Call<TestClock> {
  return call(client, 'test_clock', 'POST', '/v1/test/clock/advance', BODY_REQUIRED | SLOW, options, undefined, body);
}

/** The operations of `autopay.test`. */
export interface TestResource {
  /**
   * Make a funded test wallet.
   *
   * `createTestWallet`: `POST /v1/test/wallets`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createWallet(body?: Body<'createTestWallet'>, options?: IdempotentCallOptions): Call<TestWallet>;
  /**
   * Give a wallet test tokens.
   *
   * Also one SOL where the wallet has less, so that it can pay network fees.
   *
   * `fundTestWallet`: `POST /v1/test/fund`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  fund(body: Body<'fundTestWallet'>, options?: IdempotentCallOptions): Call<Balance>;
  /**
   * Make a test token and put it on the test registry.
   *
   * `createTestToken`: `POST /v1/test/tokens`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `decimals_unsupported`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createToken(body?: Body<'createTestToken'>, options?: IdempotentCallOptions): Call<Token>;
  /**
   * Send an event of your choice to your endpoints.
   *
   * Carries the merchant's newest mandate, charge or refund, whichever the type is about, shown as if the event had just happened to it: its status, end,
   * failure and attempts are those of the type, and nothing changes. The event and its deliveries are marked `testEvent`.
   *
   * `createTestEvent`: `POST /v1/test/events`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createEvent(body: Body<'createTestEvent'>, options?: IdempotentCallOptions): Call<ListedEvent>;
  /**
   * Read the merchant's test clock.
   *
   * `getTestClock`: `GET /v1/test/clock`.
   *
   * Fails with `unauthenticated`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getClock(options?: CallOptions): Call<TestClock>;
  /**
   * Move the merchant's test clock forward.
   *
   * Runs everything that falls due on the way, in order, and responds when it has settled. Moves schedule, retries,
   * trials and expiry; never leases, blockhashes, webhook timestamps or retries.
   *
   * `advanceTestClock`: `POST /v1/test/clock/advance`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  advanceClock(body: Body<'advanceTestClock'>, options?: CallOptions): Call<TestClock>;
}

/** The operations of `autopay.test`, with their client. */
export function test(client: Client): TestResource {
  return bind(client, {
    createWallet: createTestWallet,
    fund: fundTestWallet,
    createToken: createTestToken,
    createEvent: createTestEvent,
    getClock: getTestClock,
    advanceClock: advanceTestClock,
  }) as TestResource;
}
