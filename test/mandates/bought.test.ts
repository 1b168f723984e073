import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../payer-wallet/support.ts';
import { authorizeMandate, checkout, MONTHLY } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { askStart, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: string;
let mint: string;

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000' });
  merchant = await service.merchant('Coffee Club');
  payer = await service.wallet(merchant);
  payee = (await service.wallet(merchant)).address;
  mint = await service.mint(merchant);
});
afterAll(() => service.stop());

const get = (path: string, key = merchant.testKey) => service.call('GET', path, { key });
const create = (fields: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/mandates', {
    key: merchant.testKey,
    body: { payer: payer.address, payee, mint, ...MONTHLY, ...fields },
    headers,
  });
const make = (kind: 'payment_links' | 'products', fields: object = {}) =>
  makeOffer(service, merchant, kind, { payee, ...fields });

const NOTES = {
  name: 'Beans, monthly',
  description: 'A pound a month.\nFreshly roasted.',
  clientReference: 'user-4711',
  metadata: { order: '123', note: 'größer 😀' },
};

describe('what a mandate of the API says was bought', () => {
  test('is on the mandate, its charges, its events, its customer, its receipt and its refunds', async () => {
    const { status, body } = await create({ ...NOTES, autoAuthorize: true });
    expect(status).toBe(201);
    const bought = { ...NOTES, paymentLink: null, product: null };
    expect(body).toMatchObject(bought);
    expect((await get(`/v1/mandates/${body.id}`)).body).toMatchObject(bought);
    expect((await get('/v1/mandates?limit=1')).body.data[0]).toMatchObject(bought);

    await eventually(async () => (await merchant.api.mandates.get(body.id)).periodsCharged === 1);
    const { description: _, ...ofCharge } = bought;
    const { data: charges } = (await get(`/v1/charges?mandate=${body.id}`)).body;
    const paid = charges.find((charge: { status: string }) => charge.status === 'succeeded');
    expect(paid).toMatchObject(ofCharge);
    expect((await get(`/v1/charges/${paid.id}`)).body).toMatchObject(ofCharge);
    expect((await get(`/v1/mandates/${body.id}/charges`)).body.data[0]).toMatchObject(ofCharge);
    const { data: events } = (await get(`/v1/events?mandate=${body.id}`)).body;
    for (const { type, data } of events) {
      expect(data.object).toMatchObject(type.startsWith('mandate.') ? bought : ofCharge);
    }
    const { name, clientReference } = bought;
    expect((await get('/v1/customers')).body.data[0]).toMatchObject({
      name,
      clientReference,
      paymentLink: null,
    });
    const receipt = (await get(`/v1/charges/${paid.id}/receipt`)).body;
    expect(receipt).toMatchObject({ name, description: NOTES.description, paymentLink: null, product: null });
    expect(receipt).not.toHaveProperty('metadata');
    const refund = await merchant.api.charges.refund(paid.id);
    expect(refund).toMatchObject(ofCharge);
    expect((await get('/v1/refunds')).body.data[0]).toMatchObject(ofCharge);
    expect((await get(`/v1/mandates/${body.id}/refunds`)).body.data[0]).toMatchObject(ofCharge);
    const { id } = await merchant.api.test.createEvent({ type: 'refund.succeeded' });
    expect((await get(`/v1/events/${id}`)).body.data.object).toMatchObject(ofCharge);
  });

  test('without any of it, it says so with nulls and an empty object', async () => {
    const none = { name: null, description: null, clientReference: null, paymentLink: null, product: null };
    expect((await create({})).body).toMatchObject({ ...none, metadata: {} });
    expect((await create({ description: '  ', metadata: {} })).body).toMatchObject({ ...none, metadata: {} });
  });

  test('payers read name and description, and none of the notes', async () => {
    const { body } = await create({ ...NOTES, name: 'Beans, see www.evil.com', autoAuthorize: true });
    const view = (await checkout(service, body, '')).body;
    expect(view).toMatchObject({ name: 'Beans, see evil com', description: NOTES.description });
    const wallet = await signIn(service, payer);
    const { body: ofWallet } = await wallet.get(`/mandates/${body.id}`);
    const { body: charges } = await wallet.get(`/mandates/${body.id}/charges`);
    expect(ofWallet).toMatchObject({ name: 'Beans, see evil com' });
    expect(charges.data[0]).toMatchObject({ name: 'Beans, see evil com', mandateId: body.id });
    for (const seen of [view, ofWallet, ...charges.data]) {
      expect(seen).not.toHaveProperty('metadata');
      expect(seen).not.toHaveProperty('clientReference');
    }
  });
});

