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

/** Types that came later, in the order of the contract's list: they go where a filter names them, and nowhere else. */
export const OPT_IN_EVENTS = [
  'charge.upcoming',
  'mandate.authorization_expiring',
  'refund.succeeded',
  'refund.failed',
] as const;

/** Types that only a subscription has: they never happen where only one-time purchases are sold (specification, "Event kinds"). */
export const RECURRING_EVENTS: ReadonlySet<string> = new Set([
  'charge.scheduled',
  'charge.failed',
  'charge.abandoned',
  'charge.upcoming',
  'mandate.authorization_expiring',
]);

/** Every type, in the order of the contract's list. */
const ALL_EVENTS: readonly string[] = [...STANDARD_EVENTS, ...OPT_IN_EVENTS];

/** What an endpoint gets; null: no filter. */
export interface Filtered<Type extends string = string> {
  events: readonly Type[] | null;
}

/** The filter that a request asks for, as it is kept: in the order of the list of types, whatever order was asked for. */
export function filterOf<Type extends string>(requested: readonly Type[] | undefined): Type[] | null {
  if (requested === undefined) return null;
  return [...requested].sort((a, b) => ALL_EVENTS.indexOf(a) - ALL_EVENTS.indexOf(b));
}

/** Whether an endpoint gets events of `type`. */
export function receives({ events }: Filtered, type: string): boolean {
  return (events ?? (STANDARD_EVENTS as readonly string[])).includes(type);
}

/** Whether a list of events that names no type has this one; by default it has what an endpoint without a filter gets. */
export function isListed(types: 'standard' | 'all' | undefined, type: string): boolean {
  return types === 'all' || receives({ events: null }, type);
}
