import { Violation } from './violation.ts';
import type { Snapshot } from './snapshot.ts';

/** A lease lasts a minute, and back-off five. */
const CHARGE_LATE_MS = 15 * 60_000;
/** Expiry of a signature takes 300 blocks, two minutes, and a back-off or two. */
const ATTEMPT_LATE_MS = 20 * 60_000;
const MANDATE_LATE_MS = 10 * 60_000;

/** Throws a Violation where something that was due is left behind although nothing has been wrong for long enough. */
export function checkBacklog(
  { charges, attempts, mandates }: Snapshot,
  { nowMs, calmSinceMs }: { nowMs: number; calmSinceMs: number | null },
): void {
  if (calmSinceMs === null) return;
  const lateMs = (dueSeconds: number) => nowMs - Math.max(dueSeconds * 1000, calmSinceMs);
  // Where it is found late that a payer subscribed, the first charge is due since they did.
  const activated = new Map(mandates.map(({ id, activatedAt }) => [id, activatedAt ?? 0]));
  for (const charge of charges) {
    if (
      charge.wakeAt !== null &&
      lateMs(Math.max(charge.wakeAt, activated.get(charge.mandateId) ?? 0)) > CHARGE_LATE_MS &&
      (charge.backoffUntil ?? 0) * 1000 < nowMs
    )
      throw new Violation(
        'left behind',
        `charge ${charge.mandateId}/${charge.periodIndex}, ${charge.status}, due since ${charge.wakeAt}`,
      );
    if (
      charge.setbacks > 0 &&
      charge.backoffUntil !== null &&
      lateMs(charge.backoffUntil - 300) > CHARGE_LATE_MS
    )
      throw new Violation(
        'left behind',
        `charge ${charge.mandateId}/${charge.periodIndex} is set back again and again`,
      );
  }
  for (const attempt of attempts) {
    if (attempt.state === 'signed' && lateMs(attempt.signedAt) > ATTEMPT_LATE_MS)
      throw new Violation('left behind', `attempt ${attempt.id} is signed since ${attempt.signedAt}`);
  }
  for (const mandate of mandates) {
    if (mandate.expireWakeAt !== null && lateMs(mandate.expireWakeAt) > MANDATE_LATE_MS)
      throw new Violation(
        'left behind',
        `mandate ${mandate.id} should have expired at ${mandate.expireWakeAt}`,
      );
  }
}
