import type { Deployment } from '../deployment.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { insertApiKeys, insertMerchant, type MerchantRow, type NewApiKey } from './queries.ts';

/** A new merchant's secret keys: the only time that they exist outside the merchant's hands. */
export interface MerchantKeys {
  test: string;
  live: string;
}

/** Makes a merchant with one full key for each mode, of which only the SHA-256 is kept. */
export async function createMerchant(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  name: string,
): Promise<{ merchant: MerchantRow; keys: MerchantKeys }> {
  const createdAt = clock.seconds();
  const merchantId = newId('merchant');
  const keys = { test: newSecret('sk_test_'), live: newSecret('sk_live_') };
  const keyRow = (livemode: boolean, key: string): NewApiKey => ({
    id: newId('apiKey'),
    merchantId,
    livemode,
    scope: 'full',
    name: livemode ? 'First live key' : 'First test key',
    keyHash: hashSecret(key),
    last4: key.slice(-4),
    createdAt,
  });
  const merchant = await db.begin(async (tx) => {
    const row = await insertMerchant(tx, { id: merchantId, name, createdAt });
    await insertApiKeys(tx, [keyRow(false, keys.test), keyRow(true, keys.live)]);
    return row;
  });
  return { merchant, keys };
}
