import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { setBackCharge } from './close-charge.ts';
import { type ChargeRow, type Lease, listHeldCharges } from './queries.ts';
import { withLease } from './with-lease.ts';

/**
 * Puts charges back that the holder of `leaseToken` cannot carry on with: they are taken up again in a while, sooner where the chain
 * could not be reached. Each is tried; then the first failure is thrown.
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

/** As many as a lease has seconds: then whatever is left is free anyway. */
const TRIES = 60;
const AGAIN_MS = 1_000;

/**
 * Puts back what a claim still holds after the failure `error`: only for a process that died does a charge wait for the end of its
 * lease. Where Postgres is away it is tried again each second, after this has returned. Never throws.
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
    // Why is in the failure that led here.
    if (tries <= 1) return;
    void deployment.clock.sleep(AGAIN_MS).then(() => giveBack(deployment, lease, error, tries - 1));
  }
}
