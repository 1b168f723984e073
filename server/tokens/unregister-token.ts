import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { getToken, lockRegistry, removeToken, type TokenRow } from './queries.ts';

/**
 * Removes a token from the registry of a mode and returns it as it was. Mandates in it continue; nothing new
 * can be created in it. Throws resource_missing, floor_token.
 */
export function unregisterToken(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  livemode: boolean,
  mint: string,
): Promise<TokenRow> {
  return db.begin(async (tx) => {
    await lockRegistry(tx);
    const token = await getToken(tx, livemode, mint);
    if (token.floor) throw new ApiError('floor_token');
    await removeToken(tx, token, clock.seconds());
    return token;
  });
}
