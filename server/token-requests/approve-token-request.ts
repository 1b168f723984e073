import type { Deployment } from '../deployment.ts';
import { readChargeableMint, requireChain } from '../tokens/chargeable-mint.ts';
import { type EntryChange, newEntry } from '../../rules/tokens/entry.ts';
import { findToken, lockRegistry } from '../tokens/queries.ts';
import { putOnRegistry } from '../tokens/register-token.ts';
import { getTokenRequest, lockTokenRequest, reviewTokenRequest, type TokenRequestRow } from './queries.ts';

/**
 * Approves a request, also one that was rejected, and adds its token to the registry in the same transaction.
 * A token that is already there is not changed; a request that is already approved is returned unchanged, and
 * its token is not added again. Throws broadcast_unavailable, resource_missing, parameter_invalid,
 * mint_not_allowed, decimals_unsupported; ChainUnavailableError.
 */
export async function approveTokenRequest(
  deployment: Pick<Deployment, 'db' | 'clock' | 'chains'>,
  livemode: boolean,
  id: string,
  terms: EntryChange & { symbol: string },
): Promise<TokenRequestRow> {
  const { db, clock } = deployment;
  const chain = requireChain(deployment, livemode);
  const request = await getTokenRequest(db, livemode, id);
  if (request.status === 'approved') return request;
  const entry = newEntry(terms);
  const facts =
    (await findToken(db, livemode, request.mint)) ?? (await readChargeableMint(chain, request.mint, entry));
  return db.begin(async (tx) => {
    const locked = await lockTokenRequest(tx, livemode, id);
    if (locked.status === 'approved') return locked;
    const now = clock.seconds();
    await lockRegistry(tx);
    const registered = await findToken(tx, livemode, request.mint);
    // A token that a merchant created for itself becomes the platform's.
    if (registered === null || registered.madeBy !== null) {
      await putOnRegistry(tx, { livemode, createdAt: now }, facts, entry);
    }
    return reviewTokenRequest(tx, id, { status: 'approved', reviewedAt: now });
  });
}
