import { readFile } from 'node:fs/promises';
import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { takeMandateQuotas } from '../../server/activation/take-mandate-quotas.ts';
import { takeQuota, takeQuotas } from '../../server/merchants/quota.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { randomAddress, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { pastMidnight } from '../support/midnight.ts';
import { askRefund, makeSale } from '../refunds/support.ts';
import { TestService, type TestMerchant } from '../support/service.ts';

const DAY = 86_400;

const payer = async () => (await generateKeyPairSigner()).address;

beforeAll(pastMidnight);

describe('a quota by the day', () => {
  let made: Awaited<ReturnType<typeof testDeployment>>;
  let tenant: Tenant;
  beforeAll(async () => {
    made = await testDeployment();
    tenant = await testTenant(made.deployment);
  });
  afterAll(() => made.drop());

  const take = (amount: bigint, now: number, kind: 'product' | 'api_key' = 'product', whose = tenant) =>
    made.deployment.db.begin((tx) => takeQuota(tx, whose, { kind, limit: 10n, amount, now }));

  it('lets no more through than its limit, and begins anew at midnight UTC', async () => {
    const noon = 20_000 * DAY + DAY / 2;
    expect([await take(11n, noon), await take(9n, noon), await take(2n, noon), await take(1n, noon)]).toEqual(
      [false, true, false, true],
    );
    expect(await take(1n, noon + DAY / 2 - 1)).toBe(false);
    expect(await take(10n, noon + DAY / 2)).toBe(true);
  });

  it('is one for each kind, merchant and mode', async () => {
    const now = 20_002 * DAY;
    expect(await take(10n, now)).toBe(true);
    expect(await take(10n, now, 'api_key')).toBe(true);
    expect(await take(10n, now, 'product', { ...tenant, livemode: true })).toBe(true);
    expect(await take(10n, now, 'product', await testTenant(made.deployment))).toBe(true);
    expect(await take(1n, now)).toBe(false);
  });

  it('is exact for requests at once, and uncounted where what it was for is rolled back', async () => {
    const now = 20_003 * DAY;
    const results = await Promise.all(Array.from({ length: 30 }, () => take(1n, now)));
    expect(results.filter(Boolean)).toHaveLength(10);
    const later = now + DAY;
    const failing = made.deployment.db.begin(async (tx) => {
      await takeQuota(tx, tenant, { kind: 'product', limit: 10n, amount: 10n, now: later });
      throw new Error('the rest fails');
    });
    await expect(failing).rejects.toThrow('the rest fails');
    expect(await take(10n, later)).toBe(true);
  });
});

test('a deployment that is upgraded counts the mandates that wait already', async () => {
  const { deployment, drop } = await testDeployment();
  const tenant = await testTenant(deployment);
  for (let made = 0; made < 3; made += 1) await seedMandate(deployment, tenant);
  const migration = new URL('../../server/db/migrations/0024_pending_mandates.sql', import.meta.url);
  await deployment.db.unsafe(await readFile(migration, 'utf8'));
  const take = () => takeQuotas(deployment.db, tenant, 0, { pending_mandate: 4 });
  expect([(await take()).size, (await take()).size]).toEqual([1, 0]);
  await drop();
});

test('of mandates that are created at once, so many are counted as the quotas allow', async () => {
  const { deployment, drop } = await testDeployment();
  Object.assign(deployment.quotas, { mandatesPerDay: 9, plansPerDay: 4 });
  const tenant = await testTenant(deployment);
  const mandate = { isFromOffer: false, isPending: true, wantsPlan: true };
  const taken = await Promise.allSettled(
    Array.from({ length: 30 }, () => takeMandateQuotas(deployment, tenant, mandate)),
  );
  const counted = taken.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  expect(counted).toHaveLength(9);
  expect(counted.filter(({ publishesPlan }) => publishesPlan)).toHaveLength(4);
  const used = await deployment.db`select kind, used from quotas order by kind`;
  expect(used).toEqual([
    { kind: 'mandate', used: 9n },
    { kind: 'pending_mandate', used: 9n },
    { kind: 'plan', used: 4n },
  ]);
  await drop();
});

