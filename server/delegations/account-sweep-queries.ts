import type { Sql } from '../db/connect.ts';

/** Which accounts a round goes over: those that approvals are about, by payer and mint, or subscriptions to plans, by mandate. */
export interface Round {
  round: 'approvals' | 'subscriptions';
  livemode: boolean;
}

/** What a round looked at last; empty before the first. */
export type Position = readonly string[];

/** Claims a round until `until`, and returns its position; null while another process has it. */
export async function claimRound(
  sql: Sql,
  { round, livemode }: Round,
  { now, until, token }: { now: number; until: number; token: string },
): Promise<Position | null> {
  const [row] = await sql<{ position: Position }[]>`
    update account_sweeps set lease_until = ${until}, lease_token = ${token}
    where round = ${round} and livemode = ${livemode} and lease_until <= ${now} returning position`;
  return row?.position ?? null;
}

/** Records a round's progress, and holds it until `until`. Returns false if the lease expired and another process took it. */
export async function moveRound(
  sql: Sql,
  { round, livemode }: Round,
  position: Position,
  { until, token }: { until: number; token: string },
): Promise<boolean> {
  const { count } = await sql`
    update account_sweeps set position = ${position as string[]}::text[], lease_until = ${until}
    where round = ${round} and livemode = ${livemode} and lease_token = ${token}`;
  return count > 0;
}

/** Releases a round for other processes. */
export async function releaseRound(sql: Sql, { round, livemode }: Round, token: string): Promise<void> {
  await sql`
    update account_sweeps set lease_until = 0, lease_token = null
    where round = ${round} and livemode = ${livemode} and lease_token = ${token}`;
}
