import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdOf, newId } from '../../server/lib/ids.ts';
import { parseCsv } from '../exports/support.ts';
import {
  DAY,
  paid,
  type PastMandate,
  pastMandate,
  registerTokens,
  writeHistory,
} from '../metrics/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

const FLOOR = randomAddress();
const OTHER = randomAddress();
/** The day of the first sale. */
const START = 1_760_000_000;

let service: TestService;
let merchant: TestMerchant;
let stranger: TestMerchant;
let link: string;
let product: string;
/** One sale a day, each of its own kind. */
let sales: PastMandate[];

const KINDS = [
  'of a link',
  'of a product',
  'with a reference',
  'with an entry',
  'in another token',
  'plain',
] as const;

/** Sales as they would have been made, day after day, with a charge each and a refund of every charge. */
async function sell(of: TestMerchant, livemode: boolean): Promise<PastMandate[]> {
  const made = KINDS.map((kind, day) => ({
    ...pastMandate({
      merchantId: of.id,
      livemode,
      mint: kind === 'in another token' ? OTHER : FLOOR,
      activatedAt: START + day * DAY,
    }),
    id: placed('mandate', day, livemode),
  }));
  await writeHistory(service.db, { mandates: made, charges: [], refunds: [] });
  const [ofLink, ofProduct, referred, noted] = made.map(({ id }) => id) as [string, string, string, string];
  if (!livemode && of === merchant) {
    await service.db`update mandates set offer_id = ${link}, name = 'Beans, monthly' where id = ${ofLink}`;
    await service.db`update mandates set offer_id = ${product} where id = ${ofProduct}`;
  }
  await service.db`update mandates set client_reference = 'user-4711' where id = ${referred}`;
  await service.db`update mandates set metadata = '{"order": "123", "note": "a:b"}' where id = ${noted}`;
  const charges = made.map((mandate, day) => ({
    ...paid(mandate, START + day * DAY),
    id: placed('charge', day, livemode),
  }));
  const refunds = charges.map((charge) => ({
    charge,
    amount: 1n,
    status: 'succeeded' as const,
    settledAt: START,
  }));
  await writeHistory(service.db, { mandates: [], charges, refunds });
  for (const [day, { id }] of charges.entries()) {
    const at = START + day * DAY;
    await service.db`update charges set created_at = ${at}, settled_at = ${at + PERIOD} where id = ${id}`;
    await service.db`
      update refunds set created_at = ${at}, position = ${placed('refund', day, livemode)} where charge_id = ${id}`;
  }
  return made;
}

/** Between a charge's creation and its payment. */
const PERIOD = 30 * DAY;

let serial = 0;
/** An id of that day; no two are the same. */
function placed(kind: 'mandate' | 'charge' | 'refund', day: number, livemode: boolean): string {
  serial += 1;
  return firstIdOf(kind, (START + day * DAY) * 1000 + serial + (livemode ? 500 : 0));
}

beforeAll(async () => {
  service = await TestService.start({
    AUTOPAY_TEST_RPC_URL: 'none',
    AUTOPAY_RATE_EXPORTS_PER_MINUTE: '10000',
  });
  for (const livemode of [false, true]) {
    await registerTokens(service.db, livemode, [
      { mint: FLOOR, symbol: 'FLR', decimals: 6, class: 'stable' },
      { mint: OTHER, symbol: 'OTH', decimals: 6, class: 'stable' },
    ]);
  }
  [merchant, stranger] = [await service.merchant(), await service.merchant()];
  [link, product] = [newId('paymentLink'), newId('product')];
  for (const [id, kind] of [
    [link, 'payment_link'],
    [product, 'product'],
  ] as const) {
    await service.db`
      insert into offers (id, merchant_id, livemode, kind, name, payee, mint, decimals, sell_mode, amount_per_period, period_seconds,
        trial_seconds, created_at)
      values (${id}, ${merchant.id}, false, ${kind}, 'Beans', ${randomAddress()}, ${FLOOR}, 6, 'subscription', 1000000, 2592000, 0, 1)`;
  }
  sales = await sell(merchant, false);
  await sell(merchant, true);
  await sell(stranger, false);
});
afterAll(() => service.stop());

