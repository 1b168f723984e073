import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPL_TOKEN } from '../../server/chain/token-program.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { randomAddress } from '../support/deployment.ts';
import { askOffer, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: string;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = randomAddress();
});
afterAll(() => service.stop());

const ask = (fields: object = {}, headers: Record<string, string> = {}, of = merchant) =>
  askOffer(service, of, 'payment_links', { payee, ...fields }, headers);
const make = (fields: object = {}, of = merchant) =>
  makeOffer(service, of, 'payment_links', { payee, ...fields });
const list = async (of: TestMerchant, query = '') =>
  (await service.call('GET', `/v1/payment_links${query}`, { key: of.testKey })).body;

/** How a request with each of `values` in `field` is refused, without repetition. */
async function refusals(field: string, values: unknown[]): Promise<string[]> {
  const answers = await Promise.all(values.map((value) => ask({ [field]: value })));
  return [...new Set(answers.map(refusal))];
}

describe('the fields of a new payment link', () => {
  test('the response shows everything, reads the same later, and the name defaults to Subscription', async () => {
    const { status, body } = await ask({ name: undefined, trialSeconds: 604_800 });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'payment_link',
      id: expect.stringMatching(/^lnk_/),
      livemode: false,
      createdAt: expect.any(Number),
      url: `/pay/${body.id}`,
      name: 'Subscription',
      payee,
      mint: await service.mint(merchant),
      sellMode: 'subscription',
      amountPerPeriod: '1000000',
      periodSeconds: 2_592_000,
      trialSeconds: 604_800,
      amountOnce: null,
      scheme: null,
      active: true,
      description: null,
      metadata: {},
      successUrl: null,
    });
    const read = await service.call('GET', `/v1/payment_links/${body.id}`, { key: merchant.testKey });
    expect(read).toMatchObject({ status: 200, body });
  });

  test('an absent field is parameter_missing, and a wrong one parameter_invalid, by name', async () => {
    for (const field of ['payee', 'mint', 'amountPerPeriod', 'periodSeconds']) {
      expect(await refusals(field, [undefined])).toEqual([`400 parameter_missing ${field}`]);
    }
    const wrong: Record<string, unknown[]> = {
      name: [null, '', ' ', 7, 'x'.repeat(201), 'a\0b'],
      payee: [null, '', 'a', 7],
      mint: [null, '', 'a'],
      amountPerPeriod: [null, '', 5, '0', '-1', '01', '1.5', '18446744073709551616'],
      amountOnce: [null, '', 5, '0', '18446744073709551616'],
      periodSeconds: [null, '60', 0, 1.5, 31_536_001],
      trialSeconds: [null, '60', -1, 63_072_001],
      sellMode: [null, '', 'ONCE', 'outright'],
      contentBody: ['a link unlocks nothing'],
      active: [false],
    };
    for (const [field, values] of Object.entries(wrong)) {
      expect(await refusals(field, values)).toEqual([`400 parameter_invalid ${field}`]);
    }
  });

  test.each([
    [{ sellMode: 'subscription' }, { periodSeconds: 2_592_000, trialSeconds: 0, amountOnce: null }],
    [
      { sellMode: 'subscription', trialSeconds: 60 },
      { trialSeconds: 60, amountOnce: null },
    ],
    [{ sellMode: 'once' }, { periodSeconds: 0, trialSeconds: 0, amountOnce: '1000000' }],
    [
      { sellMode: 'once', trialSeconds: 0, amountOnce: '9' },
      { amountOnce: '9', amountPerPeriod: '1000000' },
    ],
    [
      { sellMode: 'both', trialSeconds: 60 },
      { periodSeconds: 2_592_000, trialSeconds: 60, amountOnce: '1000000' },
    ],
    [
      { sellMode: 'both', amountOnce: '18446744073709551615' },
      { amountOnce: '18446744073709551615', amountPerPeriod: '1000000' },
    ],
  ])('%j is offered as %j', async (asked, offered) => {
    expect(await make(asked)).toMatchObject({ sellMode: asked.sellMode, ...offered });
  });

  test('an outright sale has no trial, and a subscription has no outright price', async () => {
    expect(refusal(await ask({ sellMode: 'once', trialSeconds: 1 }))).toBe(
      '400 parameter_invalid trialSeconds',
    );
    for (const sellMode of [undefined, 'subscription']) {
      expect(refusal(await ask({ sellMode, amountOnce: '5' }))).toBe('400 parameter_invalid amountOnce');
    }
  });

  test('a mint that is unknown, declined, or accepted by another merchant alone is mint_not_allowed', async () => {
    const other = await service.merchant('Tea Club');
    const { mint } = await other.api.test.createToken({});
    expect(await refusals('mint', [randomAddress(), mint])).toEqual(['400 mint_not_allowed mint']);
    expect(await make({ mint }, other)).toMatchObject({ mint });
    await service.db`
      insert into token_choices (merchant_id, livemode, mint, accepted) values (${other.id}, false, ${mint}, false)
      on conflict (merchant_id, livemode, mint) do update set accepted = false`;
    expect(refusal(await ask({ mint }, {}, other))).toBe('400 mint_not_allowed mint');
  });

  test('the payee is a wallet: no mint, token account or program', async () => {
    const mint = (await service.mint(merchant)) as ReturnType<typeof randomAddress>;
    const wallet = await service.wallet(merchant);
    const tokens = await tokenAccountOf(wallet.address as typeof mint, mint, 'token');
    expect(await refusals('payee', [mint, tokens, SPL_TOKEN])).toEqual(['400 parameter_invalid payee']);
  });

  test('a rejected request leaves nothing behind', async () => {
    const fresh = await service.merchant();
    expect((await ask({ mint: randomAddress() }, {}, fresh)).status).toBe(400);
    expect((await list(fresh)).data).toEqual([]);
  });
});

