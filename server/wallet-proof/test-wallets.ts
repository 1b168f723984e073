import type { Db } from '../db/connect.ts';

/** Keeps that a wallet was made for testing, before anybody learns its key. */
export async function insertTestWallet(sql: Db, address: string, now: number): Promise<void> {
  await sql`insert into test_wallets (address, created_at) values (${address}, ${now})`;
}

/** Whether this deployment made the wallet for testing: then its key travelled in a response. */
export async function isTestWallet(sql: Db, address: string): Promise<boolean> {
  const [row] = await sql`select from test_wallets where address = ${address}`;
  return row !== undefined;
}
