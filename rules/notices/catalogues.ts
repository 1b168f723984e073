import { en } from './catalogue/en.ts';
import { es } from './catalogue/es.ts';
import type { Notice, NoticeLanguage } from './notice.ts';
import type { NoticeCatalogue, Surroundings, Words } from './words.ts';
import { noticeWriter } from './writer.ts';

/** Every language of mails. */
export const NOTICE_CATALOGUES: { readonly [Language in NoticeLanguage]: NoticeCatalogue } = { en, es };

/** What a notice says in a language. */
export function wordsOf(notice: Notice, language: NoticeLanguage, around: Surroundings): Words {
  const say = NOTICE_CATALOGUES[language].notices[notice.kind] as (
    notice: Notice,
    write: ReturnType<typeof noticeWriter>,
    around: Surroundings,
  ) => Words;
  return say(notice, noticeWriter(language), around);
}
