import type { Address } from '@solana/kit';
import type { TokenProgramName } from '../chain/token-program.ts';
import { recordsetOf } from '../db/recordset.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';
import { gathered } from '../lib/gathered.ts';
import { mandateColumns, type MandateRow } from '../mandates/queries.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';

/**
 * Records (or with null clears) when the delegate was first found missing. Internal: the version does not
 * change.
 */
export async function markGoneSeen(
  sql: Db,
  ids: readonly string[],
  goneSeenAt: number | null,
): Promise<void> {
  await sql`
    with seen as (select id from mandates where id = any(${ids as string[]}::text[]) order by id for update)
    update mandates set gone_seen_at = ${goneSeenAt} where id in (select id from seen)`;
}

/** Payers' accounts that active mandates of the approval scheme pull from, for the sweep that notices cancellations. */
export interface PulledAccount {
  payer: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  /** Its delegate was found missing once, and it was not checked closely since. */
  isSuspected: boolean;
  /** The newest slot in which its payer approved a mandate: what was read of an older one does not know of it. */
  authorizationSlot: number;
}

/** Distinct (payer, mint) with an active mandate, in a stable order, after `after`. Crosses merchants on purpose. */
export function listPulledAccounts(
  sql: Db,
  livemode: boolean,
  after: { payer: string; mint: string },
  take: number,
): Promise<PulledAccount[]> {
  return sql<PulledAccount[]>`
    select payer, mint, token_program, bool_or(gone_seen_at is not null) as is_suspected,
      max(coalesce(authorization_slot, 0)) as authorization_slot
    from mandates
    where livemode = ${livemode} and status = 'active' and scheme = 'approval' and (payer, mint) > (${after.payer}, ${after.mint})
    group by payer, mint, token_program order by payer, mint limit ${take}`;
}

/** The scheme of the payer's active mandates in a token, which all have one; null if there are none. Crosses merchants on purpose. */
export async function findActiveScheme(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
  exceptMandateId: string | null,
): Promise<Scheme | null> {
  const [row] = await sql<{ scheme: Scheme }[]>`
    select scheme from mandates
    where livemode = ${account.livemode} and payer = ${account.payer} and mint = ${account.mint} and status = 'active'
      and sell_mode = 'subscription' and id is distinct from ${exceptMandateId}
    limit 1`;
  return row?.scheme ?? null;
}

/** Like findActiveScheme, of all of the payer's mandates; requests at once share a statement. */
export function findActiveSchemeGathered(sql: Sql, account: PayerAccount): Promise<Scheme | null> {
  return findSchemes(sql, String(account.livemode), account);
}

interface PayerAccount {
  livemode: boolean;
  payer: string;
  mint: string;
}

/** JSON, since Postgres takes a short array for a reason to plan the statement anew each time, for ten times as long as it runs. */
const findSchemes = gathered(async (sql: Sql, asked: readonly PayerAccount[]) => {
  const { livemode } = asked[0]!;
  const rows = await sql<{ scheme: Scheme | null }[]>`
    select (
      select scheme from mandates m
      where m.livemode = ${livemode} and m.payer = a.payer and m.mint = a.mint and m.status = 'active' and m.sell_mode = 'subscription'
      limit 1) as scheme
    from rows from (json_to_recordset(${recordsetOf(asked)}::text::json) as (payer text, mint text)) with ordinality as a (payer, mint, at)
    order by at`;
  return rows.map(({ scheme }) => scheme);
});

