import type { Request } from 'express';
import { LANGUAGES, languageOf, type Spoken, spokenIn } from '../languages.ts';

/** The language that the address asks for with `lang`, for those without a script; or else as on every page. */
export function languageFor(req: Request): Spoken {
  const asked = req.query['lang'];
  return typeof asked === 'string' && LANGUAGES.has(asked) ? spokenIn(asked) : languageOf(req);
}

/** A moment with its zone, which is UTC. */
export function utcMoment(spoken: Spoken, at: number): string {
  return `${spoken.momentInWords(at, 0)} UTC`;
}

/** A country by its code. */
export function countryInWords({ tag }: Spoken, code: string): string {
  return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code;
}
