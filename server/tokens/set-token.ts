import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { holdToken, type MerchantToken, upsertTokenChoice } from './queries.ts';

/**
 * Records that a merchant accepts or declines a registered token. Its mandates in the token continue. Throws
 * mint_not_allowed for a token that is not in the registry of this mode, floor_token when declining the floor
 * token.
 */
export function setToken(
  { db }: Pick<Deployment, 'db'>,
  tenant: Tenant,
  { mint, enabled }: { mint: string; enabled: boolean },
): Promise<MerchantToken> {
  return db.begin(async (tx) => {
    const token = await holdToken(tx, tenant, mint);
    if (token === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
    if (token.floor && !enabled) throw new ApiError('floor_token', { param: 'enabled' });
    await upsertTokenChoice(tx, tenant, { mint, accepted: enabled });
    return { ...token, accepted: enabled };
  });
}