describe('the bounds of notes', () => {
  test('the largest are taken, and read as they were given', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`${at}`.padEnd(40, 'k'), '😀'.repeat(500)]),
    );
    const most = { description: 'd'.repeat(1000), clientReference: 'ü'.repeat(200), metadata };
    expect((await create(most)).body).toMatchObject(most);
  });

  test('a key of any name is one like another', async () => {
    const metadata = JSON.parse(
      '{"__proto__":"a","constructor":"b","client_reference":"c","a.b/c:d ":"","merchantId":"e"}',
    );
    const { body } = await create({ metadata });
    expect(JSON.stringify(body.metadata)).toContain('"__proto__":"a"');
    expect(Object.entries(body.metadata).sort()).toEqual(Object.entries(metadata).sort());
  });

  test.each([
    ['21 keys', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v']))],
    ['a long key', { ['k'.repeat(41)]: 'v' }],
    ['an empty key', { '': 'v' }],
    ['a bracket in a key', { 'a[b]': 'v' }],
    ['a long value', { k: 'v'.repeat(501) }],
    ['a number', { k: 1 }],
    ['a null', { k: null }],
    ['an object inside', { k: {} }],
    ['a list', ['v']],
    ['a text', 'k=v'],
    ['null', null],
    ['a NUL in a value', { k: 'a\0b' }],
    ['a NUL in a key', { 'a\0b': 'v' }],
    ['half a character in a key', { 'a\ud800': 'v' }],
  ])('%s is parameter_invalid of metadata, for mandates, links and products', async (_, metadata) => {
    const terms = { payee, mint, name: 'x', amountPerPeriod: '1', periodSeconds: 86_400 };
    expect(refusal(await create({ metadata }))).toBe('400 parameter_invalid metadata');
    for (const kind of ['payment_links', 'products']) {
      const answer = await service.call('POST', `/v1/${kind}`, {
        key: merchant.testKey,
        body: { ...terms, metadata },
      });
      expect(refusal(answer)).toBe('400 parameter_invalid metadata');
    }
  });

  test('says which entry is wrong, and how', async () => {
    const message = async (metadata: unknown) => (await create({ metadata })).body.error.message;
    expect(await message({ order: 'v'.repeat(501) })).toBe(
      'metadata (order) must NOT have more than 500 characters.',
    );
    expect(await message({ order: 7 })).toBe('metadata (order) must be string.');
    expect(await message({ ['k'.repeat(41)]: 'v' })).toContain('key that is empty, too long');
  });

  test('clientReference, name and description have theirs', async () => {
    for (const clientReference of ['', 'x'.repeat(201), 7, null])
      expect(refusal(await create({ clientReference }))).toBe('400 parameter_invalid clientReference');
    expect(refusal(await create({ description: 'x'.repeat(1001) }))).toBe(
      '400 parameter_invalid description',
    );
    for (const name of ['', ' ', 'x'.repeat(201)])
      expect(refusal(await create({ name }))).toBe('400 parameter_invalid name');
  });

  test('the same Idempotency-Key with other notes is another request', async () => {
    const headers = { 'idempotency-key': `bought-${Date.now()}` };
    const first = await create({ metadata: { a: '1', b: '2' } }, headers);
    const replayed = await create({ metadata: { b: '2', a: '1' } }, headers);
    expect(replayed.body).toEqual(first.body);
    expect(refusal(await create({ metadata: { a: '1', b: '3' } }, headers))).toBe(
      '400 parameter_invalid Idempotency-Key',
    );
    expect(refusal(await create({ metadata: { a: '1', b: '2' }, clientReference: 'x' }, headers))).toBe(
      '400 parameter_invalid Idempotency-Key',
    );
  });
});

