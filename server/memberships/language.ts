import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import type { Db, Statement } from '../db/connect.ts';

/** What an account's mails are written in until its person chooses. */
export const FIRST_LANGUAGE: NoticeLanguage = 'en';

/** For a select: the language that a person chose last for notices, at whichever merchant; null if they never did. */
export function chosenLanguage(db: Db, accountId: Statement): Statement {
  return db`(
    select c.language from notice_choices c where c.account_id = ${accountId} order by c.updated_at desc, c.merchant_id limit 1)`;
}

/** The language of mails to a person that are about no merchant's notices: about their sign-in, or in their name. */
export async function findLanguage(db: Db, accountId: string): Promise<NoticeLanguage> {
  const [row] = await db<[{ language: NoticeLanguage | null }]>`
    select ${chosenLanguage(db, db`${accountId}`)} as language`;
  return row.language ?? FIRST_LANGUAGE;
}
