import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KeyHolders } from '../../server/http/key-holders.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { type Http, startHttp } from './http-under-test.ts';

let http: Http;
let keyHolders: KeyHolders;
let hash: Buffer;

beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.close());
beforeEach(async () => {
  hash = hashSecret(await http.addKey('sk_test_'));
  keyHolders = new KeyHolders(http.sql, http.clock);
});

const revoke = () => http.sql`update api_keys set revoked_at = 1 where key_hash = ${hash}`;

it('remembers a key for a second', async () => {
  expect(await keyHolders.find(hash)).toMatchObject({ merchantId: http.merchantId, livemode: false });
  await revoke();
  expect(await keyHolders.find(hash)).toMatchObject({ merchantId: http.merchantId });
  http.clock.advance(1);
  expect(await keyHolders.find(hash)).toBeNull();
});

it('forgets at once what its own process revoked', async () => {
  await keyHolders.find(hash);
  await revoke();
  keyHolders.forget();
  expect(await keyHolders.find(hash)).toBeNull();
});

it('does not remember what it read before the revocation and learnt after it', async () => {
  const reading = keyHolders.find(hash);
  keyHolders.forget();
  expect(await reading).not.toBeNull();
  await revoke();
  expect(await keyHolders.find(hash)).toBeNull();
});

it('looks an unknown key up each time', async () => {
  await revoke();
  expect(await keyHolders.find(hash)).toBeNull();
  await http.sql`update api_keys set revoked_at = null where key_hash = ${hash}`;
  expect(await keyHolders.find(hash)).not.toBeNull();
});

it('looks the key of a merchant that waits for approval up each time', async () => {
  const id = await http.addMerchant();
  const waiting = hashSecret(await http.addKey('sk_test_', id));
  await http.sql`update merchants set approved_at = null where id = ${id}`;
  expect(await keyHolders.find(waiting)).toMatchObject({ onlyReads: 'unapproved' });
  await http.sql`update merchants set approved_at = 1 where id = ${id}`;
  expect(await keyHolders.find(waiting)).toMatchObject({ onlyReads: null });
});
