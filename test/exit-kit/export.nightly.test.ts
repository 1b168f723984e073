import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedBy, readTransaction } from '../../server/chain/read-transaction.ts';
import { readConfig } from '../../server/config/config.ts';
import { exportMerchant } from '../../server/exit-kit/export-merchant.ts';
import { runExport } from '../../server/start/run-export.ts';
import { askRefund, delegateRefunds, makeSale, type Sale } from '../refunds/support.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let sale: Sale;
let other: Sale;
let secret: string;
beforeAll(async () => {
  service = await TestService.start();
  sale = await makeSale(service);
  other = await makeSale(service);
  await delegateRefunds(service, sale, 400_000n);
  expect((await askRefund(service, sale, { amount: '400000' })).body.status).toBe('succeeded');
  const { api } = sale.merchant;
  secret = (await api.webhookEndpoints.create({ url: 'http://127.0.0.1:9/hook' })).secret;
  await api.products.create({
    name: 'Club',
    payee: sale.payee.address,
    mint: sale.mint,
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
  } as never);
});
afterAll(() => service.stop());

interface Line {
  kind: string;
  row: Record<string, unknown>;
}

async function exported(merchantId = sale.merchant.id, livemode = false) {
  let text = '';
  const write = async (more: string) => void (text += more);
  const counts = await exportMerchant(service.db, { merchantId, livemode }, { now: 1_800_000_000, write });
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const of = (kind: string) => lines.filter((line) => line.kind === kind).map(({ row }) => row);
  return { text, lines, of, counts };
}

it('begins with what it is, ends with how much there was, and has every row of the merchant', async () => {
  const { lines, of, counts } = await exported();
  const { genesisHash } = service.running.deployment.chains.test!;
  expect(lines[0]).toMatchObject({
    kind: 'autopay_export',
    row: { format: 1, genesisHash, merchant: sale.merchant.id, livemode: false, exportedAt: 1_800_000_000 },
  });
  expect(lines.at(-1)).toEqual({ kind: 'end', row: counts });
  const rowsIn = async (table: string) => {
    const [row] = await service.db.unsafe<[{ count: number }]>(
      `select count(*) as count from ${table} where merchant_id = $1 and not livemode`,
      [sale.merchant.id],
    );
    return row.count;
  };
  expect(counts).toMatchObject({
    merchant: 1,
    product: 1,
    mandate: await rowsIn('mandates'),
    charge: await rowsIn('charges'),
    refund: await rowsIn('refunds'),
    settlement: await rowsIn('settlements'),
    webhook_endpoint: 1,
    customer: 1,
  });
  expect(of('settlement')).toHaveLength(2);
  expect(of('customer')).toMatchObject([{ payer: sale.payer.address, active_subscriptions: 1 }]);
});

it('has nothing of another merchant, nor of the other mode', async () => {
  const { text } = await exported();
  for (const id of [other.merchant.id, other.mandate.id, other.payer.address]) expect(text).not.toContain(id);
  const live = await exported(sale.merchant.id, true);
  expect(live.counts).toMatchObject({ merchant: 1, mandate: 0, charge: 0 });
  expect((await exported('mer_nobody')).counts).toBeNull();
});

it('has no secret, and no hash of one', async () => {
  const { text } = await exported();
  for (const word of [
    secret,
    sale.mandate.client_secret,
    sale.merchant.testKey,
    'secret',
    '_hash"',
    'password',
  ])
    expect(text.replaceAll('genesis_hash', '')).not.toContain(word);
});

it("has the payer's own signature of what the mandate's terms are", async () => {
  const { of } = await exported();
  const mandate = of('mandate').find(({ id }) => id === sale.mandate.id);
  const proof = of('authorization').find((row) => row['mandate_id'] === sale.mandate.id);
  const wire = Buffer.from((proof!['wire'] as string).slice(2), 'hex');
  const read = readTransaction(wire)!;
  expect(read.signature).toBe(proof!['signature']);
  expect(await isSignedBy(read, sale.payer.address as Address)).toBe(true);
  expect(read.accountKeys).toContain(mandate!['reference']);
});

it('keeps an amount that no number of JavaScript could', async () => {
  const most = '18446744073709551615';
  await service.db`update mandates set budget = ${most}::numeric where id = ${sale.mandate.id}`;
  expect((await exported()).text).toContain(`"budget": ${most}`);
});

it('the command writes a new file that only its owner can read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-export-'));
  const out = join(directory, 'coffee.jsonl');
  const config = readConfig(
    {
      DATABASE_URL: service.running.databaseUrl,
      AUTOPAY_SECRETS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    },
    ['export', sale.merchant.id, '--mode=test', `--out=${out}`],
  );
  await runExport(config);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(out, 'utf8')).trim().split('\n');
  expect(JSON.parse(lines.at(-1)!).kind).toBe('end');
  // It never writes over another.
  await expect(runExport(config)).rejects.toThrow(/exists already/);
  await rm(directory, { recursive: true });
});
