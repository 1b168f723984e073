import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { makeSale, type Sale, submitRefund } from '../refunds/support.ts';
import { worldIn } from '../sdk-testing/world.ts';
import { randomAddress } from '../support/deployment.ts';
import { makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let stranger: TestMerchant;
let sale: Sale;
let refund: { id: string; txSignature: string };
let product: { id: string };
let link: { id: string };
let noted: { id: string };

beforeAll(async () => {
  service = await TestService.start();
  sale = await makeSale(service);
  merchant = sale.merchant;
  stranger = await service.merchant('Tea Club');
  const asked = await merchant.api.charges.refund(sale.charge.id, { amount: '250000' });
  await submitRefund(service, sale, asked, await signIssued(sale.payee, asked.transaction!));
  refund = (await merchant.api.refunds.get(asked.id)) as never;
  const payee = randomAddress();
  product = await makeOffer(service, merchant, 'products', { payee, name: 'Größere Bohnen, monthly' });
  link = await makeOffer(service, merchant, 'payment_links', { payee, name: 'Tea 50%_off' });
  noted = await merchant.api.mandates.create({
    payer: sale.payer.address,
    payee,
    mint: sale.charge.mint,
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
    name: 'Beans, monthly',
    clientReference: 'user-4711',
    metadata: { order: 'A-123', note: 'like this one' },
  });
});
afterAll(() => service.stop());

const ask = (query: string, key = merchant.testKey) =>
  service.call('GET', `/v1/search?query=${encodeURIComponent(query)}`, { key });

/** What is found, as `kind matched id`. */
async function found(query: string, key?: string): Promise<string[]> {
  const { status, body } = await ask(query, key);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ kind, matched, id }: Record<string, string>) => `${kind} ${matched} ${id}`);
}

describe('a search', () => {
  test('finds by an id, and by the beginning of one', async () => {
    const { data: events } = await merchant.api.events.list({ limit: 1 });
    const ids = {
      mandate: sale.mandate.id,
      charge: sale.charge.id,
      refund: refund.id,
      product: product.id,
      payment_link: link.id,
    };
    for (const [kind, id] of Object.entries(ids)) {
      expect(await found(id)).toEqual([`${kind} id ${id}`]);
      expect(await found(` ${id} `)).toEqual([`${kind} id ${id}`]);
      // The last digits are random, or of a hash: nobody else's begins like that.
      expect(await found(id.slice(0, -4))).toEqual([`${kind} id ${id}`]);
      expect(await found(id.slice(0, 8))).toContain(`${kind} id ${id}`);
      expect(await found(id, stranger.testKey)).toEqual([]);
      expect(await found(id, merchant.liveKey)).toEqual([]);
      expect(await found(id.slice(0, 8), stranger.testKey)).toEqual([]);
    }
    expect(await found(events[0]!.id)).toEqual([`event id ${events[0]!.id}`]);
  });

  test('finds customers and mandates by an address, and by four characters of one', async () => {
    const { address } = sale.payer;
    for (const text of [address, address.slice(0, 8), address.slice(0, 4)]) {
      expect(await found(text)).toEqual(
        expect.arrayContaining([
          `customer address ${address}`,
          `mandate address ${sale.mandate.id}`,
          `mandate address ${noted.id}`,
        ]),
      );
      expect(await found(text, stranger.testKey)).toEqual([]);
    }
    expect(await found(address.slice(0, 3))).toEqual([]);
    expect(await found(sale.payee.address)).toEqual([`mandate address ${sale.mandate.id}`]);
  });

  test('finds a payment by the number of its receipt, in its own mode', async () => {
    const { receiptNumber } = await merchant.api.charges.get(sale.charge.id);
    const expected = [`charge receipt_number ${sale.charge.id}`];
    expect(await found(receiptNumber!)).toEqual(expected);
    expect(await found(receiptNumber!.toLowerCase().replace('-0', '-'))).toEqual(expected);
    expect(await found(receiptNumber!, stranger.testKey)).toEqual([]);
    expect(await found(receiptNumber!.replace('TEST', 'R'))).toEqual([]);
  });

  test('finds by the signature of a charge, a refund and an authorization', async () => {
    const [authorization] = await service.db<{ signature: string }[]>`
      select signature from authorizations where mandate_id = ${sale.mandate.id}`;
    for (const length of [100, 10]) {
      expect(await found(sale.charge.txSignature!.slice(0, length))).toContain(
        `charge signature ${sale.charge.id}`,
      );
      expect(await found(refund.txSignature.slice(0, length))).toEqual([`refund signature ${refund.id}`]);
      expect(await found(authorization!.signature.slice(0, length))).toContain(
        `mandate signature ${sale.mandate.id}`,
      );
    }
    expect(await found(sale.charge.txSignature!, stranger.testKey)).toEqual([]);
    expect(await found(authorization!.signature, stranger.testKey)).toEqual([]);
  });

  test('finds by the beginning of a name, whatever its case, of a reference, and by a value of metadata', async () => {
    expect(await found('größere b')).toEqual([`product name ${product.id}`]);
    expect(await found('TEA 50%_')).toEqual([`payment_link name ${link.id}`]);
    // What stands for anything elsewhere stands for itself.
    expect(await found('Tea %')).toEqual([]);
    for (const word of ['bohn', 'BOHNEN, m', 'monthly']) {
      expect(await found(word)).toEqual([`product name ${product.id}`]);
    }
    expect(await found('ohnen')).toEqual([]);
    expect(await found('beans')).toEqual([`mandate name ${noted.id}`]);
    expect(await found('user-47')).toEqual([`mandate client_reference ${noted.id}`]);
    expect(await found('a-123')).toEqual([`mandate metadata ${noted.id}`]);
    expect(await found('A-12')).toEqual([]);
    for (const text of ['größere b', 'beans', 'user-47', 'a-123']) {
      expect(await found(text, stranger.testKey)).toEqual([]);
    }
  });

  test('says what each is, and where to read it', async () => {
    const [charge] = (await ask(sale.charge.id)).body.data;
    expect(charge).toEqual({
      object: 'search_result',
      kind: 'charge',
      id: sale.charge.id,
      livemode: false,
      createdAt: sale.charge.createdAt,
      matched: 'id',
      path: `/v1/charges/${sale.charge.id}`,
      name: null,
      status: 'succeeded',
      payer: sale.payer.address,
      amount: '1000000',
      mint: sale.charge.mint,
    });
    const everything = await Promise.all(
      [sale.mandate.id, refund.id, product.id, link.id, sale.payer.address].map((text) => ask(text)),
    );
    for (const { path } of everything.flatMap(({ body }) => body.data)) {
      const { status, body } = await service.call('GET', path, { key: merchant.testKey });
      expect([path, status]).toEqual([path, 200]);
      if (body.object === 'list') expect(body.data).toHaveLength(1);
    }
  });

  test('shows five of each way and says that there are more', async () => {
    const busy = await service.merchant();
    const mint = await service.mint(busy);
    const wallet = await service.wallet(busy);
    for (let n = 0; n < 7; n += 1) {
      await busy.api.mandates.create({
        payer: wallet.address,
        payee: sale.payee.address,
        mint,
        amountPerPeriod: '1',
        periodSeconds: 86_400,
        name: `Membership ${n}`,
      });
    }
    const { body } = await ask('member', busy.testKey);
    expect(body).toMatchObject({ object: 'search', query: 'member', hasMore: true });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 5 }, (_, n) => `Membership ${n}`),
    );
    expect((await ask('membership 6', busy.testKey)).body).toMatchObject({ hasMore: false });
  });

  test('takes whatever is typed, and finds nothing by it', async () => {
    for (const text of [
      ' ',
      '%',
      '_',
      "'",
      '\\',
      '\0',
      '\u{10FFFF}',
      'man_',
      'chg_0',
      'chg_zzzzzzzz',
      'ref_é',
      '5ZgR',
      '{"a":1}',
      'x'.repeat(500),
    ]) {
      const answer = await ask(text, stranger.testKey);
      const { status, body } = answer;
      expect([text, status === 400 ? refusal(answer) : status, body.data ?? []]).toEqual([
        text,
        text.includes('\0') ? '400 parameter_invalid query' : 200,
        [],
      ]);
    }
    expect(refusal(await ask('x'.repeat(501)))).toBe('400 parameter_invalid query');
    expect(refusal(await service.call('GET', '/v1/search', { key: merchant.testKey }))).toBe(
      '400 parameter_missing query',
    );
    expect(refusal(await service.call('GET', '/v1/search?query=x', {}))).toBe('401 unauthenticated');
  });
});

