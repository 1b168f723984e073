import { withoutPatience } from '../lib/deadline.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { collectDueCharges } from './collect-due.ts';
import { findFirstCharge } from '../charges/queries.ts';
import { APPLIERS } from '../refunds/apply-outcome.ts';
import { resolveUntilSettled } from '../attempts/resolve-attempts.ts';

/** How long a checkout waits for its first charge: under the 10 s after which a payer presses again. */
const WAIT_MS = 8_000;
const POLL_MS = 50;

/**
 * Collects a mandate's due charge now and waits at most 8 s until it is settled or failed; `signal` ends the
 * waiting, never the charge. After that the workers continue.
 */
export async function collectNow(
  deployment: Deployment,
  { id, livemode }: { id: string; livemode: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const deadline = deployment.clock.milliseconds() + WAIT_MS;
  const sent = await collectDueCharges(deployment, { livemode, mandateId: id });
  await resolveUntilSettled(deployment, APPLIERS, chain, sent, { timeoutMs: WAIT_MS, signal });
  // A worker may have taken it up first.
  while (await isUnderWay(deployment, id)) {
    if (signal?.aborted || deployment.clock.milliseconds() > deadline) return;
    await deployment.clock.sleep(POLL_MS, signal);
  }
}

async function isUnderWay({ db, clock }: Deployment, mandateId: string): Promise<boolean> {
  const charge = await findFirstCharge(db, mandateId);
  if (charge === null || charge.status === 'retrying') return false;
  return (
    charge.status === 'processing' || (charge.status === 'scheduled' && charge.wakeAt! <= clock.seconds())
  );
}

/** The same without waiting: the request can respond already. */
export function startFirstCharge(deployment: Deployment, mandate: { id: string; livemode: boolean }): void {
  withoutPatience(() => collectNow(deployment, mandate)).catch((error: unknown) => {
    deployment.log.error({ err: error, mandateId: mandate.id }, 'the first charge is left to the workers');
  });
}