describe('a merchant that made what its quotas allow', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let offer: { payee: string; mint: string; amountPerPeriod: string; periodSeconds: number };

  beforeAll(async () => {
    service = await TestService.start({
      AUTOPAY_QUOTA_MANDATES_PER_DAY: '4',
      AUTOPAY_QUOTA_PENDING_MANDATES: '3',
      AUTOPAY_QUOTA_OBJECTS: '2',
      AUTOPAY_QUOTA_OBJECTS_PER_DAY: '3',
    });
    merchant = await service.merchant();
    const wallet = await service.wallet(merchant);
    offer = {
      payee: wallet.address,
      mint: await service.mint(merchant),
      amountPerPeriod: '1000000',
      periodSeconds: 3600,
    };
  });
  afterAll(() => service.stop());

  const post = async (path: string, body: object, key: string | undefined = merchant.testKey) => {
    const { status, headers, body: answer } = await service.call('POST', path, { key, body });
    return {
      status,
      code: answer.error?.code,
      retryAfter: Number(headers.get('retry-after')),
      id: answer.id,
    };
  };

  it('has room for so many links in all, and makes so many token requests a day', async () => {
    const links = [1, 2, 3].map(() => () => post('/v1/payment_links', offer));
    const made = [];
    for (const link of links) made.push(await link());
    expect(made.map(({ status, code }) => [status, code])).toEqual([
      [201, undefined],
      [201, undefined],
      [400, 'parameter_invalid'],
    ]);
    const asked = [];
    for (let i = 0; i < 4; i++) asked.push(await post('/v1/token_requests', { mint: randomAddress() }));
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(asked[3]!.code).toBe('rate_limit_exceeded');
    const now = Math.floor(Date.now() / 1000);
    expect(asked[3]!.retryAfter).toBeGreaterThan(DAY - (now % DAY) - 60);
    expect((await post('/v1/products', { ...offer, name: 'Bread' })).status).toBe(201);
  });

  it('has so many mandates that wait for payers, whoever started them, and other merchants are as free as before', async () => {
    const mandate = async () => post('/v1/mandates', { ...offer, payer: await payer() });
    expect([(await mandate()).status, (await mandate()).status, (await mandate()).status]).toEqual([
      201, 201, 201,
    ]);
    const refused = await mandate();
    expect([refused.status, refused.code, refused.retryAfter]).toEqual([429, 'rate_limit_exceeded', 60]);
    const { data } = (await service.call('GET', '/v1/payment_links', { key: merchant.testKey })).body;
    const started = await post(
      `/v1/checkout/payment_links/${data[0].id}/mandates`,
      { payer: await payer() },
      undefined,
    );
    expect([started.status, started.code]).toEqual([429, 'rate_limit_exceeded']);
    const other = await service.merchant();
    expect((await post('/v1/mandates', { ...offer, payer: await payer() }, other.testKey)).status).toBe(201);
  });

  it('has so many refunds a day, beside its mandates, and one too many leaves the charge as it was', async () => {
    const sale = await makeSale(service);
    const refund = () => askRefund(service, sale, { amount: '1000' });
    for (let made = 0; made < 4; made += 1) expect((await refund()).status).toBe(201);
    const { status, body } = await refund();
    expect([status, body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    const refunds = await sale.merchant.api.mandates.listRefunds(sale.mandate.id);
    expect(refunds.data).toHaveLength(4);
    const elsewhere = await makeSale(service);
    expect((await askRefund(service, elsewhere, { amount: '1000' })).status).toBe(201);
  });

  it('what payers start from links leaves the merchant its own', async () => {
    await service.db`update mandates set status = 'expired', ended_at = created_at where status = 'pending'`;
    const { data } = (await service.call('GET', '/v1/payment_links', { key: merchant.testKey })).body;
    const start = async () =>
      post(`/v1/checkout/payment_links/${data[0].id}/mandates`, { payer: await payer() }, undefined);
    expect([(await start()).status, (await start()).status, (await start()).status]).toEqual([201, 201, 201]);
    await service.db`update mandates set status = 'expired', ended_at = created_at where status = 'pending'`;
    expect([(await start()).status, (await start()).status]).toEqual([201, 429]);
    const own = async () => post('/v1/mandates', { ...offer, payer: await payer() });
    await service.db`update mandates set status = 'expired', ended_at = created_at where status = 'pending'`;
    // Three were made above, the refused one does not count.
    expect([(await own()).status, (await own()).status]).toEqual([201, 429]);
  });
});
