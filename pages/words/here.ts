import type { Catalogue } from './catalogue/en.ts';
import { type Language, writerOf } from './formats.ts';

/** The parts of a catalogue that a page loads. */
export type Section = 'common' | 'checkout' | 'paying' | 'portal';

declare global {
  /** Set by the page's files of words, which run before the scripts that speak them: only the language in use is loaded. */
  var autopayWords: (Pick<Catalogue, 'formats'> & Partial<Pick<Catalogue, Section>>) | undefined;
}

/** The words of this page, of a section that its file has. */
export function sectionHere<S extends Section>(name: S): Catalogue[S] {
  const section = globalThis.autopayWords?.[name];
  if (section === undefined) throw new Error(`Bug: this page was served without the words of ${name}.`);
  return section as Catalogue[S];
}

/** What pages for payers share. */
export const common = sectionHere('common');

/** The language that the server chose for this page. */
export const language: Language = {
  tag: globalThis.document?.documentElement.lang ?? 'en',
  dir: globalThis.document?.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
};

/** A name within a sentence, which keeps its own direction. */
export function isolated(name: string): string {
  const isForeign = language.dir === 'rtl' || RIGHT_TO_LEFT.test(name);
  // U+2068 and U+2069: the first strong character decides.
  return isForeign ? `\u2068${name}\u2069` : name;
}

/** Hebrew, Arabic and the scripts beside them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Amounts and times in the language of this page. */
export const {
  amountInWords,
  priceInWords,
  dayInWords,
  momentInWords,
  exactMomentInWords,
  timeInWords,
  durationInWords,
  periodInWords,
  rateInWords,
} = writerOf(globalThis.autopayWords!.formats, language);
