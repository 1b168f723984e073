import type { Sql } from '../db/connect.ts';

/** Where a sweep over payers' accounts stands: the last account that was looked at, or two empty strings. */
export interface SweepCursor {
  payer: string;
  mint: string;
}

/** Where a round begins: before every account. */
export const SWEEP_START: SweepCursor = { payer: '', mint: '' };

/** Takes the sweep of a mode until `until`, and returns where it stands; null while another process has it. */
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

/** Notes how far the sweep has come, and keeps it until `until`. False where the lease ran out and another process took it. */
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

/** Leaves the sweep to whoever comes next. */
export async function releaseAccountSweep(sql: Sql, livemode: boolean, token: string): Promise<void> {
  await sql`
    update account_sweeps set lease_until = 0, lease_token = null where livemode = ${livemode} and lease_token = ${token}`;
}
