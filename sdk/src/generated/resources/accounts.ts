// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { SignedUpMerchant } from '../models.ts';

/**
 * Sign up with e-mail and password.
 *
 * Creates a merchant and returns its secret keys, once. Sent with the full live key of a merchant that was made by
 * `POST /v1/merchants`, it gives that merchant a sign-in instead, and no new keys. Either way the response signs you in: it sets
 * the session cookie. Without a key it is subject to the owner's approval as `POST /v1/merchants` is, and to its being closed.
 *
 * `signUp`: `POST /v1/signup`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `owner_required`, `email_taken`, `acknowledgement_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function signUp(client: Client, body: Body<'signUp'>, options?: CallOptions): Call<SignedUpMerchant> {
  return call(client, 'merchant', 'POST', '/v1/signup', BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.accounts`. */
export interface AccountsResource {
  /**
   * Sign up with e-mail and password.
   *
   * Creates a merchant and returns its secret keys, once. Sent with the full live key of a merchant that was made by
   * `POST /v1/merchants`, it gives that merchant a sign-in instead, and no new keys. Either way the response signs you in: it sets
   * the session cookie. Without a key it is subject to the owner's approval as `POST /v1/merchants` is, and to its being closed.
   *
   * `signUp`: `POST /v1/signup`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `owner_required`, `email_taken`, `acknowledgement_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  signUp(body: Body<'signUp'>, options?: CallOptions): Call<SignedUpMerchant>;
}

/** The operations of `autopay.accounts`, with their client. */
export function accounts(client: Client): AccountsResource {
  return bind(client, {
    signUp: signUp,
  }) as AccountsResource;
}
