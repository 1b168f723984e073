import type { Address } from '@solana/kit';
import { MAX_DECIMALS, readMint } from '../chain/mints.ts';
import { askLocalnet, type Chain } from '../chain/rpc.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type MerchantToken, type TokenRow, upsertToken, upsertTokenChoice } from '../tokens/queries.ts';
import { awaitOnChain } from './await-landed.ts';

/** Creates a mint on the localnet. Throws decimals_unsupported above 12. */
export async function createTestMint(
  chain: Chain,
  {
    decimals = 6,
    program = 'token',
  }: { decimals?: number | undefined; program?: TokenRow['program'] | undefined },
): Promise<Pick<TokenRow, 'mint' | 'decimals' | 'program'>> {
  if (decimals > MAX_DECIMALS) throw new ApiError('decimals_unsupported', { param: 'decimals' });
  const { mint } = await askLocalnet<{ mint: Address }>(chain, 'autopay_createMint', [{ decimals, program }]);
  const { commitment } = chain;
  await awaitOnChain(chain.clock, async () => (await readMint(chain, mint, { commitment })) !== null);
  return { mint, decimals, program };
}

/** Adds a test mint to the registry. Its merchant accepts it, and no other sees it. */
export async function registerTestToken(
  tx: Tx,
  { clock }: Pick<Deployment, 'clock'>,
  tenant: Tenant,
  made: Pick<TokenRow, 'mint' | 'decimals' | 'program'>,
): Promise<MerchantToken> {
  const token = await upsertToken(tx, {
    ...made,
    livemode: false,
    symbol: `TEST${made.mint.slice(0, 4)}`,
    class: 'other',
    isDefault: false,
    floor: false,
    issuerControls: false,
    madeBy: tenant.merchantId,
    createdAt: clock.seconds(),
  });
  await upsertTokenChoice(tx, tenant, { mint: made.mint, accepted: true });
  return { ...token, accepted: true };
}
