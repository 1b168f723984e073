import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Db, Sql } from '../db/connect.ts';
import { eventsInsert } from '../events/queries.ts';
import { eventRows } from '../events/record-events.ts';
import type { IdempotencyClaim, StoredResponse } from '../http/context.ts';
import { jobsInsert } from '../jobs/enqueue.ts';
import { gathered } from '../lib/gathered.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { planPublisherWakeUp } from '../mandates/publish-queries.ts';
import { mandateInsert, type MandateRow } from '../mandates/queries.ts';
import { groupOf } from '../merchants/tenant.ts';
import { insertDeliveries, newDelivery } from '../webhooks/queries.ts';
import { wakeUps } from '../webhooks/wake.ts';
import { type Surroundings, surroundingsHeld } from './surroundings.ts';

/** The response to store with a mandate. */
export interface Answer {
  idempotency: IdempotencyClaim;
  response: StoredResponse;
}

/** A mandate to insert, with what its dates and deliveries follow from. */
interface NewMandate {
  mandate: MandateRow;
  surroundings: Surroundings;
  answer: Answer | null;
  audit: AuditTrail | null;
}

/** `moved`: the surroundings have changed. `takenOver`: another request holds the Idempotency-Key. */
type Outcome = 'inserted' | 'moved' | 'takenOver';

/**
 * Inserts a mandate and its event with their deliveries and wake-ups, with its line in the audit log and its stored response if there are
 * any: all of it with one statement, so that it needs no transaction around it. Returns false, and does nothing, if the merchant is no longer as in
 * `surroundings`. Throws request_in_flight as `IdempotencyClaim.complete` does.
 */
export type WriteMandate<D extends Db> = (
  db: D,
  mandate: MandateRow,
  surroundings: Surroundings,
  answer: Answer | null,
  audit?: AuditTrail | null,
) => Promise<boolean>;

export const insertMandate: WriteMandate<Db> = async (db, mandate, surroundings, answer, audit = null) => {
  const [outcome] = await insertAll(db, [{ mandate, surroundings, answer, audit }]);
  return isInserted(outcome!);
};

/** Outside a transaction: mandates of one merchant that are created at once share a statement, and its commit. */
export const insertMandateGathered: WriteMandate<Sql> = async (
  sql,
  mandate,
  surroundings,
  answer,
  audit = null,
) => {
  const group = `${groupOf(mandate)}/${surroundings.clockOffsetSeconds}/${surroundings.endpointIds.join()}`;
  const outcome = await insertGathered(sql, group, { mandate, surroundings, answer, audit });
  if (outcome instanceof Error) throw outcome;
  return isInserted(outcome);
};

function isInserted(outcome: Outcome): boolean {
  if (outcome === 'takenOver') throw new ApiError('request_in_flight');
  return outcome === 'inserted';
}

/** Each number of mandates is a statement of its own to prepare. */
const MOST_AT_ONCE = 8;

const insertGathered = gathered(
  async (sql: Sql, asked: readonly NewMandate[]): Promise<readonly (Outcome | Error)[]> => {
    try {
      return await insertAll(sql, asked);
    } catch (error) {
      if (asked.length === 1) return [error as Error];
      // One that cannot be inserted must not fail the others. If they were inserted after all, their ids and keys are taken.
      const alone = await Promise.allSettled(asked.map((one) => insertAll(sql, [one])));
      return alone.map((one) => (one.status === 'fulfilled' ? one.value[0]! : (one.reason as Error)));
    }
  },
  MOST_AT_ONCE,
);

/** Inserts mandates of one merchant that have the same surroundings. */
async function insertAll(db: Db, all: readonly NewMandate[]): Promise<Outcome[]> {
  const { mandate: tenant, surroundings } = all[0]!;
  const { endpointIds } = surroundings;
  const isHeld = db`exists (select 1 from held)`;
  const parts = all.map((one, at) => insertOne(db, one, at));
  const areCompleted = all.map(
    (_, at) => db`${at === 0 ? db`` : db`,`} exists (select 1 from ${db(`completion_${at}`)})`,
  );
  const isAnyCompleted = db`true = any(array[${areCompleted}])`;
  const wantsPlan = all.some(({ mandate }) => mandate.planPublishAt !== null);
  const [read] = await db<[{ isHeld: boolean; areCompleted: boolean[] }]>`
    with held as (${surroundingsHeld(db, tenant, surroundings)}) ${parts}
    select ${isHeld} as is_held, array[${areCompleted}] as are_completed
      ${endpointIds.length === 0 ? db`` : db`, (${jobsInsert(db, wakeUps(endpointIds), isAnyCompleted)}) as dispatchers`}
      ${wantsPlan ? db`, (${planPublisherWakeUp(db, tenant.livemode, isAnyCompleted)}) as publishers` : db``}`;
  return read.areCompleted.map((isCompleted) =>
    isCompleted ? 'inserted' : read.isHeld ? 'takenOver' : 'moved',
  );
}

/** For a `with` list: a mandate with all that comes with it, which is inserted once its response is stored. */
function insertOne(db: Db, { mandate, surroundings, answer, audit }: NewMandate, at: number) {
  const events = eventRows(mandate, [mandateEvent('mandate.created', mandate, mandate.createdAt)]);
  const completion =
    answer === null
      ? db`select 1 from held`
      : answer.idempotency.completion(db, answer.response, db`exists (select 1 from held)`);
  const isCompleted = db`exists (select 1 from ${db(`completion_${at}`)})`;
  const deliveries = events.flatMap(({ id }) =>
    surroundings.endpointIds.map((endpointId) => newDelivery(id, endpointId)),
  );
  const delivery = insertDeliveries(db, mandate, deliveries, mandate.recordedAt, isCompleted);
  return db`
    , ${db(`completion_${at}`)} as (${completion})
    , ${db(`mandate_${at}`)} as (${mandateInsert(db, mandate, isCompleted)})
    , ${db(`event_${at}`)} as (${eventsInsert(db, mandate, events, isCompleted)})
    ${audit === null ? db`` : db`, ${db(`audit_${at}`)} as (${audit.insertion(db, mandate.id, isCompleted)})`}
    ${deliveries.length === 0 ? db`` : db`, ${db(`delivery_${at}`)} as (${delivery})`}`;
}
