import type { Db, Tx } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** A row of `tokens`: one mint on the platform's registry of a mode. */
export interface TokenRow {
  livemode: boolean;
  mint: string;
  symbol: string;
  decimals: number;
  program: 'token' | 'token-2022';
  class: 'stable' | 'other';
  isDefault: boolean;
  floor: boolean;
  issuerControls: boolean;
  createdAt: number;
}

/** A token and whether one merchant accepts it: what it chose, else the platform's default. */
export interface MerchantToken extends TokenRow {
  accepted: boolean;
}

function columns(sql: Db) {
  return sql`
    t.livemode, t.mint, t.symbol, t.decimals, t.program, t.class, t.is_default, t.floor, t.issuer_controls, t.created_at`;
}

/** The registry of the tenant's mode, newest first. Its cursor is the mint. */
export function listMerchantTokens(db: Db, tenant: Tenant, query: PageQuery): Promise<MerchantToken[]> {
  const { olderThan, newerThan } = query;
  const placeOf = (mint: string) =>
    db`(select o.created_at, o.mint from tokens o where o.livemode = ${tenant.livemode} and o.mint = ${mint})`;
  const order = newerThan === null ? db`t.created_at desc, t.mint desc` : db`t.created_at, t.mint`;
  return db<MerchantToken[]>`
    select ${columns(db)}, coalesce(c.accepted, t.is_default) as accepted
    from tokens t
    left join token_choices c on c.merchant_id = ${tenant.merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${tenant.livemode}
      ${olderThan === null ? db`` : db`and (t.created_at, t.mint) < ${placeOf(olderThan)}`}
      ${newerThan === null ? db`` : db`and (t.created_at, t.mint) > ${placeOf(newerThan)}`}
    order by ${order} limit ${query.take}`;
}

/** A token of the registry as one merchant sees it, or null. */
export async function findMerchantToken(db: Db, tenant: Tenant, mint: string): Promise<MerchantToken | null> {
  const [row] = await db<MerchantToken[]>`
    select ${columns(db)}, coalesce(c.accepted, t.is_default) as accepted
    from tokens t
    left join token_choices c on c.merchant_id = ${tenant.merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${tenant.livemode} and t.mint = ${mint}`;
  return row ?? null;
}

/** The token that a merchant wants to be paid in. Throws mint_not_allowed when it is not on the registry or was declined. */
export async function findAcceptedToken(db: Db, tenant: Tenant, mint: string): Promise<TokenRow> {
  const token = await findMerchantToken(db, tenant, mint);
  if (token === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
  if (!token.accepted) {
    throw new ApiError('mint_not_allowed', {
      param: 'mint',
      message: `${token.symbol} is on the platform registry, but this merchant does not accept it.`,
    });
  }
  return token;
}

/** A token of the registry, whoever accepts it, or null. */
export async function findToken(db: Db, livemode: boolean, mint: string): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select ${columns(db)} from tokens t where t.livemode = ${livemode} and t.mint = ${mint}`;
  return row ?? null;
}

/** The stable token that pricing falls back to; null before the platform's owner named one. */
export async function floorToken(db: Db, livemode: boolean): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select ${columns(db)} from tokens t where t.livemode = ${livemode} and t.floor`;
  return row ?? null;
}

/** Puts a token on the registry, or brings its entry up to date. When it was first put there stays. */
export async function upsertToken(db: Db, token: TokenRow): Promise<TokenRow> {
  const [row] = await db<TokenRow[]>`
    insert into tokens as t
      (livemode, mint, symbol, decimals, program, class, is_default, floor, issuer_controls, created_at)
    values (${token.livemode}, ${token.mint}, ${token.symbol}, ${token.decimals}, ${token.program}, ${token.class},
      ${token.isDefault}, ${token.floor}, ${token.issuerControls}, ${token.createdAt})
    on conflict (livemode, mint) do update set
      symbol = excluded.symbol, decimals = excluded.decimals, program = excluded.program, class = excluded.class,
      is_default = excluded.is_default, floor = excluded.floor, issuer_controls = excluded.issuer_controls
    returning ${columns(db)}`;
  return row!;
}

/** Notes that a merchant accepts a token, or declines it. */
export async function upsertTokenChoice(
  db: Db,
  tenant: Tenant,
  choice: { mint: string; accepted: boolean },
): Promise<void> {
  await db`
    insert into token_choices (merchant_id, livemode, mint, accepted)
    values (${tenant.merchantId}, ${tenant.livemode}, ${choice.mint}, ${choice.accepted})
    on conflict (merchant_id, livemode, mint) do update set accepted = excluded.accepted`;
}

/** Only one process at a time decides what the floor is; readers are not held up. */
export async function lockRegistry(tx: Tx): Promise<void> {
  await tx`lock table tokens in share row exclusive mode`;
}

/** Takes the floor from the token that has it, unless that is `mint`. It also stops being accepted by default. */
export async function demoteOtherFloor(tx: Tx, livemode: boolean, mint: string): Promise<void> {
  await tx`
    update tokens set floor = false, is_default = false where livemode = ${livemode} and floor and mint <> ${mint}`;
}

/** Mints whose issuer may move or freeze balances, and which the platform's owner accepts all the same. */
export async function listIssuerControlledMints(db: Db, livemode: boolean): Promise<Set<string>> {
  const rows = await db<
    { mint: string }[]
  >`select mint from tokens where livemode = ${livemode} and issuer_controls`;
  return new Set(rows.map((row) => row.mint));
}
