import type { Address } from '@solana/kit';
import { claimInTurns, type DueNow } from '../db/claim-in-turns.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';

/**
 * A row of `top_ups`: an approval that a payer was asked to sign. Amounts in atomic units, times in real
 * time.
 */
export interface TopUpRow {
  id: string;
  mandateId: string;
  merchantId: string;
  livemode: boolean;
  budget: bigint;
  approveAmount: bigint;
  /** The delegate it approves. */
  delegate: Address;
  /** References of the payer's other mandates, which this one moves to that delegate. */
  carried: Address[];
  issuedAt: number;
  issuedSlot: number;
  watchAt: number | null;
  appliedAt: number | null;
  txSignature: string | null;
}

function columns(sql: Db) {
  return sql`
    id, mandate_id, merchant_id, livemode, budget, approve_amount, delegate, carried, issued_at, issued_slot, watch_at, applied_at, tx_signature`;
}

/**
 * Stores what was issued; issuing the same again only restarts its day. Deletes what the mandate's payer
 * never signed.
 */
export async function saveTopUp(tx: Tx, row: TopUpRow, issuedSince: number): Promise<void> {
  const { mandateId, issuedAt, watchAt } = row;
  await tx`delete from top_ups where mandate_id = ${mandateId} and applied_at is null and issued_at < ${issuedSince}`;
  const { count } = await tx`
    update top_ups set issued_at = ${issuedAt}, watch_at = ${watchAt}
    where mandate_id = ${mandateId} and applied_at is null and budget = ${row.budget} and approve_amount = ${row.approveAmount}
      and delegate = ${row.delegate} and carried = ${row.carried}`;
  if (count === 0) await tx`insert into top_ups ${tx(row as unknown as Record<string, string>)}`;
}

/** What was issued for a mandate since then, applied or not, oldest first. */
export function listTopUps(sql: Db, mandateId: string, issuedSince: number): Promise<TopUpRow[]> {
  return sql<TopUpRow[]>`
    select ${columns(sql)} from top_ups
    where mandate_id = ${mandateId} and issued_at >= ${issuedSince} order by id`;
}

/** Those of these mandates with a top-up that was issued since then and is not counted yet. */
export async function listToppedUp(
  sql: Sql,
  mandateIds: readonly string[],
  issuedSince: number,
): Promise<string[]> {
  const rows = await sql<{ mandateId: string }[]>`
    select distinct mandate_id from top_ups
    where mandate_id = any(${mandateIds as string[]}::text[]) and applied_at is null and issued_at >= ${issuedSince}`;
  return rows.map((row) => row.mandateId);
}

/**
 * The payer's mandates whose open top-ups may have landed: active ones, and ended ones whose top-up moves
 * others. By id.
 */
export async function listToLookFor(
  sql: Sql,
  account: { livemode: boolean; payer: string; mint: string },
  issuedSince: number,
): Promise<string[]> {
  const rows = await sql<{ mandateId: string }[]>`
    select distinct t.mandate_id from top_ups t join mandates m on m.id = t.mandate_id
    where m.livemode = ${account.livemode} and m.payer = ${account.payer} and m.mint = ${account.mint}
      and t.applied_at is null and t.issued_at >= ${issuedSince} and (m.status = 'active' or t.carried <> '{}')`;
  return rows.map((row) => row.mandateId);
}

/**
 * Records that a top-up counts from now on. The caller holds its mandate locked, and has checked that it did
 * not count yet.
 */
export async function markApplied(
  tx: Tx,
  id: string,
  { appliedAt, txSignature }: { appliedAt: number; txSignature: string },
): Promise<void> {
  await tx`
    update top_ups set applied_at = ${appliedAt}, tx_signature = ${txSignature}, watch_at = null where id = ${id}`;
}

/**
 * Claims up to `take` top-ups to look for on chain, until `until`. Each merchant's first comes before any
 * merchant's second.
 */
export function claimTopUpsToWatch(sql: Sql, livemode: boolean, due: DueNow): Promise<TopUpRow[]> {
  return claimInTurns(sql, { table: 'top_ups', at: 'watch_at', columns: columns(sql) }, livemode, due);
}

/**
 * Sets when a top-up is looked for next, in real time; null for never. One that counts meanwhile is not
 * changed.
 */
export async function setTopUpWatch(sql: Sql, id: string, watchAt: number | null): Promise<void> {
  await sql`update top_ups set watch_at = ${watchAt} where id = ${id} and applied_at is null`;
}
