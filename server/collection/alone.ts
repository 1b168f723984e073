import postgres from 'postgres';
import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { ChargeRow } from '../charges/queries.ts';
import { setBackAll } from './set-back.ts';

/**
 * Runs the work of one charge. An unexpected failure sets back only that charge: a row that always fails
 * would otherwise block its batches forever. Throws ChainUnavailableError, which concerns all of them.
 */
export async function alone<T>(
  deployment: Deployment,
  { charge }: { charge: ChargeRow },
  leaseToken: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deployment.log.error({ err: error, chargeId: charge.id }, 'a charge cannot be taken up');
    await setBackAll(deployment, [{ charge }], leaseToken, 'it failed unexpectedly');
    return null;
  }
}

/**
 * Commits `charges` together or, if Postgres rejects that, one by one, leaving out those that fail again.
 * Returns what was committed.
 */
export async function togetherOrAlone<T extends { charge: ChargeRow }, R>(
  { log }: Deployment,
  charges: readonly T[],
  commit: (some: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  if (charges.length === 0) return [];
  try {
    return await commit(charges);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
  }
  const committed: R[] = [];
  for (const one of charges) {
    try {
      committed.push(...(await commit([one])));
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      log.error({ err: error, chargeId: one.charge.id }, 'a charge cannot be committed');
    }
  }
  return committed;
}
