import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { setBackCharge } from '../charges/close-charge.ts';
import { type ChargeRow, type Lease, listHeldCharges } from '../charges/queries.ts';
import { withLease } from './with-lease.ts';

/**
 * Sets back charges that the holder of `leaseToken` cannot continue: they are retried after a while, sooner
 * if the chain was unreachable. Tries each, then throws the first failure.
 */
export async function setBackAll(
  deployment: Deployment,
  held: readonly { charge: ChargeRow }[],
  leaseToken: string,
  why: string | ChainUnavailableError,
  { waitSeconds = null }: { waitSeconds?: number | null } = {},
): Promise<[]> {
  const isOutage = why instanceof ChainUnavailableError;
  const reason = isOutage ? why.message : why;
  const failures: unknown[] = [];
  for (const { charge } of held) {
    deployment.log.info({ chargeId: charge.id, reason }, 'charge set back');
    await withLease(deployment, charge, leaseToken, (tx, locked, now) =>
      setBackCharge(tx, locked.charge, now, { isOutage, waitSeconds }),
    ).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return [];
}

/** As many as a lease has seconds: after that the charges are free anyway. */
const TRIES = 60;
const AGAIN_MS = 1_000;

/**
 * Sets back what a claim still holds after the failure `error`, so that a charge waits for the end of its
 * lease only if a process died. If Postgres is down, this keeps trying once a second after it has returned.
 * Never throws.
 */
export async function giveBack(
  deployment: Deployment,
  lease: Lease,
  error: unknown,
  tries = TRIES,
): Promise<void> {
  const why = error instanceof ChainUnavailableError ? error : 'it could not be taken up';
  try {
    const held = (await listHeldCharges(deployment.db, lease)).map((charge) => ({ charge }));
    await setBackAll(deployment, held, lease.leaseToken, why);
  } catch {
    // The failure that led here has already been logged.
    if (tries <= 1) return;
    void deployment.clock.sleep(AGAIN_MS).then(() => giveBack(deployment, lease, error, tries - 1));
  }
}
