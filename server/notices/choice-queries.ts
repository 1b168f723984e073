import type { Role } from '../../rules/merchants/role.ts';
import { type NoticeChoices, nextDigestAt, usualChoices } from '../../rules/notices/choices.ts';
import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import type { Db, Tx } from '../db/connect.ts';
import { chosenLanguage } from '../memberships/language.ts';

/** A member of a merchant, and what they want to be told. */
export interface Reader extends NoticeChoices {
  accountId: string;
  email: string;
  role: Role;
}

/** Whose choices: a person's, at a merchant. */
export interface Place {
  accountId: string;
  merchantId: string;
}

type ReaderRow = {
  accountId: string;
  merchantId: string;
  email: string;
  role: Role;
  elsewhere: NoticeLanguage | null;
} & {
  [K in keyof NoticeChoices]: NoticeChoices[K] | null;
};

/** Everybody in these merchants, with what they chose or what is usual for their role. */
export async function listReaders(
  db: Db,
  merchantIds: readonly string[],
): Promise<(Reader & { merchantId: string })[]> {
  const rows = await db<
    ReaderRow[]
  >`${readers(db)} where m.merchant_id = any(${merchantIds as string[]}::text[])`;
  return rows.map(readerOf);
}

/** A member with their choices; null if they are none. */
export async function findReader(db: Db, { accountId, merchantId }: Place): Promise<Reader | null> {
  const [row] = await db<ReaderRow[]>`
    ${readers(db)} where m.merchant_id = ${merchantId} and m.account_id = ${accountId}`;
  return row === undefined ? null : readerOf(row);
}

function readers(db: Db) {
  return db`
    select m.account_id, m.merchant_id, m.role, a.email, n.kinds, n.also_test, n.language, n.time_zone, n.digest_hour,
      ${chosenLanguage(db, db`m.account_id`)} as elsewhere
    from memberships m join accounts a on a.id = m.account_id
    left join notice_choices n on n.account_id = m.account_id and n.merchant_id = m.merchant_id`;
}

function readerOf({ accountId, merchantId, email, role, elsewhere, ...chosen }: ReaderRow) {
  const choices = chosen.kinds === null ? usualChoices(role, elsewhere) : (chosen as NoticeChoices);
  return { ...choices, accountId, merchantId, email, role };
}

/** Replaces a member's choices. */
export async function setChoices(
  db: Db,
  { accountId, merchantId }: Place,
  choices: NoticeChoices,
  now: number,
): Promise<void> {
  const { kinds, alsoTest, language, timeZone, digestHour } = choices;
  const digestAt = nextDigestAt(now, choices);
  await db`
    insert into notice_choices (account_id, merchant_id, kinds, also_test, language, time_zone, digest_hour, digest_at, updated_at)
    values (${accountId}, ${merchantId}, ${kinds as string[]}::text[], ${alsoTest}, ${language}, ${timeZone}, ${digestHour}, ${digestAt}, ${now})
    on conflict (account_id, merchant_id) do update
    set kinds = excluded.kinds, also_test = excluded.also_test, language = excluded.language, time_zone = excluded.time_zone,
      digest_hour = excluded.digest_hour, digest_at = excluded.digest_at, updated_at = excluded.updated_at`;
}

/** Writes down what is usual for those who never chose, so that their digests fall due. Few at a time: the rest follows with the next round. */
export async function writeUsualChoices(tx: Tx, now: number, take: number): Promise<void> {
  const rows = await tx<(Place & { role: Role; elsewhere: NoticeLanguage | null })[]>`
    select m.account_id, m.merchant_id, m.role, ${chosenLanguage(tx, tx`m.account_id`)} as elsewhere from memberships m
    where not exists (select from notice_choices n where n.account_id = m.account_id and n.merchant_id = m.merchant_id)
    limit ${take} for key share of m skip locked`;
  for (const { role, elsewhere, ...place } of rows) {
    await setChoices(tx, place, usualChoices(role, elsewhere), now);
  }
}

/** Members whose digest is due, claimed for this transaction. */
export async function lockDueDigests(tx: Tx, now: number, take: number): Promise<Place[]> {
  return tx<Place[]>`
    select account_id, merchant_id from notice_choices
    where digest_at <= ${now} and 'daily_digest' = any(kinds)
    order by digest_at limit ${take} for update skip locked`;
}

/** Sets when a member's next digest is due. */
export async function setDigestAt(tx: Tx, { accountId, merchantId }: Place, digestAt: number): Promise<void> {
  await tx`
    update notice_choices set digest_at = ${digestAt} where account_id = ${accountId} and merchant_id = ${merchantId}`;
}
