import { ApiError } from '../../rules/api-error.ts';
import type { Tx } from '../db/connect.ts';
import { eventsInsert } from '../events/queries.ts';
import { deliverEvents, eventRows } from '../events/record-events.ts';
import type { IdempotencyClaim, StoredResponse } from '../http/context.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { isPlanPublisherWoken, wakePlanPublisher } from '../mandates/publish-queries.ts';
import { mandateInsert, type MandateRow } from '../mandates/queries.ts';
import type { Moment } from '../merchants/moment.ts';
import { endpointIds } from '../webhooks/queries.ts';

/** The response to store with a mandate. */
export interface Answer {
  idempotency: IdempotencyClaim;
  response: StoredResponse;
}

/**
 * Inserts a mandate and its event, and stores the response if there is one, with one statement; what hangs on them, deliveries and
 * wake-ups, with one more each where there are any. Throws request_in_flight as `IdempotencyClaim.complete` does.
 */
export async function insertMandate(
  tx: Tx,
  mandate: MandateRow,
  moment: Moment,
  answer: Answer | null,
): Promise<void> {
  const { livemode } = mandate;
  const events = eventRows(mandate, [mandateEvent('mandate.created', mandate, moment.now)]);
  const completion = answer === null ? tx`select 1` : answer.idempotency.completion(tx, answer.response);
  const [read] = await tx<{ endpointIds: string[]; isWoken: boolean; isCompleted: boolean }[]>`
    with mandate as (${mandateInsert(tx, mandate)}),
      event as (${eventsInsert(tx, mandate, events)}),
      completion as (${completion})
    select ${endpointIds(tx, mandate)} as endpoint_ids,
      ${isPlanPublisherWoken(tx, livemode)} as is_woken,
      exists (select 1 from completion) as is_completed`;
  if (!read!.isCompleted) throw new ApiError('request_in_flight');
  await deliverEvents(tx, mandate, events, { ...read!, ...moment });
  if (mandate.planPublishAt !== null && !read!.isWoken) await wakePlanPublisher(tx, livemode);
}
