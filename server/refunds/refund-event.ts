import type { NewEvent } from '../events/record-events.ts';
import { presentRefund } from './present.ts';
import type { RefundRow } from './queries.ts';

/** An event about a refund in the state of `row`. Each type happens once to a refund. `createdAt` in the merchant's Unix seconds. */
export function refundEvent(
  type: Extract<NewEvent['type'], `refund.${string}`>,
  row: RefundRow,
  createdAt: number,
): NewEvent {
  const { id, mandateId, chargeId } = row;
  return { type, object: presentRefund(row), mandateId, chargeId, createdAt, occurrence: id };
}
