import { common } from './here.ts';

/** What the service refused, in the language of this page; in the service's own English where the catalogue does not know the code. */
export function refusalInWords({ code, message }: { code: string; message: string }): string {
  const refusals: { readonly [code: string]: string | undefined } = common.refusals;
  return (Object.hasOwn(refusals, code) ? refusals[code] : undefined) ?? message;
}
