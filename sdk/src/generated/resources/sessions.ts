// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { Session } from '../models.ts';

/**
 * Sign in.
 *
 * Sets the session cookie, and ends the session that the request came with. An unknown e-mail and a wrong password get the same response.
 *
 * `createSession`: `POST /v1/sessions`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_credentials`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createSession(client: Client, body: Body<'createSession'>, options?: CallOptions): Call<Session> {
  return call(client, 'session', 'POST', '/v1/sessions', BODY_REQUIRED, options, undefined, body);
}

/**
 * Who is signed in.
 *
 * `getCurrentSession`: `GET /v1/sessions/current`.
 *
 * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCurrentSession(client: Client, options?: CallOptions): Call<Session> {
  return call(client, 'session', 'GET', '/v1/sessions/current', 0, options);
}

/**
 * Sign out.
 *
 * `deleteCurrentSession`: `DELETE /v1/sessions/current`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function deleteCurrentSession(client: Client, options?: CallOptions): Call<Session> {
  return call(client, 'session', 'DELETE', '/v1/sessions/current', 0, options);
}

/** The operations of `autopay.sessions`. */
export interface SessionsResource {
  /**
   * Sign in.
   *
   * Sets the session cookie, and ends the session that the request came with. An unknown e-mail and a wrong password get the same response.
   *
   * `createSession`: `POST /v1/sessions`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_credentials`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createSession'>, options?: CallOptions): Call<Session>;
  /**
   * Who is signed in.
   *
   * `getCurrentSession`: `GET /v1/sessions/current`.
   *
   * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  current(options?: CallOptions): Call<Session>;
  /**
   * Sign out.
   *
   * `deleteCurrentSession`: `DELETE /v1/sessions/current`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  delete(options?: CallOptions): Call<Session>;
}

/** The operations of `autopay.sessions`, with their client. */
export function sessions(client: Client): SessionsResource {
  return bind(client, {
    create: createSession,
    current: getCurrentSession,
    delete: deleteCurrentSession,
  }) as SessionsResource;
}