describe('payment links of a merchant', () => {
  test('are listed newest first, in pages both ways, without products', async () => {
    const fresh = await service.merchant();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await make({}, fresh)).id);
    const product = await makeOffer(service, fresh, 'products', { payee });
    const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    expect(idsOf(await list(fresh))).toEqual(made);
    const first = await list(fresh, '?limit=2');
    expect(first).toMatchObject({ object: 'list', hasMore: true, nextCursor: made[1] });
    const rest = await list(fresh, `?startingAfter=${made[1]}`);
    expect([idsOf(rest), rest.hasMore, rest.nextCursor]).toEqual([[made[2]], false, null]);
    expect(idsOf(await list(fresh, `?endingBefore=${made[2]}&limit=1`))).toEqual([made[1]]);
    for (const cursor of [product.id, 'lnk_unknown', (await make()).id]) {
      const answer = await service.call('GET', `/v1/payment_links?startingAfter=${cursor}`, {
        key: fresh.testKey,
      });
      expect(refusal(answer)).toBe('400 parameter_invalid startingAfter');
    }
  });

  test('are renamed and switched off and on; an empty change changes nothing', async () => {
    const link = await make();
    const patch = (body?: unknown) =>
      service.call('PATCH', `/v1/payment_links/${link.id}`, { key: merchant.testKey, body });
    expect(await patch({})).toMatchObject({ status: 200, body: link });
    expect(await patch()).toMatchObject({ status: 200, body: link });
    const changed = { ...link, name: 'Decaf', active: false };
    expect((await patch({ name: 'Decaf', active: false })).body).toEqual(changed);
    expect((await patch({ active: true })).body).toEqual({ ...changed, active: true });
    const refused: [string, unknown][] = [
      ['name', null],
      ['name', ''],
      ['active', null],
      ['active', 'no'],
      ['amountPerPeriod', '1'],
      ['contentTitle', 'x'],
    ];
    for (const [field, value] of refused) {
      expect(refusal(await patch({ [field]: value }))).toBe(`400 parameter_invalid ${field}`);
    }
    expect((await patch({})).body).toEqual({ ...changed, active: true });
  });

  test("another merchant's, another mode's and another kind's gets the response of a missing one", async () => {
    const other = await service.merchant();
    const link = await make();
    const product = await makeOffer(service, merchant, 'products', { payee });
    const cases: [string, string][] = [
      [link.id, other.testKey],
      [link.id, merchant.liveKey],
      [product.id, merchant.testKey],
      ['lnk_2YcNxpVXUq7aVSxTJ1JbRp', merchant.testKey],
      ['nonsense', merchant.testKey],
    ];
    for (const [id, key] of cases) {
      const path = `/v1/payment_links/${id}`;
      const answers = [
        await service.call('GET', path, { key }),
        await service.call('PATCH', path, { key, body: { active: false } }),
        await service.call('PATCH', path, { key, body: {} }),
      ];
      expect(answers.map(refusal)).toEqual(Array<string>(3).fill('404 resource_missing'));
    }
    const read = await service.call('GET', `/v1/payment_links/${link.id}`, { key: merchant.testKey });
    expect(read.body).toEqual(link);
  });

  test('are made once for each Idempotency-Key', async () => {
    const fresh = await service.merchant();
    const headers = { 'idempotency-key': 'link-1' };
    const first = await ask({}, headers, fresh);
    const again = await ask({}, headers, fresh);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(refusal(await ask({ name: 'Other' }, headers, fresh))).toBe(
      '400 parameter_invalid Idempotency-Key',
    );
    expect((await list(fresh)).data).toHaveLength(1);
  });

  test('need a key that may write', async () => {
    const body = { payee, mint: randomAddress(), amountPerPeriod: '1', periodSeconds: 1 };
    expect(refusal(await service.call('POST', '/v1/payment_links', { body }))).toBe('401 unauthenticated');
    expect(refusal(await service.call('GET', '/v1/payment_links'))).toBe('401 unauthenticated');
    // A key of its own: others were used a moment ago, and are remembered with what they may do.
    const { id, liveKey: key } = await service.merchant();
    await service.db`update api_keys set scope = 'read' where merchant_id = ${id} and livemode`;
    expect(refusal(await service.call('POST', '/v1/payment_links', { key, body }))).toBe(
      '403 insufficient_scope',
    );
    expect((await service.call('GET', '/v1/payment_links', { key })).body.data).toEqual([]);
  });
});
