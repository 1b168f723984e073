import { common, language } from './here.ts';

/** Of these the service says in English which of several things it is. */
const SAID_CLOSER: ReadonlySet<string> = new Set(['verification_failed']);

/** What the service refused, in the language of this page; in the service's own English where that says more, or the catalogue does not know the code. */
export function refusalInWords({ code, message }: { code: string; message: string }): string {
  const refusals: { readonly [code: string]: string } = common.refusals;
  if (!Object.hasOwn(refusals, code)) return message;
  return SAID_CLOSER.has(code) && language.tag.startsWith('en') ? message : refusals[code]!;
}
