// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { ListedEvent } from '../models.ts';

/**
 * List events.
 *
 * `listEvents`: `GET /v1/events`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listEvents(client: Client, query?: Query<'listEvents'>, options?: CallOptions): ListCall<ListedEvent> {
  return new ListCall(client, '/v1/events', options, query);
}

/**
 * Read an event.
 *
 * `getEvent`: `GET /v1/events/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getEvent(client: Client, id: string, options?: CallOptions): Call<ListedEvent> {
  return call(client, 'event', 'GET', '/v1/events/{id}', 0, options, id);
}

/** The operations of `autopay.events`. */
export interface EventsResource {
  /**
   * List events.
   *
   * `listEvents`: `GET /v1/events`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listEvents'>, options?: CallOptions): ListCall<ListedEvent>;
  /**
   * Read an event.
   *
   * `getEvent`: `GET /v1/events/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<ListedEvent>;
}

/** The operations of `autopay.events`, with their client. */
export function events(client: Client): EventsResource {
  return bind(client, {
    list: listEvents,
    get: getEvent,
  }) as EventsResource;
}
