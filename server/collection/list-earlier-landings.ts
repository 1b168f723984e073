import { accountsOf } from '../chain/payment.ts';
import { type LandedMovement, listLandedByReference } from '../chain/find-landed.ts';
import { chargeReference } from '../chain/references.ts';
import type { Chain } from '../chain/rpc.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { ChargeRow } from '../charges/queries.ts';

/**
 * The transfers that already charged this period, whatever the database remembers, oldest first; none if it
 * was never charged. Throws ChainUnavailableError if the chain cannot tell.
 */
export async function listEarlierLandings(
  chain: Chain,
  mandate: MandateRow,
  charge: ChargeRow,
): Promise<LandedMovement[]> {
  const { reference, movement } = await chargeTransfer(mandate, charge);
  return listLandedByReference(chain, reference, movement);
}

/** The transfer that charges a period, and its reference. */
export async function chargeTransfer(mandate: MandateRow, { periodIndex, amount }: ChargeRow) {
  const reference = chargeReference(mandate.genesisHash, mandate.id, periodIndex);
  const accounts = await accountsOf({ ...mandate, reference });
  const { mint, tokenProgram, planAccount: plan } = mandate;
  return { reference, movement: { ...accounts, mint, tokenProgram, amountAtomic: amount, plan } };
}
