import type { Db } from '../db/connect.ts';

/** A row of `mails` while it waits. Real time. */
export interface WaitingMail {
  id: string;
  kind: string;
  language: string;
  merchantId: string | null;
  livemode: boolean | null;
  box: Buffer;
  /** With the one that it was claimed for. */
  attempts: number;
  usefulUntil: number;
  createdAt: number;
}

type NewMail = Omit<WaitingMail, 'attempts'> & {
  recipient: Buffer;
  onceKey: string | null;
  /** 0 is sent before 1. */
  priority: 0 | 1;
  nextAttemptAt: number;
};

/** Returns false, and writes nothing, if there is one with its `onceKey`. */
export async function insertMail(tx: Db, mail: NewMail): Promise<boolean> {
  const rows = await tx`
    insert into mails
      (id, kind, language, merchant_id, livemode, recipient, once_key, box, priority, status, next_attempt_at, useful_until, created_at)
    values (${mail.id}, ${mail.kind}, ${mail.language}, ${mail.merchantId}, ${mail.livemode}, ${mail.recipient}, ${mail.onceKey},
      ${mail.box}, ${mail.priority}, 'waiting', ${mail.nextAttemptAt}, ${mail.usefulUntil}, ${mail.createdAt})
    on conflict (once_key) where once_key is not null do nothing
    returning id`;
  return rows.length > 0;
}

/** How many of a kind one recipient was to get, whatever became of them. */
export async function countMailsTo(
  db: Db,
  { recipient, kind, now }: { recipient: Buffer; kind: string; now: number },
): Promise<{ inHour: number; inDay: number }> {
  const [row] = await db<[{ inHour: number; inDay: number }]>`
    select count(*) filter (where created_at > ${now - 3_600})::int as in_hour, count(*)::int as in_day
    from mails where recipient = ${recipient} and kind = ${kind} and created_at > ${now - 86_400}`;
  return row;
}

/** How many links to confirm an address went out in a merchant's name, whatever became of them. */
export async function countConfirmations(
  db: Db,
  { merchantId, livemode }: { merchantId: string; livemode: boolean },
  since: number,
): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from mails
    where kind = 'payer_confirm' and merchant_id = ${merchantId} and livemode = ${livemode} and created_at > ${since}`;
  return row.count;
}

/** Claims up to `take` mails that are due until `until`: whoever claimed one ends it or sets its next time before. */
export function claimMails(
  db: Db,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<WaitingMail[]> {
  return db<WaitingMail[]>`
    update mails set attempts = attempts + 1, next_attempt_at = ${until}
    where id in (
      select id from mails where next_attempt_at <= ${now}
      order by priority, next_attempt_at limit ${take} for update skip locked)
    returning id, kind, language, merchant_id, livemode, box, attempts, useful_until, created_at`;
}

/** When the next waiting mail is due; null if none waits. */
export async function findNextMail(db: Db): Promise<number | null> {
  const [{ next }] = await db<[{ next: number | null }]>`
    select min(next_attempt_at) as next from mails where next_attempt_at is not null`;
  return next;
}

/** It is sent, whoever else has claimed it since. */
export async function markMailSent(
  db: Db,
  { id, answer, now }: { id: string; answer: string; now: number },
): Promise<void> {
  await db`
    update mails set status = 'sent', answer = ${answer}, box = null, next_attempt_at = null, ended_at = ${now}
    where id = ${id} and status = 'waiting'`;
}

/** It is given up, unless somebody else has claimed it since. */
export async function markMailFailed(
  db: Db,
  mail: Pick<WaitingMail, 'id' | 'attempts'>,
  { reason, answer, now }: { reason: 'refused' | 'expired'; answer: string | null; now: number },
): Promise<void> {
  await db`
    update mails
    set status = 'failed', reason = ${reason}, answer = coalesce(${answer}, answer), box = null, next_attempt_at = null, ended_at = ${now}
    where id = ${mail.id} and attempts = ${mail.attempts} and status = 'waiting'`;
}

/** It is tried again at `nextAttemptAt`, unless somebody else has claimed it since. */
export async function retryMail(
  db: Db,
  mail: Pick<WaitingMail, 'id' | 'attempts'>,
  { answer, nextAttemptAt }: { answer: string; nextAttemptAt: number },
): Promise<void> {
  await db`
    update mails set answer = ${answer}, next_attempt_at = ${nextAttemptAt}
    where id = ${mail.id} and attempts = ${mail.attempts} and status = 'waiting'`;
}

/** Rows that ended so long ago; what they said and whom they went to was deleted when they did. */
export const MAILS_KEPT_SECONDS = 30 * 86_400;

/** Deletes what ended longer ago than it is kept. */
export async function deleteOldMails(db: Db, now: number): Promise<void> {
  await db`delete from mails where ended_at < ${now - MAILS_KEPT_SECONDS}`;
}
