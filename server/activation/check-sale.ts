import { payoutWalletOf } from '../../rules/merchants/present.ts';
import { provenPayee } from '../../rules/payee.ts';
import type { Chain } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { getMerchant } from '../merchants/queries.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findAcceptedToken, type TokenRow } from '../tokens/queries.ts';

/** What a merchant wants to sell: in which token, and who is paid. */
export interface Sale {
  /** Default: the merchant's payout wallet. */
  payee?: string | undefined;
  mint: string;
  /** Nothing recurs: the code of a missing chain is another. */
  onceOnly: boolean;
}

/**
 * What every sale needs, of a mandate as of a link or product: a chain, a token that the merchant accepts,
 * and a payee. Returns them. Throws broadcast_unavailable, purchases_unavailable, mint_not_allowed,
 * no_payout_wallet, parameter_invalid, in this order.
 */
export async function checkSale(
  deployment: Deployment,
  tenant: Tenant,
  sale: Sale,
): Promise<{ chain: Chain; token: TokenRow; payee: string }> {
  const chain = requireChain(deployment, tenant.livemode, sale);
  const token = await findAcceptedToken(deployment.db, tenant, sale.mint);
  return { chain, token, payee: await requirePayee(deployment, tenant, sale.payee) };
}

/** The chain of a mode. Throws broadcast_unavailable, or purchases_unavailable for an outright purchase. */
export function requireChain(
  deployment: Deployment,
  livemode: boolean,
  { onceOnly }: Pick<Sale, 'onceOnly'>,
): Chain {
  const chain = chainOf(deployment, livemode);
  if (chain !== null) return chain;
  throw new ApiError(onceOnly ? 'purchases_unavailable' : 'broadcast_unavailable');
}

/** In test mode anybody may be paid. */
async function requirePayee(
  { db }: Deployment,
  { merchantId, livemode }: Tenant,
  payee: string | undefined,
): Promise<string> {
  if (!livemode && payee !== undefined) return payee;
  const { payoutWallet } = payoutWalletOf(await getMerchant(db, merchantId), livemode);
  return provenPayee(payoutWallet, payee);
}
