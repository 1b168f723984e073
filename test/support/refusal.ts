import type { Answer } from './service.ts';

/** An error in one line for comparing: status, code and, if one field is at fault, its name. */
export function refusal({ status, body }: Answer): string {
  const { code, param } = body?.error ?? { code: `no error but ${JSON.stringify(body)}` };
  return [status, code, param].filter((part) => part !== undefined).join(' ');
}
