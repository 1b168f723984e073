import { payoutWalletOf } from '../../../rules/merchants/present.ts';
import { provenPayee } from '../../../rules/payee.ts';
import { invalid } from '../../../rules/api-error.ts';
import { balanceOf, addBalance, type FakeChain } from './chain.ts';
import type { Tenant, TokenRow } from './rows.ts';
import { acceptedToken } from './tokens.ts';
import { requireChain, type World } from './world.ts';

/** Every sale needs a chain, a token the merchant accepts, and a payee; throws in this order. */
export function checkSale(
  world: World,
  tenant: Tenant,
  sale: { payee?: string | undefined; mint: string; onceOnly: boolean },
): { chain: FakeChain; token: TokenRow; payee: string } {
  const code = sale.onceOnly ? 'purchases_unavailable' : 'broadcast_unavailable';
  const chain = requireChain(world, tenant.livemode, code);
  const token = acceptedToken(world, tenant, sale.mint);
  return { chain, token, payee: requirePayee(world, tenant, sale.payee) };
}

/** In test mode anybody may be paid. */
function requirePayee(world: World, { merchantId, livemode }: Tenant, payee: string | undefined): string {
  if (!livemode && payee !== undefined) return payee;
  const { payoutWallet } = payoutWalletOf(world.merchants.get(merchantId), livemode);
  return provenPayee(payoutWallet, payee);
}

/** Both must be wallets, and the payee can receive from now on. */
export function checkParties(
  chain: FakeChain,
  { payer, payee, mint }: { payer?: string; payee: string; mint: string },
): void {
  if (payer !== undefined) requireWallet(chain, 'payer', payer);
  requireWallet(chain, 'payee', payee);
  if (balanceOf(chain, payee, mint) === null) addBalance(chain, payee, mint, 0n);
}

/** Tokens sent to a mint would be lost: it cannot sign. */
function requireWallet(chain: FakeChain, param: 'payer' | 'payee', address: string): void {
  if (chain.mints.has(address)) throw invalid(param, 'is not a wallet: it is a mint');
}
