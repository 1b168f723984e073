import type { NewEvent } from '../events/record-events.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { MandateRow } from './queries.ts';

/** An event about a mandate as it is in `row`. Each type happens once to a mandate. `createdAt` in the merchant's Unix seconds. */
export function mandateEvent(
  type: Extract<NewEvent['type'], `mandate.${string}`>,
  row: MandateRow,
  createdAt: number,
): NewEvent {
  return { type, object: presentMandate(row), mandateId: row.id, chargeId: null, createdAt, occurrence: '' };
}