/** The payer's active mandates in a token that are on plans. Crosses merchants on purpose: one authority serves all of them. */
export function listActiveOnPlan(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${account.livemode} and payer = ${account.payer} and mint = ${account.mint} and status = 'active' and scheme = 'plan'
    order by id`;
}

/** What an active mandate of the approval scheme needs of its payer's delegate slot, which serves all of them on one mint. */
export interface SlotShare {
  mandateId: string;
  merchantId: string;
  delegate: Address;
  reference: Address;
  /** Budget that is not pulled yet, atomic units; amounts in flight included. */
  remaining: bigint;
  /** Signed and not yet resolved, atomic units. */
  inFlight: bigint;
  /** The attempts in flight: with the version they tell whether anything moved between two reads. */
  signed: string[];
  /** Of the mandate: it changes whenever an attempt settles, is given up, or a top-up counts. */
  version: number;
  authorizationSlot: number | null;
  goneSeenAt: number | null;
}

/** Crosses merchants on purpose: the token account has one delegate slot for all of them. */
export function listShares(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
  exceptMandateId: string | null,
): Promise<SlotShare[]> {
  return sql<SlotShare[]>`
    select m.id as mandate_id, m.merchant_id, m.delegate, m.reference, m.budget - m.pulled as remaining, m.authorization_slot, m.gone_seen_at,
      m.version, flight.amount as in_flight, flight.signed
    from mandates m
    cross join lateral (
      select coalesce(sum(a.amount), 0) as amount, coalesce(array_agg(a.id order by a.id), '{}') as signed
      from attempts a where a.mandate_id = m.id and a.charge_id is not null and a.state = 'signed') flight
    where m.livemode = ${account.livemode} and m.payer = ${account.payer} and m.mint = ${account.mint}
      and m.status = 'active' and m.scheme = 'approval' and m.id is distinct from ${exceptMandateId}
    order by m.id`;
}

/** All shares of a payer's account in one row: a payer may have more mandates than a worker should hold in memory. */
export interface ShareLedger {
  /** Signed and not yet resolved, atomic units. */
  inFlight: bigint;
  /** The slot of the latest authorization. */
  newestSlot: number;
  /** Changes when anything is signed, settles or moves to another delegate. */
  mark: string;
}

/** Null if no active mandate pulls from the account. */
export async function readShareLedger(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
): Promise<ShareLedger | null> {
  const [row] = await sql<[Omit<ShareLedger, 'mark'> & { mark: string | null }]>`
    select coalesce(sum(flight.amount), 0) as in_flight, coalesce(max(m.authorization_slot), 0) as newest_slot,
      md5(string_agg(concat_ws(' ', m.id, m.delegate, m.budget - m.pulled, m.version, flight.signed), ' ' order by m.id)) as mark
    from mandates m
    cross join lateral (
      select coalesce(sum(a.amount), 0) as amount, string_agg(a.id, ',' order by a.id) as signed
      from attempts a where a.mandate_id = m.id and a.charge_id is not null and a.state = 'signed') flight
    where m.livemode = ${account.livemode} and m.payer = ${account.payer} and m.mint = ${account.mint}
      and m.status = 'active' and m.scheme = 'approval'`;
  return row.mark === null ? null : { ...row, mark: row.mark };
}

/** An active mandate that a cancellation may be about. */
export interface DoubtedShare {
  mandateId: string;
  /** Whether budget remains that `delegate` cannot pull. */
  isMissed: boolean;
  goneSeenAt: number | null;
}

/** The account's active mandates with budget that `delegate` cannot pull, and those whose delegate was found missing. */
export function listDoubtedShares(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
  delegate: Address | null,
): Promise<DoubtedShare[]> {
  const isMissed = sql`(budget > pulled and delegate is distinct from ${delegate})`;
  return sql<DoubtedShare[]>`
    select id as mandate_id, ${isMissed} as is_missed, gone_seen_at from mandates
    where livemode = ${account.livemode} and payer = ${account.payer} and mint = ${account.mint}
      and status = 'active' and scheme = 'approval' and (${isMissed} or gone_seen_at is not null)
    order by id`;
}

/**
 * Serializes decisions about one payer's delegate slot until `tx` ends: two mandates must not both be
 * activated on the cover of one approval.
 */
export async function lockPayerAccount(
  tx: Tx,
  account: { livemode: boolean; payer: string; mint: string },
): Promise<void> {
  const key = `payer-account/${account.livemode}/${account.payer}/${account.mint}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}
