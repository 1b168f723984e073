import type { Db, Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type MintFacts, readChargeableMint, requireChain } from './chargeable-mint.ts';
import { type Entry, type EntryChange, newEntry } from '../../rules/tokens/entry.ts';
import { findToken, lockRegistry, takeFloorFromOthers, type TokenRow, upsertToken } from './queries.ts';

/**
 * Adds a token to the registry of a mode. Throws broadcast_unavailable; parameter_invalid if `mint` is not a
 * mint or already registered, or the entry contradicts itself; mint_not_allowed, decimals_unsupported;
 * ChainUnavailableError.
 */
export async function registerToken(
  deployment: Pick<Deployment, 'db' | 'clock' | 'chains'>,
  livemode: boolean,
  request: EntryChange & Pick<TokenRow, 'mint' | 'symbol'>,
): Promise<TokenRow> {
  const { db, clock } = deployment;
  const chain = requireChain(deployment, livemode);
  const entry = newEntry(request);
  await requireNew(db, livemode, request.mint);
  const facts = await readChargeableMint(chain, request.mint, entry);
  return db.begin(async (tx) => {
    await lockRegistry(tx);
    await requireNew(tx, livemode, request.mint);
    return putOnRegistry(tx, { livemode, createdAt: clock.seconds() }, facts, entry);
  });
}

/** Writes an entry; the caller holds the registry locked. A new floor token replaces the previous one. */
export async function putOnRegistry(
  tx: Tx,
  made: Pick<TokenRow, 'livemode' | 'createdAt'>,
  { mint, decimals, program }: MintFacts,
  entry: Entry,
): Promise<TokenRow> {
  if (entry.floor) await takeFloorFromOthers(tx, made.livemode, mint);
  return upsertToken(tx, { ...made, mint, decimals, program, ...entry, madeBy: null });
}

async function requireNew(db: Db, livemode: boolean, mint: string): Promise<void> {
  if ((await findToken(db, livemode, mint)) === null) return;
  throw new ApiError('parameter_invalid', {
    param: 'mint',
    message: 'mint is on the registry already: change it with PATCH /v1/platform/tokens/{mint}.',
  });
}
