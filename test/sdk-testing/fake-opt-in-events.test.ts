import { expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { hourly, worldIn } from './world.ts';

const START = 1_800_000_000;
const DAY = 86_400;
const WEEK = 7 * DAY;

test('the fake announces charges 3 days before, and an approval that runs out, once each', async () => {
  const fake = fakeAutopay({ now: () => START });
  const world = await worldIn(fake);
  fake.setBalance({ address: world.payer.address, amount: 1_000_000_000_000n });
  await world.api.webhookEndpoints.create({ url: 'https://shop.example.com/all' });
  const { id } = await world.api.mandates.create({
    ...hourly(world),
    periodSeconds: WEEK,
    maxPeriods: null,
    autoAuthorize: true,
  });
  await fake.clock.advance(12 * WEEK - 1);
  const events = fake.events
    .filter(({ event }) => !event.type.startsWith('charge.s'))
    .map(({ event }) => event);
  const upcoming = events.filter(({ type }) => type === 'charge.upcoming');
  expect(upcoming.map(({ createdAt }) => createdAt - START)).toEqual(
    Array.from({ length: 12 }, (_, at) => (at + 1) * WEEK - 3 * DAY),
  );
  const expiring = events.filter(({ type }) => type === 'mandate.authorization_expiring');
  expect(expiring).toMatchObject([
    { createdAt: START + 11 * WEEK, data: { object: { id }, authorization: { payments: 1 } } },
  ]);
  const listed = (await world.api.events.list({ limit: 50 })).data.map(({ type }) => type);
  expect(listed).not.toContain('charge.upcoming');
  expect((await world.api.events.list({ type: 'charge.upcoming' })).data).toHaveLength(12);
  expect((await world.api.events.list({ types: 'all', limit: 1 })).data).toMatchObject([
    { type: 'charge.upcoming', pendingWebhooks: 0 },
  ]);
});

test('the fake tells what became of a refund', async () => {
  const fake = fakeAutopay({ now: () => START });
  const world = await worldIn(fake);
  await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
  const [charge] = (await world.api.charges.list({ status: 'succeeded' })).data;
  const refund = await world.api.charges.refund(charge!.id, { amount: '1' });
  expect(refund.status).toBe('pending');
  await fake.clock.advance(WEEK);
  expect(
    fake.events.map(({ event }) => event).filter(({ type }) => type.startsWith('refund.')),
  ).toMatchObject([
    { type: 'refund.failed', data: { object: { id: refund.id, failure: { code: 'not_signed' } } } },
  ]);
});
