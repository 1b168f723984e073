import type { components } from '../generated/api.ts';
import { UsageError } from './command.ts';
import { didYouMean } from './nearest.ts';

type EventKind = components['schemas']['EventType'];

/**
 * Every event type with its meaning. A type added to the contract fails the build until it is listed here.
 */
export const EVENT_KINDS: Readonly<Record<EventKind, string>> = {
  'mandate.created': 'An authorization was created; for a one-time purchase the order opened.',
  'mandate.activated': "The payer's signature landed on chain.",
  'mandate.completed': 'Nothing further will be charged.',
  'mandate.revoked': 'The payer cancelled on chain, the merchant revoked, or retries were exhausted.',
  'mandate.expired': 'The mandate passed its end date.',
  'charge.scheduled': 'A future charge was placed on the schedule.',
  'charge.succeeded': 'Money moved. This is the event that means payment was received.',
  'charge.failed': 'An attempt failed and will be retried.',
  'charge.abandoned': 'Retries are exhausted or the allowance is gone; no more attempts.',
  'charge.skipped': 'The charge fell due when the mandate was no longer active.',
  'charge.upcoming': 'A charge comes up: 3 days before it is due, for periods of 7 days and more.',
  'mandate.authorization_expiring': 'What the payer approved runs out soon.',
  'refund.succeeded': 'A refund reached the payer.',
  'refund.failed': 'A refund will not happen: its amount can be refunded again.',
};

const NAMES = Object.keys(EVENT_KINDS) as EventKind[];

/** `name` if it is an event type. Throws UsageError with the nearest match and the whole list. */
export function readEventKind(name: string): EventKind {
  const kind = NAMES.find((each) => each === name);
  if (kind !== undefined) return kind;
  throw new UsageError(
    `"${name}" is no kind of event.${didYouMean(name, NAMES)}\nThe kinds are:\n${describeKinds()}`,
  );
}

/** One line for each type. */
export function describeKinds(): string {
  const width = Math.max(...NAMES.map(({ length }) => length));
  return NAMES.map((name) => `  ${name.padEnd(width)}  ${EVENT_KINDS[name]}`).join('\n');
}
