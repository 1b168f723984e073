// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions } from '../../types.ts';
import type { LiveChecklist } from '../models.ts';

/**
 * What live money still needs.
 *
 * Whether the deployment and the merchant are ready for real money, what is missing, and who must do it. About live mode, whatever the mode of the request.
 *
 * `getLiveChecklist`: `GET /v1/live_checklist`.
 *
 * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getLiveChecklist(client: Client, options?: CallOptions): Call<LiveChecklist> {
  return call(client, 'live_checklist', 'GET', '/v1/live_checklist', 0, options);
}

/** The operations of `autopay.liveChecklist`. */
export interface LiveChecklistResource {
  /**
   * What live money still needs.
   *
   * Whether the deployment and the merchant are ready for real money, what is missing, and who must do it. About live mode, whatever the mode of the request.
   *
   * `getLiveChecklist`: `GET /v1/live_checklist`.
   *
   * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(options?: CallOptions): Call<LiveChecklist>;
}

/** The operations of `autopay.liveChecklist`, with their client. */
export function liveChecklist(client: Client): LiveChecklistResource {
  return bind(client, {
    get: getLiveChecklist,
  }) as LiveChecklistResource;
}
