/**
 * What an endpoint without a filter gets: the types of the first interface (specification, "Event kinds"). It never grows. A receiver that
 * was written for these ten would be sent something it does not know: a type added later goes to endpoints whose filter names it.
 */
export const STANDARD_EVENTS = [
  'mandate.created',
  'mandate.activated',
  'mandate.completed',
  'mandate.revoked',
  'mandate.expired',
  'charge.scheduled',
  'charge.succeeded',
  'charge.failed',
  'charge.abandoned',
  'charge.skipped',
] as const;

/** What an endpoint gets; null: no filter. */
export interface Filtered<Type extends string = string> {
  events: readonly Type[] | null;
}

/** The filter that a request asks for, as it is kept: in the order of the list of types, whatever order was asked for. */
export function filterOf<Type extends string>(requested: readonly Type[] | undefined): Type[] | null {
  if (requested === undefined) return null;
  const rank = (type: string) => (STANDARD_EVENTS as readonly string[]).indexOf(type);
  // Types of later versions come after the first ten.
  const place = (type: string) => (rank(type) === -1 ? STANDARD_EVENTS.length : rank(type));
  return [...requested].sort((a, b) => place(a) - place(b));
}

/** Whether an endpoint gets events of `type`. */
export function receives({ events }: Filtered, type: string): boolean {
  return (events ?? (STANDARD_EVENTS as readonly string[])).includes(type);
}