describe('what a mandate takes from its link or product', () => {
  test('name, description and metadata as they are then, and its own reference', async () => {
    const link = await make('payment_links', {
      name: 'Beans',
      description: 'First',
      metadata: { campaign: 'spring' },
      successUrl: 'https://shop.example/thanks?a=1',
    });
    expect(link).toMatchObject({ description: 'First', metadata: { campaign: 'spring' } });
    const { status, body } = await askStart(service, link, payer, { clientReference: 'user-1' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Beans',
      description: 'First',
      paymentLink: link.id,
      product: null,
      successUrl: 'https://shop.example/thanks?a=1',
      imageUrl: null,
    });
    expect(body).not.toHaveProperty('metadata');
    expect(body).not.toHaveProperty('clientReference');
    await service.call('PATCH', `/v1/payment_links/${link.id}`, {
      key: merchant.testKey,
      body: { name: 'Tea', description: null, metadata: { campaign: 'autumn' }, successUrl: null },
    });
    const bought = {
      name: 'Beans',
      description: 'First',
      metadata: { campaign: 'spring' },
      clientReference: 'user-1',
      paymentLink: link.id,
      product: null,
    };
    expect((await get(`/v1/mandates/${body.id}`)).body).toMatchObject(bought);
    expect((await checkout(service, body, '')).body).toMatchObject({ name: 'Beans', successUrl: null });

    const active = await authorizeMandate(service, body, payer);
    expect(active.paymentLink).toBe(link.id);
    const { data } = (await get(`/v1/charges?mandate=${body.id}`)).body;
    expect(data[0]).toMatchObject({ name: 'Beans', paymentLink: link.id, clientReference: 'user-1' });
    expect(
      (await get('/v1/customers')).body.data.find((each: { payer: string }) => each.payer === payer.address),
    ).toMatchObject({
      name: 'Beans',
      paymentLink: link.id,
      clientReference: 'user-1',
    });
    expect((await askStart(service, link, payer, {})).body).toMatchObject({ name: 'Tea', description: null });
  });

  test('a product shows its picture, and names itself', async () => {
    const product = await make('products', { name: 'Guide', imageUrl: 'https://cdn.example/a,b;c.png?w=1' });
    expect(product.imageUrl).toBe('https://cdn.example/a%2Cb%3Bc.png?w=1');
    const open = await service.call('GET', `/v1/checkout/products/${product.id}`);
    expect(open.body).toMatchObject({ imageUrl: product.imageUrl, description: null });
    expect(open.body).not.toHaveProperty('metadata');
    const { body } = await askStart(service, product, payer, {});
    expect(body).toMatchObject({
      product: product.id,
      paymentLink: null,
      name: 'Guide',
      imageUrl: product.imageUrl,
    });
  });

  test('a payer cannot set notes, nor a reference that is too long', async () => {
    const link = await make('payment_links');
    expect(refusal(await askStart(service, link, payer, { metadata: { a: 'b' } }))).toBe(
      '400 parameter_invalid metadata',
    );
    expect(refusal(await askStart(service, link, payer, { clientReference: 'x'.repeat(201) }))).toBe(
      '400 parameter_invalid clientReference',
    );
  });

  test.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'https://',
    'https://user:secret@shop.example/',
    '//shop.example/',
    'shop.example',
    '',
    7,
    `https://shop.example/${'x'.repeat(2000)}`,
  ])('%s is no address to return to, nor of a picture', async (url) => {
    const body = { payee, mint, name: 'x', amountPerPeriod: '1', periodSeconds: 86_400 };
    const ask = (path: string, fields: object, method = 'POST') =>
      service.call(method, path, { key: merchant.testKey, body: fields });
    expect(refusal(await ask('/v1/payment_links', { ...body, successUrl: url }))).toBe(
      '400 parameter_invalid successUrl',
    );
    expect(refusal(await ask('/v1/products', { ...body, imageUrl: url }))).toBe(
      '400 parameter_invalid imageUrl',
    );
    const link = await make('payment_links');
    expect(refusal(await ask(`/v1/payment_links/${link.id}`, { successUrl: url }, 'PATCH'))).toBe(
      '400 parameter_invalid successUrl',
    );
  });
});

