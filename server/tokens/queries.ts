import type { TokenProgramName } from '../chain/token-program.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { gathered } from '../lib/gathered.ts';
import { groupOf, type Tenant } from '../merchants/tenant.ts';

/** A row of `tokens`: one mint in the platform's registry of a mode. */
export interface TokenRow {
  livemode: boolean;
  mint: string;
  symbol: string;
  decimals: number;
  program: TokenProgramName;
  class: 'stable' | 'other';
  isDefault: boolean;
  floor: boolean;
  issuerControls: boolean;
  createdAt: number;
  /** The merchant that created this test token and alone sees it; null: the platform's. */
  madeBy: string | null;
}

/**
 * A token and whether one merchant accepts it: always the floor token, else the merchant's choice, else the
 * platform's default.
 */
export interface MerchantToken extends TokenRow {
  accepted: boolean;
}

/** Who reads the registry of a mode. Null is the platform's owner, who only sets the defaults. */
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

/** A merchant that declined a token before it became the floor token accepts it nevertheless. */
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

/** Whether there is anything to be paid in: `declined` if the merchant accepts none of what the platform has. */
export async function summarizeTokens(
  db: Db,
  { merchantId, livemode }: Tenant,
): Promise<'none' | 'declined' | 'accepted'> {
  const [row] = await db<[{ some: boolean; accepted: boolean }]>`
    select count(*) > 0 as some, coalesce(bool_or(t.floor or coalesce(c.accepted, t.is_default)), false) as accepted
    from tokens t
    left join token_choices c on c.merchant_id = ${merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${livemode} and t.removed_at is null and t.made_by is null`;
  return row.accepted ? 'accepted' : row.some ? 'declined' : 'none';
}

/** A registered token as `viewer` sees it, or null. */
export async function findMerchantToken(db: Db, viewer: Viewer, mint: string): Promise<MerchantToken | null> {
  const [row] = await db<MerchantToken[]>`
    select ${merchantColumns(db)}
    from tokens t
    left join token_choices c on c.merchant_id = ${viewer.merchantId} and c.livemode = t.livemode and c.mint = t.mint
    where t.livemode = ${viewer.livemode} and t.mint = ${mint} and t.removed_at is null and ${isSeenBy(db, viewer)}`;
  return row ?? null;
}

/**
 * The token a merchant wants to be paid in. Throws mint_not_allowed if it is not in the registry or was
 * declined.
 */
export async function findAcceptedToken(db: Sql, tenant: Tenant, mint: string): Promise<TokenRow> {
  const token = await findGathered(db, `${groupOf(tenant)}/${mint}`, { tenant, mint });
  if (token === null) throw new ApiError('mint_not_allowed', { param: 'mint' });
  if (!token.accepted) {
    throw new ApiError('mint_not_allowed', {
      param: 'mint',
      message: `${token.symbol} is on the platform registry, but this merchant does not accept it.`,
    });
  }
  return token;
}

/** Sales in one token at once share a statement. */
const findGathered = gathered(async (sql: Sql, asked: readonly { tenant: Tenant; mint: string }[]) => {
  const { tenant, mint } = asked[0]!;
  const token = await findMerchantToken(sql, tenant, mint);
  return asked.map(() => token);
});

/** A registered token, whoever accepts it, or null. */
export async function findToken(db: Db, livemode: boolean, mint: string): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select ${columns(db)} from tokens t
    where t.livemode = ${livemode} and t.mint = ${mint} and t.removed_at is null`;
  return row ?? null;
}

/** Like findToken, but throws resource_missing. */
export async function getToken(db: Db, livemode: boolean, mint: string): Promise<TokenRow> {
  const token = await findToken(db, livemode, mint);
  if (token === null) throw new ApiError('resource_missing');
  return token;
}

/** A registered token that the merchant sees, or null. It cannot change until `tx` ends. */
export async function holdToken(tx: Tx, tenant: Tenant, mint: string): Promise<TokenRow | null> {
  const [row] = await tx<TokenRow[]>`
    select ${columns(tx)} from tokens t
    where t.livemode = ${tenant.livemode} and t.mint = ${mint} and t.removed_at is null and ${isSeenBy(tx, tenant)}
    for share of t`;
  return row ?? null;
}

/** The stable token that pricing falls back to; null before the platform's owner has set one. */
export async function floorToken(db: Db, livemode: boolean): Promise<TokenRow | null> {
  const [row] = await db<TokenRow[]>`
    select ${columns(db)} from tokens t where t.livemode = ${livemode} and t.floor`;
  return row ?? null;
}

/**
 * Adds a token to the registry, or updates its entry. Its time of registration stays, unless it had been
 * removed.
 */
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

/** Records that a merchant accepts or declines a token. */
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

/** Only one process at a time may change the floor token; readers do not wait. */
export async function lockRegistry(tx: Tx): Promise<void> {
  await tx`lock table tokens in share row exclusive mode`;
}

/**
 * Removes the floor from the token that has it, unless that is `mint`. It also stops being accepted by
 * default.
 */
export async function demoteOtherFloor(tx: Tx, livemode: boolean, mint: string): Promise<void> {
  await tx`
    update tokens set floor = false, is_default = false where livemode = ${livemode} and floor and mint <> ${mint}`;
}

/** Removes the floor from the token that has it, unless that is `mint`. Merchants still accept it. */
export async function takeFloorFromOthers(tx: Tx, livemode: boolean, mint: string): Promise<void> {
  await tx`update tokens set floor = false where livemode = ${livemode} and floor and mint <> ${mint}`;
}

/**
 * Removes a token that is not the floor from the registry, together with merchants' choices: if it returns,
 * it starts anew.
 */
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
 * Mints whose issuer may move or freeze balances, accepted by the platform's owner nevertheless. Includes
 * removed ones: mandates in them continue.
 */
export async function listIssuerControlledMints(db: Db, livemode: boolean): Promise<Set<string>> {
  const rows = await db<
    { mint: string }[]
  >`select mint from tokens where livemode = ${livemode} and issuer_controls`;
  return new Set(rows.map((row) => row.mint));
}

/** Tokens that every merchant of a mode sees, those for all first: at most `take`. */
export function listPublicTokens(db: Db, livemode: boolean, take: number): Promise<TokenRow[]> {
  return db<TokenRow[]>`
    select ${columns(db)} from tokens t
    where t.livemode = ${livemode} and t.removed_at is null and t.made_by is null
    order by t.floor desc, t.is_default desc, t.class = 'stable' desc, t.created_at, t.mint limit ${take}`;
}
