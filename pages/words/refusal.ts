import { common } from './here.ts';

/** What the service refused, in the language of this page; in the service's own English where the catalogue does not know the code. */
export function refusalInWords({ code, message }: { code: string; message: string }): string {
  return Object.hasOwn(common.refusals, code)
    ? common.refusals[code as keyof typeof common.refusals]
    : message;
}
