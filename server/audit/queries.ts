import type { Actor, AuditLine } from '../../rules/audit/present.ts';
import type { Db, Sql, Statement, Tx } from '../db/connect.ts';
import { recordsetOf } from '../db/recordset.ts';
import { unflushed } from '../db/unflushed.ts';
import { firstIdOf } from '../lib/ids.ts';

/** A line to insert. Times are real. */
export interface NewLine extends AuditLine {
  /** Null until it is known, and for what concerns no merchant. */
  merchantId: string | null;
}

/** What was found out after a line was written. */
export interface LineEnd extends Pick<
  NewLine,
  'id' | 'merchantId' | 'actor' | 'resourceId' | 'outcome' | 'errorCode' | 'changes'
> {}

/**
 * For a `with` list, or a statement by itself: inserts those lines for which `condition` holds, in which `l` is the line. What a payer's wallet does concerns the merchant and
 * the mode of the mandate, which the line names as its resource. One that is there already stays.
 */
export function linesInsert(db: Db, lines: readonly NewLine[], condition: Statement = db`true`): Statement {
  return db`
    insert into audit_log
      (id, merchant_id, livemode, actor_kind, actor_id, actor_name, actor_role, action, resource_id, outcome, error_code, changes,
       address, user_agent, created_at)
    select l.id, coalesce(l.merchant_id, ${ofMandate(db, 'merchant_id')}), coalesce(${ofMandate(db, 'livemode')}, l.livemode), l.actor_kind, l.actor_id,
      coalesce(l.actor_name, ${nameOfPerson(db)}), l.actor_role, l.action, l.resource_id, l.outcome, l.error_code, l.changes,
      l.address, l.user_agent, l.created_at
    from jsonb_to_recordset(${asJson(lines)}::text::jsonb) as l (
      id text, merchant_id text, livemode boolean, actor_kind text, actor_id text, actor_name text, actor_role text, action text,
      resource_id text, outcome text, error_code text, changes jsonb, address text, user_agent text, created_at bigint)
    where ${condition}
    on conflict (id) do nothing`;
}

/** What the mandate says that a payer's wallet does something to. */
function ofMandate(db: Db, column: 'merchant_id' | 'livemode'): Statement {
  return db`case when l.actor_kind = 'wallet' then (select ${db(column)} from mandates where id = l.resource_id) end`;
}

/** The e-mail address under which the person of a line signs in. */
function nameOfPerson(db: Db): Statement {
  return db`case when l.actor_kind = 'person' then (select email from accounts where id = l.actor_id) end`;
}

/** Inserts lines in the transaction of what they tell of. */
export async function insertLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  await linesInsert(tx, lines);
}

/**
 * Inserts lines before what they tell of. The commit does not wait for the disk: Postgres writes its log in order, so a change that
 * outlives a crash has its line.
 */
export async function insertLinesBefore(sql: Sql, lines: readonly NewLine[]): Promise<void> {
  await linesInsert(sql, lines, sql`exists (select 1 from ${unflushed(sql)})`);
}

/** The merchant at which somebody who tries to sign in was last. */
function chosenMerchant(sql: Sql): Statement {
  return sql`(select p.merchant_id from memberships p where p.account_id = e.actor_id order by p.chosen_at desc limit 1)`;
}

/** Notes how what lines tell of has ended. */
export async function endLines(sql: Sql, ends: readonly LineEnd[]): Promise<void> {
  await sql`
    update audit_log a set
      merchant_id = coalesce(a.merchant_id, e.merchant_id, ${chosenMerchant(sql)}),
      actor_kind = e.actor_kind, actor_id = coalesce(e.actor_id, a.actor_id), actor_name = coalesce(
        e.actor_name, a.actor_name, (select p.email from accounts p where e.actor_kind = 'person' and p.id = e.actor_id)),
      actor_role = coalesce(e.actor_role, a.actor_role),
      resource_id = e.resource_id, outcome = e.outcome, error_code = e.error_code, changes = e.changes
    from jsonb_to_recordset(${asJson(ends)}::text::jsonb) as e (
      id text, merchant_id text, actor_kind text, actor_id text, actor_name text, actor_role text, resource_id text, outcome text,
      error_code text, changes jsonb), ${unflushed(sql)}
    where a.id = e.id`;
}

function columnsOf<Line extends { actor: Actor }>({ actor, ...line }: Line): object {
  return { ...line, actorKind: actor.kind, actorId: actor.id, actorName: actor.name, actorRole: actor.role };
}

/** No value has a NUL, which Postgres refuses. */
function asJson(lines: readonly { actor: Actor }[]): string {
  return recordsetOf(lines.map(columnsOf)).replaceAll('\\u0000', '');
}

/** 400 days: a year of business, and the weeks in which it is looked back on. */
const KEPT_SECONDS = 400 * 86_400;
/** The id of a line is made a moment before or after its time is read. */
const SLACK_SECONDS = 600;
/** Some ten milliseconds of Postgres; a sweep every 15 s deletes far more than is written. */
const DELETED_AT_ONCE = 5_000;

/** Deletes lines that are 400 days old, the oldest first; returns how many. */
export async function deleteOldLines(sql: Sql, now: number): Promise<number> {
  const last = now - KEPT_SECONDS;
  const { count } = await sql`
    delete from audit_log where id in (
      select id from audit_log
      where id < ${firstIdOf('auditEntry', (last + SLACK_SECONDS) * 1000)} and created_at <= ${last}
      order by id limit ${DELETED_AT_ONCE})`;
  return count;
}
