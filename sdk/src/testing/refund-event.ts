import { presentRefund } from '../../../rules/refunds/present.ts';
import { recordEvent } from './events.ts';
import type { RefundRow } from './rows.ts';
import { merchantNow, type World } from './world.ts';

/** Tells what became of a refund. */
export function recordRefundEvent(
  world: World,
  refund: RefundRow,
  type: `refund.${'succeeded' | 'failed'}`,
): void {
  const object = presentRefund(refund, world.mandates.get(refund.mandateId), refund.transaction);
  const createdAt = merchantNow(world, refund);
  recordEvent(world, refund, { type, object, mandateId: refund.mandateId, createdAt });
}
