import type { Client } from './client.ts';

type Bound<F> = F extends (client: Client, ...args: infer A) => infer R ? (...args: A) => R : never;

/** Turns functions that take a client first into methods of that client. */
export function bind<F extends Record<string, (client: Client, ...args: never[]) => unknown>>(
  client: Client,
  functions: F,
): { [K in keyof F]: Bound<F[K]> } {
  return Object.fromEntries(
    Object.entries(functions).map(([name, each]) => [name, each.bind(null, client)]),
  ) as { [K in keyof F]: Bound<F[K]> };
}