describe('mandates by what was bought', () => {
  const list = async (query: string) => {
    const { status, body } = await get(`/v1/mandates?${query}`);
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  test('are found by link, product, reference and an entry of metadata, and by several of these at once', async () => {
    const [link, other, product] = await Promise.all([
      make('payment_links', { metadata: { found: 'by:this' } }),
      make('payment_links'),
      make('products'),
    ]);
    const start = async (offer: { id: string }, clientReference: string) =>
      (await askStart(service, offer, payer, { clientReference })).body.id as string;
    const first = await start(link, 'found-1');
    const second = await start(link, 'found-2');
    const third = await start(other, 'found-1');
    const fourth = await start(product, 'found-1');
    expect(await list(`paymentLink=${link.id}`)).toEqual([second, first]);
    expect(await list(`paymentLink=${link.id}&limit=1&startingAfter=${second}`)).toEqual([first]);
    expect(await list(`product=${product.id}`)).toEqual([fourth]);
    expect(await list('clientReference=found-1')).toEqual([fourth, third, first]);
    expect(await list(`clientReference=found-1&paymentLink=${other.id}`)).toEqual([third]);
    expect(await list(`metadata=${encodeURIComponent('found:by:this')}&status=pending`)).toEqual([
      second,
      first,
    ]);
    for (const none of [
      `paymentLink=${product.id}`,
      `product=${link.id}`,
      `paymentLink=${link.id}&product=${product.id}`,
      'paymentLink=nonsense',
      'metadata=found:by',
      'metadata=Found:by:this',
      'metadata=found:',
      'clientReference=found',
    ])
      expect(await list(none)).toEqual([]);
  });

  test("another merchant's are not, though they have the same entries", async () => {
    await create({ clientReference: 'mine', metadata: { owner: 'mine' } });
    const stranger = await service.merchant();
    for (const query of ['clientReference=mine', 'metadata=owner:mine'])
      expect((await get(`/v1/mandates?${query}`, stranger.testKey)).body.data).toEqual([]);
  });

  test('a cursor is of the list that the filter leaves, and what is no entry is parameter_invalid', async () => {
    const [kept, left] = [
      await create({ clientReference: 'kept' }),
      await create({ clientReference: 'left' }),
    ];
    expect(await list(`clientReference=kept&startingAfter=${kept.body.id}`)).toEqual([]);
    expect(refusal(await get(`/v1/mandates?clientReference=kept&startingAfter=${left.body.id}`))).toBe(
      '400 parameter_invalid startingAfter',
    );
    for (const wrong of ['metadata=order', 'metadata=:1', `metadata=${'k'.repeat(41)}:1`])
      expect(refusal(await get(`/v1/mandates?${wrong}`))).toBe('400 parameter_invalid metadata');
  });

  test('each is read by an index', async () => {
    const plan = (condition: string) =>
      service.db.begin(async (tx) => {
        await tx`set local enable_seqscan = off`;
        const rows = await tx.unsafe(
          `explain select id from mandates where merchant_id = 'm' and not livemode and ${condition} order by id desc limit 101`,
        );
        return rows.map((row) => Object.values(row)[0]).join('\n');
      });
    expect(await plan(`offer_id = 'o'`)).toMatch(/mandates_by_offer/);
    expect(await plan(`client_reference = 'r'`)).toContain('mandates_by_reference');
    const byEntry = await service.db.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select id from mandates where metadata @> '{"a":"b"}'`;
    });
    expect(JSON.stringify(byEntry)).toContain('mandates_by_metadata');
  });
});
