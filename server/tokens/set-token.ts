import type { Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { holdToken, type MerchantToken, upsertTokenChoice } from './queries.ts';

/**
 * Notes that a merchant accepts a token of the registry, or declines it. Mandates that it has in the token go on.
 * Throws mint_not_allowed for what is not on the registry of this mode, floor_token when the floor would be declined.
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
