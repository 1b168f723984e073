import type { Deployment } from '../deployment.ts';
import { judgeAgain, requireChain } from './chargeable-mint.ts';
import { changedEntry, type EntryChange } from '../../rules/tokens/entry.ts';
import { getToken, lockRegistry, takeFloorFromOthers, type TokenRow, upsertToken } from './queries.ts';

/**
 * Changes a registered token. Before it becomes the floor token, or its issuer's controls stop being
 * accepted, the mint's current state on chain is checked. A merchant's test token becomes the platform's.
 * Throws broadcast_unavailable, resource_missing, floor_token, parameter_invalid, mint_not_allowed;
 * ChainUnavailableError.
 */
export async function updateToken(
  deployment: Pick<Deployment, 'db' | 'chains'>,
  livemode: boolean,
  mint: string,
  change: EntryChange,
): Promise<TokenRow> {
  const { db } = deployment;
  const chain = requireChain(deployment, livemode);
  const wanted = changedEntry(await getToken(db, livemode, mint), change);
  if (change.issuerControls === false) await judgeAgain(chain, wanted, 'issuerControls');
  else if (change.floor === true) await judgeAgain(chain, wanted, 'floor');
  return db.begin(async (tx) => {
    await lockRegistry(tx);
    const changed = changedEntry(await getToken(tx, livemode, mint), change);
    if (changed.floor) await takeFloorFromOthers(tx, livemode, mint);
    return upsertToken(tx, { ...changed, madeBy: null });
  });
}
