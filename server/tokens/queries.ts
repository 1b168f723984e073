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
  /** The merchant that made this test token, and alone sees it; null: the platform's. */
  madeBy: string | null;
}

/** A token and whether one merchant accepts it: always the floor, else what it chose, else the platform's default. */
export interface MerchantToken extends TokenRow {
  accepted: boolean;
}

/** Who looks at the registry of a mode. Null is the platform's owner, who chooses nothing but the defaults. */
export interface Viewer {
  merchantId: string | null;
  livemode: boolean;
}

function columns(sql: Db) {
  return sql`
    t.livemode, t.mint, t.symbol, t.decimals, t.program, t.class, t.is_default, t.floor, t.issuer_controls, t.created_at, t.made_by`;
}

/** A merchant sees the platform's tokens and its own; the platform's owner sees all. */
function isSeenBy(sql: Db, { merchantId }: Viewer) {
  return merchantId === null ? sql`true` : sql`(t.made_by is null or t.made_by = ${merchantId})`;
}

/** A merchant that declined a token before it became the floor accepts it all the same. */
function merchantColumns(sql: Db) {
  return sql`${columns(sql)}, t.floor or coalesce(c.accepted, t.is_default) as accepted`;
}

/** The registry of the viewer's mode, newest first. Its cursor is the mint. */
export function listMerchantTokens(db: Db, viewer: Viewer, query: PageQuery): Promise<MerchantToken[]> {
  const { olderThan, newerThan } = query;
  const placeOf = (mint: string) =>
    db`(select o.created_at, o.mint from tokens o where o.livemode = ${viewer.livemode} and o.mint = ${mint})`;
  const order = newerThan === null ? db`t.created_at desc, t.mint desc` : db`t.created_at, t.mint`;
  return db<MerchantToken[]>`
    select ${merchantColumns(db)}
    from tokens t
    left join token_choices c on c.merchant_id = ${viewer.merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${viewer.livemode} and t.removed_at is null and ${isSeenBy(db, viewer)}
      ${olderThan === null ? db`` : db`and (t.created_at, t.mint) < ${placeOf(olderThan)}`}
      ${newerThan === null ? db`` : db`and (t.created_at, t.mint) > ${placeOf(newerThan)}`}
    order by ${order} limit ${query.take}`;
}

/** A token of the registry as `viewer` sees it, or null. */
export async function findMerchantToken(db: Db, viewer: Viewer, mint: string): Promise<MerchantToken | null> {
  const [row] = await db<MerchantToken[]>`
    select ${merchantColumns(db)}
    from tokens t
    left join token_choices c on c.merchant_id = ${viewer.merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${viewer.livemode} and t.mint = ${mint} and t.removed_at is null and ${isSeenBy(db, viewer)}`;
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
    select ${columns(db)} from tokens t
    where t.livemode = ${livemode} and t.mint = ${mint} and t.removed_at is null`;
  return row ?? null;
}

/** As findToken, and throws resource_missing. */
export async function getToken(db: Db, livemode: boolean, mint: string): Promise<TokenRow> {
  const token = await findToken(db, livemode, mint);
  if (token === null) throw new ApiError('resource_missing');
  return token;
}

/** A token of the registry that the merchant sees, or null. It stays as it is until `tx` ends. */
export async function holdToken(tx: Tx, tenant: Tenant, mint: string): Promise<TokenRow | null> {
  const [row] = await tx<TokenRow[]>`
    select ${columns(tx)} from tokens t
    where t.livemode = ${tenant.livemode} and t.mint = ${mint} and t.removed_at is null and ${isSeenBy(tx, tenant)}
    for share of t`;
  return row ?? null;
}

/** The stable token that pricing falls back to; null before the platform's owner named one. */
export async function floorToken(db: Db, livemode: boolean): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select ${columns(db)} from tokens t where t.livemode = ${livemode} and t.floor`;
  return row ?? null;
}

/** Puts a token on the registry, or brings its entry up to date. When it was put there stays, unless it had been taken off. */
export async function upsertToken(db: Db, token: TokenRow): Promise<TokenRow> {
  const [row] = await db<TokenRow[]>`
    insert into tokens as t
      (livemode, mint, symbol, decimals, program, class, is_default, floor, issuer_controls, created_at, made_by)
    values (${token.livemode}, ${token.mint}, ${token.symbol}, ${token.decimals}, ${token.program}, ${token.class},
      ${token.isDefault}, ${token.floor}, ${token.issuerControls}, ${token.createdAt}, ${token.madeBy})
    on conflict (livemode, mint) do update set
      symbol = excluded.symbol, decimals = excluded.decimals, program = excluded.program, class = excluded.class,
      is_default = excluded.is_default, floor = excluded.floor, issuer_controls = excluded.issuer_controls,
      made_by = excluded.made_by,
      created_at = case when t.removed_at is null then t.created_at else excluded.created_at end,
      removed_at = null
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

/** Takes the floor from the token that has it, unless that is `mint`. Merchants go on accepting it. */
export async function takeFloorFromOthers(tx: Tx, livemode: boolean, mint: string): Promise<void> {
  await tx`update tokens set floor = false where livemode = ${livemode} and floor and mint <> ${mint}`;
}

/** Takes a token that is not the floor off the registry. What merchants chose goes with it: should it come back, it begins anew. */
export async function removeToken(
  tx: Tx,
  { livemode, mint }: Pick<TokenRow, 'livemode' | 'mint'>,
  removedAt: number,
): Promise<void> {
  await tx`
    update tokens set removed_at = ${removedAt}, is_default = false where livemode = ${livemode} and mint = ${mint}`;
  await tx`delete from token_choices where livemode = ${livemode} and mint = ${mint}`;
}

/**
 * Mints whose issuer may move or freeze balances, and which the platform's owner accepts all the same. Also those that were taken off
 * the registry: mandates in them go on.
 */
export async function listIssuerControlledMints(db: Db, livemode: boolean): Promise<Set<string>> {
  const rows = await db<
    { mint: string }[]
  >`select mint from tokens where livemode = ${livemode} and issuer_controls`;
  return new Set(rows.map((row) => row.mint));
}
