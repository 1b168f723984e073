import type { NewEvent } from '../events/record-events.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { presentCharge } from '../../rules/charges/present.ts';
import type { ChargeRow } from './queries.ts';

/** An event about a charge in the state of `row`. `createdAt` in the merchant's Unix seconds. */
export function chargeEvent(
  type: Extract<NewEvent['type'], `charge.${string}`>,
  row: ChargeRow,
  mandate: MandateRow,
  createdAt: number,
): NewEvent {
  const object = presentCharge(row, mandate);
  return {
    type,
    object,
    mandateId: mandate.id,
    chargeId: row.id,
    createdAt,
    occurrence: occurrenceOf(type, row),
  };
}

/**
 * A charge is scheduled and announced once per period it moves to, and fails once per attempt there. Everything else
 * happens once.
 */
function occurrenceOf(type: NewEvent['type'], { periodIndex, attempts }: ChargeRow): string {
  if (type === 'charge.scheduled' || type === 'charge.upcoming') return `${periodIndex}`;
  if (type === 'charge.failed') return `${periodIndex}/${attempts}`;
  return '';
}
