import { newApiKey } from './new-api-key.ts';
import { insertApiKeys } from './api-key-queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newId } from '../lib/ids.ts';
import { insertMerchant, type MerchantRow } from './queries.ts';

/** A new merchant's secret keys: the only time they exist outside the merchant's hands. */
export interface MerchantKeys {
  test: string;
  live: string;
}

/** Creates a merchant with a full key for each mode, of which only the SHA-256 is stored. */
export function createMerchant(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  name: string,
  { approved = true }: { approved?: boolean } = {},
): Promise<{ merchant: MerchantRow; keys: MerchantKeys }> {
  return db.begin((tx) => createMerchantIn(tx, { name, createdAt: clock.seconds(), approved }));
}

/**
 * The same within `tx`. `createdAt` in Unix seconds, real time. A merchant that is not approved may only
 * read.
 */
export async function createMerchantIn(
  tx: Tx,
  { name, createdAt, approved }: { name: string; createdAt: number; approved: boolean },
): Promise<{ merchant: MerchantRow; keys: MerchantKeys }> {
  const merchant = await insertMerchant(tx, {
    id: newId('merchant'),
    name,
    createdAt,
    approvedAt: approved ? createdAt : null,
  });
  return { merchant, keys: await firstKeys(tx, merchant.id, createdAt) };
}

/** Makes a full key for each mode of a merchant that has none. */
export async function firstKeys(tx: Tx, merchantId: string, createdAt: number): Promise<MerchantKeys> {
  const first = { merchantId, scope: 'full', createdAt } as const;
  const test = newApiKey({ ...first, livemode: false, name: 'First test key' });
  const live = newApiKey({ ...first, livemode: true, name: 'First live key' });
  await insertApiKeys(tx, [test.row, live.row]);
  return { test: test.key, live: live.key };
}
