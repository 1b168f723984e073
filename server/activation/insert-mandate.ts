import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import { linesInsert } from '../audit/queries.ts';
import type { Db, Sql, Statement } from '../db/connect.ts';
import { eventsInsert } from '../events/queries.ts';
import { eventRows } from '../events/record-events.ts';
import type { IdempotencyClaim, StoredResponse } from '../http/context.ts';
import { jobsInsert } from '../jobs/enqueue.ts';
import { gathered } from '../lib/gathered.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { planPublisherWakeUp } from '../mandates/publish-queries.ts';
import { type MandateRow, mandatesInsert } from '../mandates/queries.ts';
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
  const [{ mandate: tenant, surroundings }] = all as [NewMandate];
  const { endpointIds } = surroundings;
  const mandates = all.map(({ mandate }) => mandate);
  const events = eventRows(
    tenant,
    mandates.map((mandate) => mandateEvent('mandate.created', mandate, mandate.createdAt)),
  );
  const lines = all.flatMap(({ mandate, audit }) => audit?.lineOf(mandate.id) ?? []);
  const deliveries = events.flatMap(({ id }) => endpointIds.map((endpointId) => newDelivery(id, endpointId)));
  const isAny = db`exists (select 1 from completed)`;
  const wantsPlan = mandates.some(({ planPublishAt }) => planPublishAt !== null);
  const [read] = await db<[{ isHeld: boolean; completed: number[] }]>`
    with held as (${surroundingsHeld(db, tenant, surroundings)})
      ${all.map((one, at) => db`, ${db(`answer_${at}`)} as (${completion(db, one)})`)}
      , completed as (${all.map((_, at) => db`${at === 0 ? db`` : db`union all`} select ${mandates[at]!.id}::text as id, ${at}::integer as at from ${db(`answer_${at}`)}`)})
      , mandate as (${mandatesInsert(db, mandates, db`m.id in (select id from completed)`)})
      , event as (${eventsInsert(db, tenant, events, db`e.mandate_id in (select id from completed)`)} returning id)
      ${lines.length === 0 ? db`` : db`, line as (${linesInsert(db, lines, db`l.resource_id in (select id from completed)`)})`}
      ${deliveries.length === 0 ? db`` : db`, delivery as (${insertDeliveries(db, tenant, deliveries, tenant.recordedAt, db`d.event_id in (select id from event)`)})`}
    select exists (select 1 from held) as is_held, array(select at from completed) as completed
      ${endpointIds.length === 0 ? db`` : db`, (${jobsInsert(db, wakeUps(endpointIds), isAny)}) as dispatchers`}
      ${wantsPlan ? db`, (${planPublisherWakeUp(db, tenant.livemode, isAny)}) as publishers` : db``}`;
  const completed = new Set(read.completed);
  return all.map((_, at) => (completed.has(at) ? 'inserted' : read.isHeld ? 'takenOver' : 'moved'));
}

/** For a `with` list: a row if the mandate is to be inserted, because its response is stored. */
function completion(db: Db, { answer }: NewMandate): Statement {
  const isHeld = db`exists (select 1 from held)`;
  if (answer === null) return db`select 1 from held`;
  return answer.idempotency.completion(db, answer.response, isHeld);
}