test('the fake finds what the service finds', async () => {
  const fake = fakeAutopay();
  const { api, payer: holder, payee: seller, mint } = await worldIn(fake);
  const [payer, payee] = [holder.address as string, seller.address as string];
  const mandate = await api.mandates.create({
    payer,
    payee,
    mint,
    amountPerPeriod: '1',
    periodSeconds: 86_400,
    autoAuthorize: true,
    name: 'Beans',
    clientReference: 'user-1',
    metadata: { order: 'A-1' },
  });
  const { data: charges } = await api.charges.list();
  const kinds = async (query: string) =>
    (await api.search.find({ query })).data.map(({ kind, matched }) => `${kind} ${matched}`);
  expect(await kinds(mandate.id.slice(0, -2))).toEqual(['mandate id']);
  expect(await kinds(charges.at(-1)!.id)).toEqual(['charge id']);
  expect(await kinds(charges.at(-1)!.txSignature!.slice(0, 9))).toEqual(['charge signature']);
  expect(await kinds(payer.slice(0, 6))).toEqual(['customer address', 'mandate address']);
  expect(await kinds(payee.slice(0, 6))).toEqual(['mandate address']);
  expect(await kinds('beans')).toEqual(['mandate name']);
  for (const name of ['Two bags of Beans', 'Beans'])
    await api.products.create({ name, payee, mint, amountPerPeriod: '1', periodSeconds: 86_400 });
  expect((await api.search.find({ query: 'BEANS' })).data.map(({ name }) => name)).toEqual([
    'Beans',
    'Two bags of Beans',
    'Beans',
  ]);
  expect(await kinds('user-')).toEqual(['mandate client_reference']);
  expect(await kinds('a-1')).toEqual(['mandate metadata']);
  expect(await kinds('nothing')).toEqual([]);
});
