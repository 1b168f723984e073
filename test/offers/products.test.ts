import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress } from '../support/deployment.ts';
import { askOffer, askStart, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: string;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant('Coffee Club');
  payee = randomAddress();
});
afterAll(() => service.stop());

const ask = (fields: object = {}, headers: Record<string, string> = {}, of = merchant) =>
  askOffer(service, of, 'products', { payee, ...fields }, headers);
const make = (fields: object = {}, of = merchant) => makeOffer(service, of, 'products', { payee, ...fields });
const read = (id: string, key = merchant.testKey) => service.call('GET', `/v1/products/${id}`, { key });
const view = (id: string) => service.call('GET', `/v1/checkout/products/${id}`);

const CONTENT = { contentTitle: 'Chapter one', contentBody: 'Grind fresh, *weigh* everything. ☕' };

describe('a new product', () => {
  test('is returned with its content, and reads the same later', async () => {
    const { status, body } = await ask({ name: 'The brewing guide', sellMode: 'both', ...CONTENT });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'product',
      id: expect.stringMatching(/^prd_/),
      livemode: false,
      createdAt: expect.any(Number),
      url: `/p/${body.id}`,
      name: 'The brewing guide',
      payee,
      mint: await service.mint(merchant),
      sellMode: 'both',
      amountPerPeriod: '1000000',
      periodSeconds: 2_592_000,
      trialSeconds: 0,
      amountOnce: '1000000',
      scheme: null,
      active: true,
      description: null,
      metadata: {},
      imageUrl: null,
      ...CONTENT,
    });
    expect(await read(body.id)).toMatchObject({ status: 200, body });
  });

  test('may be without content; a title and a body have their limits', async () => {
    expect(await make()).toMatchObject({ contentTitle: null, contentBody: null });
    expect(await make({ contentTitle: null, contentBody: '' })).toMatchObject({
      contentTitle: null,
      contentBody: '',
    });
    const longest = { contentTitle: 'x'.repeat(200), contentBody: 'x'.repeat(200_000) };
    expect(await make(longest)).toMatchObject(longest);
    const wrong: [string, unknown][] = [
      ['contentTitle', 'x'.repeat(201)],
      ['contentTitle', 7],
      ['contentTitle', 'a\0b'],
      ['contentBody', 'x'.repeat(200_001)],
      ['contentBody', ['x']],
      ['name', null],
      ['name', ' '],
      ['sellMode', 'never'],
      ['periodSeconds', 0],
    ];
    for (const [field, value] of wrong) {
      expect(refusal(await ask({ [field]: value }))).toBe(`400 parameter_invalid ${field}`);
    }
    for (const field of ['name', 'mint', 'amountPerPeriod', 'periodSeconds']) {
      expect(refusal(await ask({ [field]: undefined }))).toBe(`400 parameter_missing ${field}`);
    }
  });

  test('is sold under the rules of a link', async () => {
    expect(refusal(await ask({ mint: randomAddress() }))).toBe('400 mint_not_allowed mint');
    expect(refusal(await ask({ payee: await service.mint(merchant) }))).toBe('400 parameter_invalid payee');
    expect(refusal(await ask({ sellMode: 'once', trialSeconds: 1 }))).toBe(
      '400 parameter_invalid trialSeconds',
    );
    expect(refusal(await ask({ amountOnce: '1' }))).toBe('400 parameter_invalid amountOnce');
  });

  test("pays the merchant's payout wallet when no payee is named, and is refused while there is none", async () => {
    const fresh = await service.merchant();
    expect(refusal(await ask({ payee: undefined }, {}, fresh))).toBe('400 no_payout_wallet payee');
    expect(refusal(await ask({ payee: null }, {}, fresh))).toBe('400 parameter_invalid payee');
    const wallet = randomAddress();
    await service.db`
      update merchants set payout_wallet = ${wallet}, payout_wallet_verified_at = 1 where id = ${fresh.id}`;
    expect(await make({ payee: undefined }, fresh)).toMatchObject({ payee: wallet });
    expect(await make({}, fresh)).toMatchObject({ payee });
    const { data } = (await service.call('GET', '/v1/products', { key: fresh.testKey })).body;
    expect(data).toHaveLength(2);
  });

  test('is made once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'product-1' };
    const first = await ask(CONTENT, headers);
    const again = await ask(CONTENT, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
  });
});