const ask = (path: string, key = merchant.testKey) => service.call('GET', path, { key });
async function csv(path: string) {
  const headers = { authorization: `Bearer ${merchant.testKey}`, accept: 'text/csv' };
  return parseCsv(await (await fetch(service.url + path, { headers })).text());
}

const LISTS = ['mandates', 'charges', 'refunds', 'customers'] as const;

/** The days on which the listed sales were made. */
async function days(list: (typeof LISTS)[number], query: string, key?: string): Promise<number[]> {
  const { status, body } = await ask(`/v1/${list}?${query}`, key);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ createdAt }: { createdAt: number }) => (createdAt - START) / DAY);
}

describe('the list of charges', () => {
  test.each([
    ['paid since a time', `paidFrom=${START + PERIOD + 4 * DAY}`, [5, 4]],
    ['paid until a time', `paidTo=${START + PERIOD + DAY}`, [1, 0]],
    ['paid in one second', `paidFrom=${START + PERIOD + DAY}&paidTo=${START + PERIOD + DAY}`, [1]],
    ['paid at any time', 'paidFrom=0&paidTo=253402300799', [5, 4, 3, 2, 1, 0]],
    ['paid before they were created', `paidTo=${START}`, []],
    [
      'paid since a time, and created until another',
      `paidFrom=${START + PERIOD}&createdTo=${START + DAY}`,
      [1, 0],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await days('charges', query)).toEqual(expected);
    expect(await days('charges', `${query}&order=asc`)).toEqual(expected.toReversed());
    const lines = await csv(`/v1/charges?${query}`);
    expect(lines).toHaveLength(expected.length);
  });

  test('says when each was paid, and refuses a range that ends before it begins', async () => {
    const { body } = await ask('/v1/charges?limit=1');
    expect(body.data[0].paidAt).toBe(body.data[0].createdAt + PERIOD);
    expect(refusal(await ask('/v1/charges?paidFrom=2&paidTo=1'))).toBe('400 parameter_invalid paidFrom');
  });
});

