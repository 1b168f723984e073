import { accountsOf } from '../chain/payment.ts';
import { findLandedByReference } from '../chain/find-landed.ts';
import { chargeReference } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { programAddressOf } from '../tokens/program.ts';
import type { ChargeRow } from './queries.ts';

/**
 * The signature under which this period was charged before, whatever the database remembers; null when it never was.
 * Throws ChainUnavailableError when the chain cannot tell.
 */
export async function findEarlierLanding(
  chain: Chain,
  mandate: MandateRow,
  charge: ChargeRow,
): Promise<string | null> {
  const reference = chargeReference(mandate.genesisHash, mandate.id, charge.periodIndex);
  const program = programAddressOf(mandate.tokenProgram);
  const accounts = await accountsOf({ ...mandate, program, reference });
  const landed = await findLandedByReference(chain, reference, {
    ...accounts,
    mint: mandate.mint,
    program,
    amountAtomic: charge.amount,
  });
  return landed?.signature ?? null;
}
