import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Autopay } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { readConfig } from '../../server/config/config.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { runExport } from '../../server/start/run-export.ts';
import { runImport } from '../../server/start/run-import.ts';
import { chainAt } from '../localnet/support.ts';
import { advance, DAY, MONTH, PRICE, succeeded } from '../schedule/support.ts';
import { signIn } from '../payer-wallet/support.ts';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { TestService, type TestMerchant, type TestWallet } from '../support/service.ts';
import { airdrop } from '../support/wallets.ts';

let chain: Awaited<ReturnType<typeof startLocalnet>>;
let keys: string;
/** Three deployments on one chain: the second has the first one's delegate too, the third only its own. */
let from: TestService;
let same: TestService;
let other: TestService;
beforeAll(async () => {
  chain = await startLocalnet({ dataDir: null, slotMs: 100, programs: [] });
  keys = await mkdtemp(join(tmpdir(), 'autopay-round-trip-'));
  for (const name of ['shared', 'own', 'fee-1', 'fee-2', 'fee-3'])
    await generateKeyFile(join(keys, `${name}.json`));
  from = await deployment('fee-1', ['shared']);
  same = await deployment('fee-2', ['own', 'shared']);
  other = await deployment('fee-3', ['own']);
});
afterAll(async () => {
  await Promise.all([from, same, other].map((service) => service?.stop()));
  await chain.stop();
  await rm(keys, { recursive: true, force: true });
});

async function deployment(feePayer: string, delegates: string[]): Promise<TestService> {
  const file = (name: string) => join(keys, `${name}.json`);
  await airdrop(chainAt(chain.rpcUrl), (await fileSigner(file(feePayer))).address, 100_000_000_000);
  const service = await TestService.start(settings(feePayer, delegates));
  service.rpc = chainAt(chain.rpcUrl).rpc;
  return service;
}

function settings(feePayer: string, delegates: string[]): Record<string, string> {
  return {
    AUTOPAY_TEST_RPC_URL: chain.rpcUrl,
    AUTOPAY_TEST_FEE_PAYER_KEY_FILE: join(keys, `${feePayer}.json`),
    AUTOPAY_TEST_DELEGATE_KEY_FILE: delegates.map((name) => join(keys, `${name}.json`)).join(','),
  };
}

const configOf = (service: TestService, argv: string[], more: Record<string, string> = {}) =>
  readConfig(
    {
      DATABASE_URL: service.running.databaseUrl!,
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      ...more,
    },
    argv,
  );

let files = 0;
async function exportOf(merchant: TestMerchant, ...options: string[]): Promise<string> {
  const out = join(keys, `export-${(files += 1)}.jsonl`);
  await runExport(configOf(from, ['export', merchant.id, '--mode=test', `--out=${out}`, ...options]));
  return out;
}

/** Brings a file into a deployment; returns what was printed, and the merchant with its new test key. */
async function importTo(service: TestService, file: string, ...options: string[]) {
  let printed = '';
  const env = service === same ? settings('fee-2', ['own', 'shared']) : settings('fee-3', ['own']);
  await runImport(configOf(service, ['import', file, ...options], env), (text) => (printed += text));
  const [testKey] = /sk_test_\w+/.exec(printed)!;
  return { printed, api: new Autopay(testKey, { baseUrl: service.url, maxRetries: 0 }), testKey };
}

interface Sold {
  id: string;
  mint: string;
  payer: TestWallet;
  payee: TestWallet;
}

/** An active mandate at the first deployment, which its payer signed for, and whose first period is charged. */
async function sell(merchant: TestMerchant, terms: Record<string, unknown> = {}): Promise<Sold> {
  const mint = await from.mint(merchant);
  const [payer, payee] = await Promise.all([
    from.wallet(merchant, { mint, amount: (1000n * PRICE).toString() }),
    from.wallet(merchant, { mint, amount: '1' }),
  ]);
  const mandate = await createMandate(from, merchant, payer, payee, { mint, ...terms });
  await authorizeMandate(from, mandate, payer);
  await succeeded(merchant, mandate.id, 1);
  return { id: mandate.id, mint, payer, payee };
}

/** Resolves once it holds at a deployment that looks charges up: what was signed elsewhere can land for some 150 slots, which pass faster here. */
function afterLookUp(service: TestService, holds: () => Promise<boolean>): Promise<unknown> {
  return eventually(async () => {
    await service.skipSlots(30);
    return holds();
  }, 60_000);
}

const charged = (service: TestService, api: Autopay, id: string, count: number) =>
  afterLookUp(service, async () => (await api.mandates.get(id)).periodsCharged >= count);

const paid = async ({ payer, mint }: Sold) =>
  1000n * PRICE - (await balanceOnChain(from, payer.address, mint));
const chargesOf = async (api: Autopay, id: string) => (await api.mandates.listCharges(id)).data;