describe.each(LISTS)('the list of %s', (list) => {
  const FILTERS: [what: string, query: () => string, days: number[]][] = [
    ['of a link', () => `paymentLink=${link}`, [0]],
    ['of a product', () => `product=${product}`, [1]],
    ['of a link and a product', () => `product=${product}&paymentLink=${link}`, []],
    ['of something that is no link', () => `paymentLink=${product}`, []],
    ['with a reference', () => 'clientReference=user-4711', [2]],
    ['with a beginning of a reference', () => 'clientReference=user', []],
    ['with an entry of metadata', () => 'metadata=order:123', [3]],
    ['with an entry that has a colon in its value', () => 'metadata=note:a:b', [3]],
    ['with another entry', () => 'metadata=order:12', []],
    ['of a payer', () => `payer=${sales[5]!.payer}`, [5]],
    ['of nobody', () => `payer=${randomAddress()}`, []],
    ['since a time', () => `createdFrom=${START + 4 * DAY}`, [5, 4]],
    ['until a time', () => `createdTo=${START + DAY}`, [1, 0]],
    ['of one second', () => `createdFrom=${START + DAY}&createdTo=${START + DAY}`, [1]],
    ['of all times', () => 'createdFrom=0&createdTo=253402300799', [5, 4, 3, 2, 1, 0]],
    ['of a product since a later time', () => `product=${product}&createdFrom=${START + 2 * DAY}`, []],
    ['with a reference until a time', () => `clientReference=user-4711&createdTo=${START + 3 * DAY}`, [2]],
  ];

  test.each(FILTERS)('%s', async (_, query, expected) => {
    expect(await days(list, query())).toEqual(expected);
    expect(await days(list, `${query()}&order=asc`)).toEqual(expected.toReversed());
    expect(await csv(`/v1/${list}?${query()}`)).toHaveLength(expected.length);
    // Nothing of it is another merchant's or of the other mode.
    const foreign = (await ask(`/v1/${list}?${query()}`, stranger.testKey)).body.data;
    const own = new Set(sales.map(({ payer }) => payer));
    expect(foreign.filter(({ payer }: { payer?: string }) => own.has(payer ?? ''))).toEqual([]);
  });

  test('in a token', async () => {
    if (list === 'customers')
      expect(refusal(await ask('/v1/customers?mint=x'))).toBe('400 parameter_invalid mint');
    else expect(await days(list, `mint=${OTHER}`)).toEqual([4]);
  });

  test('a range that ends before it begins is refused, in the file too', async () => {
    const path = `/v1/${list}?createdFrom=2&createdTo=1`;
    expect(refusal(await ask(path))).toBe('400 parameter_invalid createdFrom');
    const headers = { authorization: `Bearer ${merchant.testKey}`, accept: 'text/csv' };
    expect((await fetch(service.url + path, { headers })).status).toBe(400);
  });

  test('is paged in both orders and both ways, and a cursor that the filter leaves out is refused', async () => {
    for (const filter of ['', `createdFrom=${START + DAY}&`]) {
      for (const order of ['asc', 'desc']) {
        const whole = await days(list, `${filter}order=${order}`);
        const seen: number[] = [];
        let cursor: string | null = null;
        do {
          const after: string = cursor === null ? '' : `&startingAfter=${cursor}`;
          const { body } = await ask(`/v1/${list}?${filter}order=${order}&limit=2${after}`);
          if (cursor !== null) {
            const back = await ask(`/v1/${list}?${filter}order=${order}&limit=1&endingBefore=${cursor}`);
            expect((back.body.data[0].createdAt - START) / DAY).toBe(seen.at(-2));
          }
          seen.push(...body.data.map(({ createdAt }: { createdAt: number }) => (createdAt - START) / DAY));
          cursor = body.nextCursor;
        } while (cursor !== null);
        expect(seen).toEqual(whole);
      }
    }
    const [first] = (await ask(`/v1/${list}?order=asc&limit=1`)).body.data;
    const answer = await ask(
      `/v1/${list}?createdFrom=${START + DAY}&startingAfter=${first.id ?? first.payer}`,
    );
    expect(refusal(answer)).toBe('400 parameter_invalid startingAfter');
  });
});

test('charges that succeeded after a failed attempt are a list of their own, in the file too', async () => {
  const of = await service.merchant();
  const made = await sell(of, false);
  for (const [day, attempts] of [1, 1, 2, 3, 1, 1].entries())
    await service.db`update charges set attempts = ${attempts} where mandate_id = ${made[day]!.id}`;
  const own = (query: string) => days('charges', query, of.testKey);
  expect(await own('recovered=true')).toEqual([3, 2]);
  expect(await own('recovered=true&order=asc')).toEqual([2, 3]);
  expect(await own('recovered=true&status=succeeded')).toEqual([3, 2]);
  expect(await own('recovered=true&status=retrying')).toEqual([]);
  expect(await own(`recovered=true&payer=${made[2]!.payer}`)).toEqual([2]);
  expect(await own(`recovered=true&createdFrom=${START + 3 * DAY}`)).toEqual([3]);
  expect(await own('recovered=true&clientReference=user-4711')).toEqual([2]);
  const [first] = (await ask('/v1/charges?recovered=true&limit=1', of.testKey)).body.data;
  expect(await own(`recovered=true&startingAfter=${first.id}`)).toEqual([2]);
  const headers = { authorization: `Bearer ${of.testKey}`, accept: 'text/csv' };
  const file = await fetch(`${service.url}/v1/charges?recovered=true`, { headers });
  expect(parseCsv(await file.text()).map(({ attempts }) => attempts)).toEqual(['3', '2']);
  expect((await ask('/v1/charges?recovered=true')).body.data).toEqual([]);
  expect(refusal(await ask('/v1/charges?recovered=false'))).toBe('400 parameter_invalid recovered');
  expect(refusal(await ask('/v1/refunds?recovered=true'))).toBe('400 parameter_invalid recovered');
});

