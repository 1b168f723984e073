import type { Sql } from '../db/connect.ts';

/** A row of `plan_attempts`: the last transaction sent to publish a mandate's plan. */
export interface PlanAttempt {
  mandateId: string;
  signature: string;
  lastValidBlockHeight: number;
}

/** What was sent for these mandates and is not known to have landed. */
export function listPlanAttempts(sql: Sql, mandateIds: readonly string[]): Promise<PlanAttempt[]> {
  return sql<PlanAttempt[]>`
    select mandate_id, signature, last_valid_block_height from plan_attempts
    where mandate_id = any(${mandateIds as string[]}::text[])`;
}

/** Stores what is about to be sent, before sending. */
export async function savePlanAttempts(sql: Sql, attempts: readonly PlanAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await sql`
    insert into plan_attempts ${sql(attempts as unknown as Record<string, string>[])}
    on conflict (mandate_id) do update
      set signature = excluded.signature, last_valid_block_height = excluded.last_valid_block_height`;
}

/**
 * Records the transaction that published plans for the mandates it was sent for; the first one counts.
 * Mandates whose plan has changed since are skipped.
 */
export async function recordPlanSignature(sql: Sql, signature: string): Promise<void> {
  // Locked in the order of their ids, as everywhere: two batches cannot wait for each other.
  await sql`
    with unpublished as (
      select id from mandates
      where id in (select mandate_id from plan_attempts where signature = ${signature}) and plan_signature is null
      order by id for update),
    forgotten as (delete from plan_attempts where signature = ${signature})
    update mandates set plan_signature = ${signature}, plan_publish_at = null, version = version + 1
    where id in (select id from unpublished)`;
}