describe('a merchant that departs with its file', () => {
  test('is charged where it arrives, on the same dates, each period once; nothing is lost, and nothing happens where it came from', async () => {
    const merchant = await from.merchant();
    const going = await sell(merchant, { metadata: { customer: 'c_1' } });
    await advance(merchant, MONTH + DAY);
    await succeeded(merchant, going.id, 2);
    const before = await chargesOf(merchant.api, going.id);
    await merchant.api.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/hook',
      events: ['charge.succeeded'],
    });
    await merchant.api.products.create({
      name: 'Club',
      payee: going.payee.address,
      mint: going.mint,
      amountPerPeriod: '1000000',
      periodSeconds: DAY,
    } as never);

    const file = await exportOf(merchant, '--departs', '--moved-to=https://pay.other.example');
    const { printed, api } = await importTo(same, file);
    expect(printed).toMatch(
      /brought mer_\w+ in test mode; subscriptions that go on: 1, that have ended: 0; charges: 3/,
    );
    expect(printed).toMatch(/webhook http:\/\/127\.0\.0\.1:9\/hook is signed with whsec_/);

    // What was there is there.
    const mandate = await api.mandates.get(going.id);
    expect(mandate).toMatchObject({ status: 'active', metadata: { customer: 'c_1' }, periodsCharged: 2 });
    const strip = (rows: typeof before) =>
      rows.map(({ id, status, txSignature, dueAt, receiptNumber }) => ({
        id,
        status,
        txSignature,
        dueAt,
        receiptNumber,
      }));
    expect(strip(await chargesOf(api, going.id))).toEqual(strip(before));
    expect((await api.products.list()).data).toMatchObject([{ name: 'Club' }]);
    expect((await api.customers.list()).data).toMatchObject([{ payer: going.payer.address }]);

    // The next period is charged here, and not there.
    await api.test.advanceClock({ seconds: MONTH });
    await charged(same, api, going.id, 3);
    expect(await paid(going)).toBe(3n * PRICE);
    await from.db`update merchants set clock_offset_seconds = clock_offset_seconds + ${MONTH} where id = ${merchant.id}`;
    await from.db`update charges set wake_at = 1 where merchant_id = ${merchant.id} and status = 'scheduled'`;
    await eventually(async () => (await signedSince(from, merchant)) === 0);
    expect(await paid(going)).toBe(3n * PRICE);
    const receipts = (await chargesOf(api, going.id))
      .map(({ receiptNumber }) => receiptNumber)
      .filter((n) => n !== null);
    expect(receipts.toSorted()).toEqual(['TEST-000001', 'TEST-000002', 'TEST-000003']);

    // There it only reads.
    const refused = await from.call('POST', `/v1/mandates/${going.id}/revoke`, { key: merchant.testKey });
    expect(refusal(refused)).toBe('403 insufficient_scope');
    expect(refused.body.error.message).toContain('moved');
    expect((await merchant.api.mandates.get(going.id)).status).toBe('active');
  });

  test('does not charge again what the former deployment charged after the file was written, where that one is gone', async () => {
    const merchant = await from.merchant();
    const going = await sell(merchant);
    const file = await exportOf(merchant);
    await expect(importTo(same, file)).rejects.toThrow(/still collects where the file comes from/);
    // Its last act: a charge that the file does not have.
    await advance(merchant, MONTH + DAY);
    await succeeded(merchant, going.id, 2);
    await from.db`update charges set wake_at = 9007199254740000 where merchant_id = ${merchant.id} and status = 'scheduled'`;

    const { api } = await importTo(same, file, '--former-is-gone');
    await api.test.advanceClock({ seconds: MONTH + DAY });
    await charged(same, api, going.id, 2);
    expect(await paid(going)).toBe(2n * PRICE);
    const second = async (at: Autopay) =>
      (await chargesOf(at, going.id)).find(({ periodIndex }) => periodIndex === 1)!;
    expect((await second(api)).txSignature).toBe((await second(merchant.api)).txSignature);
  });

  test('whose delegate is not there is charged once the payer has signed for the new one', async () => {
    const merchant = await from.merchant();
    const going = await sell(merchant);
    const file = await exportOf(merchant, '--departs');
    await expect(importTo(other, file)).rejects.toThrow(/payers approved a key that is not here: 1/);
    const { printed, api } = await importTo(other, file, '--ask-payers');
    expect(printed).toContain(`ask     the payer of ${going.id} to sign once`);
    await api.test.advanceClock({ seconds: MONTH + DAY });
    await afterLookUp(other, async () => {
      const charges = await chargesOf(api, going.id);
      return charges.some(
        ({ status, failure }) => status === 'retrying' && failure?.code === 'allowance_short',
      );
    });
    expect((await api.mandates.get(going.id)).status).toBe('active');
    expect(await paid(going)).toBe(PRICE);

    const payer = await signIn(other, going.payer);
    const issued = await payer.post(`/mandates/${going.id}/top_up`, {});
    const signedTransaction = await signIssued(going.payer, issued.body.transaction);
    expect((await payer.post(`/mandates/${going.id}/submit`, { signedTransaction })).status).toBe(200);
    await api.test.advanceClock({ seconds: DAY });
    await charged(other, api, going.id, 2);
    expect(await paid(going)).toBe(2n * PRICE);
    const { address } = await fileSigner(join(keys, 'own.json'));
    expect((await api.mandates.get(going.id)).delegate).toBe(address);
  });

  test('starts nothing for payers where it was: they are told where it went', async () => {
    const merchant = await from.merchant();
    const going = await sell(merchant);
    const pending = await createMandate(from, merchant, await from.wallet(merchant), going.payee);
    const link = await merchant.api.paymentLinks.create({
      name: 'Club',
      payee: going.payee.address,
      mint: going.mint,
      amountPerPeriod: '1000000',
      periodSeconds: DAY,
    });
    const file = await exportOf(merchant, '--departs', '--moved-to=https://pay.other.example');
    const payer = await signIn(from, going.payer);
    for (const answer of [
      await checkout(from, pending, 'instruction'),
      await payer.post(`/mandates/${going.id}/cancel`, {}),
      await from.call('POST', `/v1/checkout/payment_links/${link.id}/mandates`, {
        body: { payer: going.payer.address },
      }),
    ]) {
      expect(refusal(answer)).toBe('404 resource_missing');
      expect(answer.body.error.message).toContain('https://pay.other.example');
    }
    // What it will cost is told where it is collected.
    expect((await payer.get('/cures')).body.cures).toEqual([]);
    const { printed } = await importTo(same, file);
    expect(printed).toContain('left    checkouts that no payer has signed: 1');
  });
});