test('the file says what was bought', async () => {
  const [mandate] = await csv(`/v1/mandates?paymentLink=${link}`);
  expect(mandate).toMatchObject({ name: 'Beans, monthly', payment_link: link, product: '', metadata: '' });
  for (const list of ['charges', 'refunds']) {
    const [row] = await csv(`/v1/${list}?metadata=order:123`);
    expect(JSON.parse(row!['metadata']!)).toEqual({ order: '123', note: 'a:b' });
    expect((await csv(`/v1/${list}?clientReference=user-4711`))[0]).toMatchObject({
      client_reference: 'user-4711',
    });
    expect((await csv(`/v1/${list}?product=${product}`))[0]).toMatchObject({ product, payment_link: '' });
  }
  expect((await csv('/v1/customers?clientReference=user-4711'))[0]).toMatchObject({
    client_reference: 'user-4711',
  });
});

test('a customer of a product counts since the first purchase of that product', async () => {
  const later = {
    ...pastMandate({
      merchantId: merchant.id,
      mint: FLOOR,
      payer: sales[5]!.payer,
      activatedAt: START + 9 * DAY,
    }),
  };
  await writeHistory(service.db, { mandates: [later], charges: [], refunds: [] });
  await service.db`update mandates set client_reference = 'again' where id = ${later.id}`;
  expect(await days('customers', 'clientReference=again')).toEqual([9]);
  expect(await days('customers', `payer=${later.payer}`)).toEqual([5]);
  expect(await days('customers', `clientReference=again&createdTo=${START + 6 * DAY}`)).toEqual([]);
  await service.db`delete from mandates where id = ${later.id}`;
});

test('where more than a thousand mandates match, the newest of their charges are found all the same', async () => {
  const busy = await service.merchant();
  const many = Array.from({ length: 1_001 }, (_, n) =>
    pastMandate({ merchantId: busy.id, mint: FLOOR, activatedAt: START + n }),
  );
  await writeHistory(service.db, { mandates: many, charges: [], refunds: [] });
  await service.db`update mandates set metadata = '{"plan": "gold"}' where merchant_id = ${busy.id}`;
  const charges = many.map((mandate, n) => paid(mandate, START + n));
  await writeHistory(service.db, { mandates: [], charges, refunds: [] });
  const { body } = await ask('/v1/charges?metadata=plan:gold&limit=3', busy.testKey);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
    charges
      .slice(-3)
      .toReversed()
      .map(({ id }) => id),
  );
});

test('the dates of a test clock are found, whatever the real time', async () => {
  const ahead = await service.merchant();
  const offset = 400 * DAY;
  await service.db`update merchants set clock_offset_seconds = ${offset} where id = ${ahead.id}`;
  const now = Math.floor(Date.now() / 1000);
  // Inserted now, in real time: ids of this process may be ahead of it, since tests beside this one move their clocks.
  const [before, after] = [1, 2].map((nth) =>
    pastMandate({ merchantId: ahead.id, mint: FLOOR, id: firstIdOf('mandate', now * 1000 + nth) }),
  ) as [ReturnType<typeof pastMandate>, ReturnType<typeof pastMandate>];
  await writeHistory(service.db, { mandates: [before, after], charges: [], refunds: [] });
  await service.db`update mandates set created_at = ${now} where id = ${before.id}`;
  await service.db`update mandates set created_at = ${now + offset} where id = ${after.id}`;
  const ids = async (query: string) =>
    (await ask(`/v1/mandates?${query}`, ahead.testKey)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids(`createdFrom=${now + offset - DAY}&createdTo=${now + offset + DAY}`)).toEqual([after.id]);
  expect(await ids(`createdFrom=${now - DAY}&createdTo=${now + DAY}`)).toEqual([before.id]);
  expect(await ids(`createdFrom=${now - DAY}`)).toEqual([after.id, before.id]);
});
