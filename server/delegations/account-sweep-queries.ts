import type { Sql } from '../db/connect.ts';

/** The position of a sweep over payers' accounts: the last account checked, or two empty strings. */
export interface SweepCursor {
  payer: string;
  mint: string;
}

/** Where a round starts: before every account. */
export const SWEEP_START: SweepCursor = { payer: '', mint: '' };

/** Claims the sweep of a mode until `until`, and returns its position; null while another process has it. */
export async function claimAccountSweep(
  sql: Sql,
  livemode: boolean,
  { now, until, token }: { now: number; until: number; token: string },
): Promise<SweepCursor | null> {
  const [row] = await sql<SweepCursor[]>`
    update account_sweeps set lease_until = ${until}, lease_token = ${token}
    where livemode = ${livemode} and lease_until <= ${now} returning payer, mint`;
  return row ?? null;
}

/**
 * Records the sweep's progress, and holds it until `until`. Returns false if the lease expired and another
 * process took it.
 */
export async function moveAccountSweep(
  sql: Sql,
  livemode: boolean,
  { payer, mint }: SweepCursor,
  { until, token }: { until: number; token: string },
): Promise<boolean> {
  const { count } = await sql`
    update account_sweeps set payer = ${payer}, mint = ${mint}, lease_until = ${until}
    where livemode = ${livemode} and lease_token = ${token}`;
  return count > 0;
}

/** Releases the sweep for other processes. */
export async function releaseAccountSweep(sql: Sql, livemode: boolean, token: string): Promise<void> {
  await sql`
    update account_sweeps set lease_until = 0, lease_token = null where livemode = ${livemode} and lease_token = ${token}`;
}
