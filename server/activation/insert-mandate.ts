import { ApiError } from '../../rules/api-error.ts';
import type { Db } from '../db/connect.ts';
import { eventsInsert } from '../events/queries.ts';
import { deliveriesOf, eventRows } from '../events/record-events.ts';
import type { IdempotencyClaim, StoredResponse } from '../http/context.ts';
import { jobsInsert } from '../jobs/enqueue.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { planPublisherWakeUp } from '../mandates/publish-queries.ts';
import { mandateInsert, type MandateRow } from '../mandates/queries.ts';
import { insertDeliveries } from '../webhooks/queries.ts';
import { wakeUps } from '../webhooks/wake.ts';
import { type Surroundings, surroundingsHeld } from './surroundings.ts';

/** The response to store with a mandate. */
export interface Answer {
  idempotency: IdempotencyClaim;
  response: StoredResponse;
}

/**
 * Inserts a mandate and its event with their deliveries and wake-ups, and stores the response if there is one: all of it with one
 * statement, so that it needs no transaction around it. Returns false, and does nothing, if the merchant is no longer as in
 * `surroundings`, from which the mandate's dates and deliveries follow. Throws request_in_flight as `IdempotencyClaim.complete` does.
 */
export async function insertMandate(
  db: Db,
  mandate: MandateRow,
  surroundings: Surroundings,
  answer: Answer | null,
): Promise<boolean> {
  const { endpointIds } = surroundings;
  const events = eventRows(mandate, [mandateEvent('mandate.created', mandate, mandate.createdAt)]);
  const isHeld = db`exists (select 1 from held)`;
  const completion =
    answer === null ? db`select 1 from held` : answer.idempotency.completion(db, answer.response, isHeld);
  const isCompleted = db`exists (select 1 from completion)`;
  const deliveries = insertDeliveries(
    db,
    mandate,
    deliveriesOf(events, endpointIds),
    mandate.recordedAt,
    isCompleted,
  );
  const [read] = await db<{ isHeld: boolean; isCompleted: boolean }[]>`
    with held as (${surroundingsHeld(db, mandate, surroundings)}),
      completion as (${completion}),
      mandate as (${mandateInsert(db, mandate, isCompleted)}),
      event as (${eventsInsert(db, mandate, events, isCompleted)})
      ${endpointIds.length === 0 ? db`` : db`, delivery as (${deliveries})`}
    select ${isHeld} as is_held, ${isCompleted} as is_completed
      ${endpointIds.length === 0 ? db`` : db`, (${jobsInsert(db, wakeUps(endpointIds), isCompleted)}) as dispatchers`}
      ${mandate.planPublishAt === null ? db`` : db`, (${planPublisherWakeUp(db, mandate.livemode, isCompleted)}) as publishers`}`;
  if (read!.isHeld && !read!.isCompleted) throw new ApiError('request_in_flight');
  return read!.isCompleted;
}
