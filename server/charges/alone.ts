import postgres from 'postgres';
import { ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { ChargeRow } from './queries.ts';
import { setBackAll } from './set-back.ts';

/**
 * Does the work of one charge. What fails there unexpectedly sets that charge back and no other: a row that fails every time would
 * otherwise hold up whoever shares its batches, for ever. Throws ChainUnavailableError, which concerns them all.
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
 * Commits `charges` together, or, where Postgres refuses that, each alone and leaves out those that it refuses again. Returns
 * what was committed.
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
