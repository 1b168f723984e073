import type { NewEvent } from '../events/record-events.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { presentCharge } from './present.ts';
import type { ChargeRow } from './queries.ts';

/** An event about a charge as it is in `row`. `createdAt` in the merchant's Unix seconds. */
export function chargeEvent(
  type: Extract<NewEvent['type'], `charge.${string}`>,
  row: ChargeRow,
  mandate: MandateRow,
  createdAt: number,
): NewEvent {
  return { type, object: presentCharge(row, mandate), mandateId: mandate.id, chargeId: row.id, createdAt };
}
