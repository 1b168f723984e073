import type { Page, PageRequest } from '../../../rules/http/page.ts';
import { presentToken } from '../../../rules/tokens/present.ts';
import { ApiError, invalid } from '../../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { balanceOf } from './chain.ts';
import type { Handlers } from './operation.ts';
import { pageOf } from './page.ts';
import type { Tenant, TokenRow } from './rows.ts';
import { requireChain, tenantOf, type World } from './world.ts';

type Token = components['schemas']['Token'];

/** In whole tokens, the service's default. */
const MOST_PER_GIFT = 1_000_000n;

/** The largest gift of a token shared by all merchants, in atomic units. */
export function mostPerGift({ decimals }: Pick<TokenRow, 'decimals'>): bigint {
  return MOST_PER_GIFT * 10n ** BigInt(decimals);
}

/** A token in the registry of a mode, or null. */
export function findToken(world: World, livemode: boolean, mint: string): TokenRow | null {
  return world.tokens.find((row) => row.livemode === livemode && row.mint === mint) ?? null;
}

/** A token in the registry that a merchant sees, or null. */
export function findSeen(world: World, { merchantId, livemode }: Tenant, mint: string): TokenRow | null {
  const token = findToken(world, livemode, mint);
  return token !== null && isSeenBy(token, merchantId) ? token : null;
}

/** A merchant sees the platform's tokens and its own; the platform's owner (null) sees all. */
function isSeenBy({ madeBy }: TokenRow, merchantId: string | null): boolean {
  return merchantId === null || madeBy === null || madeBy === merchantId;
}

/**
 * Whether a merchant accepts a token: always the floor token, else the merchant's choice, else the platform's
 * default.
 */
function isAccepted(world: World, { merchantId, livemode }: Tenant, token: TokenRow): boolean {
  return token.floor || (world.choices.get(`${merchantId}/${livemode}/${token.mint}`) ?? token.isDefault);
}

/** Whether there is anything to be paid in: `declined` if the merchant accepts none of what the platform has. */
export function summarizeTokens(world: World, tenant: Tenant): 'none' | 'declined' | 'accepted' {
  const all = world.tokens.filter((row) => row.livemode === tenant.livemode && row.madeBy === null);
  if (all.some((token) => isAccepted(world, tenant, token))) return 'accepted';
  return all.length > 0 ? 'declined' : 'none';
}

/** Records that a merchant accepts or declines a token. */
export function choose(
  world: World,
  { merchantId, livemode }: Tenant,
  mint: string,
  accepted: boolean,
): void {
  world.choices.set(`${merchantId}/${livemode}/${mint}`, accepted);
}

/** The token a merchant wants to be paid in. Throws mint_not_allowed. */
export function acceptedToken(world: World, tenant: Tenant, mint: string): TokenRow {
  const token = findSeen(world, tenant, mint);
  if (token === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
  if (isAccepted(world, tenant, token)) return token;
  throw new ApiError('mint_not_allowed', {
    param: 'mint',
    message: `${token.symbol} is on the platform registry, but this merchant does not accept it.`,
  });
}

/** A page of the registry of a mode, newest first, for a merchant or (null) for the platform's owner. */
export function registryPage(
  world: World,
  { merchantId, livemode }: { merchantId: string | null; livemode: boolean },
  query: PageRequest,
): Page<Token> {
  const rows = world.tokens
    .filter((row) => row.livemode === livemode && isSeenBy(row, merchantId))
    .sort((a, b) => b.createdAt - a.createdAt || (a.mint < b.mint ? 1 : -1));
  const present = (row: TokenRow) =>
    presentToken({
      ...row,
      accepted: merchantId === null ? row.isDefault : isAccepted(world, { merchantId, livemode }, row),
    });
  return pageOf(query, rows, { cursorOf: ({ mint }) => mint }, present);
}

/** The operations on tokens and on wallets' balances. */
export const tokenHandlers = {
  listTokens: (world, call) => ({ status: 200, body: registryPage(world, tenantOf(call), call.query) }),
  setToken: (world, call) => {
    const tenant = tenantOf(call);
    const { mint, enabled = true } = call.body;
    const token = findSeen(world, tenant, mint);
    if (token === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
    if (token.floor && !enabled) throw new ApiError('floor_token', { param: 'enabled' });
    choose(world, tenant, mint, enabled);
    return { status: 200, body: presentToken({ ...token, accepted: enabled }) };
  },
  getWalletBalance: (world, { query: { address, mint }, header }) => {
    const livemode = header['svc-mode'] === 'live';
    const chain = requireChain(world, livemode);
    if (!chain.mints.has(mint)) throw invalid('mint', 'is not a token mint on this chain');
    const amount = (balanceOf(chain, address, mint) ?? 0n).toString();
    const balance = {
      object: 'balance',
      livemode,
      createdAt: world.shownNow,
      address,
      mint,
      amount,
    } as const;
    return { status: 200, body: balance };
  },
} satisfies Pick<Handlers, 'listTokens' | 'setToken' | 'getWalletBalance'>;