describe('products of a merchant', () => {
  test('are listed in pages of about 256 KiB, whole in both directions', async () => {
    const fresh = await service.merchant('Large Books');
    const key = fresh.testKey;
    const made: string[] = [];
    for (let i = 0; i < 14; i++) {
      // The last ones are small: after a large one they wait for the next page too.
      const contentBody = String(i % 10).repeat(i < 12 ? 200_000 : 10);
      made.unshift((await make({ contentBody }, fresh)).id);
    }
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `?startingAfter=${cursor}`;
      const { body } = await service.call('GET', `/v1/products${query}`, { key });
      expect(JSON.stringify(body).length).toBeLessThan(450_000);
      for (const { contentBody } of body.data) expect(contentBody.length).toBeGreaterThanOrEqual(10);
      pages.push(body.data.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
      expect(body.hasMore).toBe(cursor !== null);
    }
    expect(pages.map((page) => page.length)).toEqual([4, 2, 2, 2, 2, 2]);
    expect(pages.flat()).toEqual(made);
    const { body: before } = await service.call('GET', `/v1/products?endingBefore=${made[13]}`, { key });
    expect(before.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(11, 13));
    const { body: small } = await service.call('GET', '/v1/products?limit=2', { key });
    expect(small).toMatchObject({
      data: [{ id: made[0] }, { id: made[1] }],
      hasMore: true,
      nextCursor: made[1],
    });
  });

  test('are listed newest first with their content, without links', async () => {
    const fresh = await service.merchant();
    const older = await make(CONTENT, fresh);
    const newer = await make({}, fresh);
    const link = await makeOffer(service, fresh, 'payment_links', { payee });
    const list = (query = '') => service.call('GET', `/v1/products${query}`, { key: fresh.testKey });
    expect((await list()).body.data).toEqual([newer, older]);
    expect((await list(`?limit=1&startingAfter=${newer.id}`)).body).toMatchObject({
      data: [older],
      hasMore: false,
    });
    expect(refusal(await list(`?startingAfter=${link.id}`))).toBe('400 parameter_invalid startingAfter');
    expect(refusal(await list('?limit=101'))).toBe('400 parameter_invalid limit');
  });

  test('are changed field by field: what is not named stays, and null takes content away', async () => {
    const product = await make(CONTENT);
    const patch = (body?: unknown) =>
      service.call('PATCH', `/v1/products/${product.id}`, { key: merchant.testKey, body });
    expect(await patch({})).toMatchObject({ status: 200, body: product });
    expect(await patch()).toMatchObject({ status: 200, body: product });
    const renamed = { ...product, name: 'Guide', contentTitle: 'Chapter two' };
    expect((await patch({ name: 'Guide', contentTitle: 'Chapter two' })).body).toEqual(renamed);
    const emptied = { ...renamed, contentTitle: null, contentBody: null, active: false };
    expect((await patch({ contentTitle: null, contentBody: null, active: false })).body).toEqual(emptied);
    const refused: [string, unknown][] = [
      ['name', null],
      ['active', 'false'],
      ['contentBody', 7],
      ['mint', randomAddress()],
      ['payee', payee],
    ];
    for (const [field, value] of refused) {
      expect(refusal(await patch({ name: 'No', [field]: value }))).toBe(`400 parameter_invalid ${field}`);
    }
    expect((await read(product.id)).body).toEqual(emptied);
  });

  test("another merchant's, another mode's and another kind's gets the response of a missing one", async () => {
    const other = await service.merchant();
    const product = await make(CONTENT);
    const link = await makeOffer(service, merchant, 'payment_links', { payee });
    const cases: [string, string][] = [
      [product.id, other.testKey],
      [product.id, merchant.liveKey],
      [link.id, merchant.testKey],
      ['prd_2YcNxpVXUq7aVSxTJ1JbRp', merchant.testKey],
      ['nonsense', merchant.testKey],
    ];
    for (const [id, key] of cases) {
      const change = { key, body: { contentBody: 'Mine now' } };
      const answers = [await read(id, key), await service.call('PATCH', `/v1/products/${id}`, change)];
      expect(answers.map(refusal)).toEqual(['404 resource_missing', '404 resource_missing']);
    }
    expect((await read(product.id)).body).toEqual(product);
  });
});

describe('a product as anyone may see it', () => {
  test('shows what it is called and costs, never its content', async () => {
    const product = await make({ sellMode: 'both', amountOnce: '9000000', ...CONTENT });
    const { active: _, contentBody: __, metadata: ___, ...terms } = product;
    const answer = await view(product.id);
    expect(answer.body).toEqual({
      ...terms,
      object: 'checkout_product',
      merchantName: 'Coffee Club',
      brand: { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null },
      symbol: expect.any(String),
      decimals: 6,
    });
    expect(JSON.stringify(answer.body)).not.toContain('Grind');
    const { body: started } = await askStart(service, product, await service.wallet(merchant));
    expect(JSON.stringify(started)).not.toContain('Grind');
  });

  test('is missing while switched off, and when its id is malformed, unknown or of another kind', async () => {
    const product = await make();
    const link = await makeOffer(service, merchant, 'payment_links', { payee });
    const patch = { key: merchant.testKey, body: { active: false } };
    await service.call('PATCH', `/v1/products/${product.id}`, patch);
    for (const id of [product.id, link.id, 'prd_2YcNxpVXUq7aVSxTJ1JbRp', 'nonsense']) {
      expect(refusal(await view(id))).toBe('404 resource_missing');
      const path = `/v1/checkout/products/${id}/mandates`;
      expect(refusal(await service.call('POST', path, { body: { payer: payee } }))).toBe(
        '404 resource_missing',
      );
    }
  });

  test('is started a limited number of times a minute from one address', async () => {
    const product = await make();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => askStart(service, product, { address: 'a' })),
    );
    const limited = answers.find(({ status }) => status === 429)!;
    expect(refusal(limited)).toBe('429 rate_limit_exceeded');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await view(product.id)).status).toBe(200);
  });
});
