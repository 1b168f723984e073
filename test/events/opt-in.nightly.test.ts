import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPT_IN_EVENTS, STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';
import { askRefund, delegateRefunds, makeSale } from '../refunds/support.ts';
import { advance, DAY, MONTH, PRICE, subscribe } from '../schedule/support.ts';
import { ofApprovals } from '../support/scheme-under-test.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const added = async (merchant: TestMerchant, mandate: string) => {
  const { data } = await merchant.api.events.list({ mandate, types: 'all', limit: 50 });
  // oxlint-disable-next-line typescript/no-explicit-any
  return data.toReversed().filter(({ type }) => (OPT_IN_EVENTS as readonly string[]).includes(type)) as any[];
};

describe.concurrent('events that endpoints get only where their filter names them', () => {
  test('each charge of a month is announced 3 days before it is due, as the clock passes', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt } = await subscribe(service, merchant);
    await advance(merchant, 2 * MONTH);
    const events = await added(merchant, id);
    expect(events.map(({ type, createdAt, data }) => [type, data.object.dueAt, createdAt])).toEqual(
      [1, 2].map((period) => {
        const dueAt = anchorAt + period * MONTH;
        return [
          'charge.upcoming',
          dueAt,
          expect.toSatisfy((at: number) => Math.abs(dueAt - 3 * DAY - at) < 60),
        ];
      }),
    );
  });

  test.runIf(ofApprovals)('an approval that runs out is told of once for each budget', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt } = await subscribe(service, merchant, { terms: { periodSeconds: 7 * DAY } });
    await service.running.deployment.db`update mandates set budget = ${4n * PRICE} where id = ${id}`;
    await advance(merchant, 3 * 7 * DAY);
    const told = async () =>
      (await added(merchant, id)).filter(({ type }) => type === 'mandate.authorization_expiring');
    expect(await told()).toMatchObject([
      {
        data: {
          object: { object: 'mandate', id, status: 'active', periodsCharged: 3 },
          authorization: { remaining: `${PRICE}`, payments: 1, until: anchorAt + 4 * 7 * DAY },
        },
      },
    ]);
    // The fourth charge used up the rest; a payer who approves one more is told again.
    await service.running.deployment.db`update mandates set budget = ${6n * PRICE} where id = ${id}`;
    await advance(merchant, 7 * DAY);
    expect((await told()).map(({ data }) => data.authorization.payments)).toEqual([1, 1]);
  });

  test('a refund that settles, and one that the chain refuses', async () => {
    const sale = await makeSale(service);
    const { merchant, mandate, charge } = sale;
    await delegateRefunds(service, sale, 500_000n);
    const { body } = await askRefund(service, sale, { amount: '300000' });
    const [succeeded, ...none] = await added(merchant, mandate.id);
    expect(none).toEqual([]);
    expect(succeeded).toMatchObject({ type: 'refund.succeeded', data: { object: body } });
    expect(body).toMatchObject({ chargeId: charge.id, status: 'succeeded' });
  });

  test('the list has the ten standard types unless it is asked for all, or for one', async () => {
    const sale = await makeSale(service);
    const { api } = sale.merchant;
    await delegateRefunds(service, sale, 500_000n);
    await askRefund(service, sale, { amount: '1' });
    const types = async (query: Parameters<typeof api.events.list>[0]) =>
      (await api.events.list(query)).data.map(({ type }) => type);
    const standard = await types({});
    expect(STANDARD_EVENTS).toEqual(expect.arrayContaining(standard));
    expect(await types({ types: 'all' })).toEqual(['refund.succeeded', ...standard]);
    expect(await types({ type: 'refund.succeeded' })).toEqual(['refund.succeeded']);
    const [refund] = (await api.events.list({ types: 'all', limit: 1 })).data;
    expect(await api.events.get(refund!.id)).toMatchObject({ type: 'refund.succeeded' });
    // Where it is listed it is a cursor, and elsewhere it is not.
    expect(await types({ types: 'all', startingAfter: refund!.id })).toEqual(standard);
    await expect(types({ startingAfter: refund!.id })).rejects.toMatchObject({ code: 'parameter_invalid' });
  });
});