/** How many signatures were made for a merchant that are not resolved. */
async function signedSince(service: TestService, merchant: TestMerchant): Promise<number> {
  const [{ count }] = await service.db<[{ count: number }]>`
    select count(*)::int as count from attempts where merchant_id = ${merchant.id} and state = 'signed'`;
  return count;
}

describe('a file', () => {
  let text: string;
  let merchant: TestMerchant;
  let mandateId: string;
  beforeAll(async () => {
    merchant = await from.merchant();
    mandateId = (await sell(merchant)).id;
    text = await readFile(await exportOf(merchant, '--departs'), 'utf8');
  });
  const refuses = async (changed: string, reason: RegExp) => {
    const file = join(keys, `changed-${(files += 1)}.jsonl`);
    await writeFile(file, changed);
    await expect(importTo(same, file)).rejects.toThrow(reason);
    const rows =
      await same.db`select 1 from mandates where id = ${mandateId} union all select 1 from merchants where id = ${merchant.id}`;
    expect(rows).toEqual([]);
  };

  test.for<[string, (text: string) => string, RegExp]>([
    ['that was cut off', (t) => t.slice(0, t.lastIndexOf('{"kind":"end"')), /cut off/],
    ['without one of its rows', (t) => t.replace(/\{"kind":"charge".*\n/, ''), /counts 2 charge and has 1/],
    ['that is none', () => 'hello\n', /does not begin as a file/],
    ['of a later format', (t) => t.replace('"format":1', '"format":2'), /has the format 2/],
    ['of another version', (t) => t.replace(/"schemaVersion":\d+/, '"schemaVersion":1'), /same version/],
    ['of another chain', (t) => t.replace(/"genesisHash":"\w+"/, '"genesisHash":"x"'), /the chain x/],
    [
      'whose terms somebody raised',
      (t) => t.replaceAll('"amount_per_period": 1000000', '"amount_per_period": 9000000'),
      /does not show that the payer of \w+ agreed/,
    ],
    [
      'with a row of somebody else',
      (t) => t.replace(/(\{"kind":"charge","row":.*"merchant_id": ")mer_\w+/, '$1mer_other'),
      /not of this merchant/,
    ],
  ])('%s is refused, and nothing of it is taken', ([, change, reason]) => refuses(change(text), reason));

  test('is taken once', async () => {
    const file = join(keys, 'once.jsonl');
    await writeFile(file, text);
    await importTo(same, file);
    await expect(importTo(same, file)).rejects.toThrow(/is here already in test mode/);
  });
});

test('a merchant that comes back is charged again, and what another deployment charged meanwhile is found', async () => {
  const merchant = await from.merchant();
  const going = await sell(merchant);
  const file = await exportOf(merchant, '--departs');
  const { api } = await importTo(same, file);
  await api.test.advanceClock({ seconds: MONTH + DAY });
  await charged(same, api, going.id, 2);
  await same.db`
    insert into departures (merchant_id, livemode, departed_at) values (${merchant.id}, false, 1)`;
  await same.db`update charges set wake_at = 9007199254740000 where merchant_id = ${merchant.id} and status = 'scheduled'`;

  await runExport(configOf(from, ['export', merchant.id, '--mode=test', '--returns']));
  await advance(merchant, MONTH + DAY);
  await charged(from, merchant.api, going.id, 2);
  expect(await paid(going)).toBe(2n * PRICE);
  await advance(merchant, MONTH);
  await charged(from, merchant.api, going.id, 3);
  expect(await paid(going)).toBe(3n * PRICE);
});
