import { describe, expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { hourly, worldIn } from './world.ts';

const START = 1_800_000_000;
const still = () => fakeAutopay({ now: () => START });
const typesOf = (fake: ReturnType<typeof still>) => fake.events.map(({ event }) => event.type);

describe("the fake's clock", () => {
  test('each period is charged when it falls due, and the mandate completes with its last', async () => {
    const fake = still();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create({ ...hourly(world), maxPeriods: 3, autoAuthorize: true });
    await fake.clock.advance(86_400);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'completed', periodsCharged: 3 });
    const charges = (await world.api.mandates.listCharges(id)).data;
    expect(charges.map(({ dueAt }) => dueAt)).toEqual([START + 7200, START + 3600, START]);
    expect(typesOf(fake)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
      'charge.succeeded',
      'mandate.completed',
    ]);
    expect(fake.clock.now()).toBe(START + 86_400);
  });

  test("a merchant's test clock moves that merchant's test mode alone", async () => {
    const fake = still();
    const [one, other] = [await worldIn(fake), await worldIn(fake)];
    for (const world of [one, other])
      await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    expect(await one.api.test.advanceClock({ seconds: 7200 })).toMatchObject({ now: START + 7200 });
    expect((await one.api.charges.list({ status: 'succeeded' })).data).toHaveLength(3);
    expect((await other.api.charges.list({ status: 'succeeded' })).data).toHaveLength(1);
    expect(await other.api.test.getClock()).toMatchObject({ offsetSeconds: 0 });
  });

  test('a merchant chooses what happens to renewals that fail, and charges that fail already go on as they began', async () => {
    const fake = still();
    const world = await worldIn(fake);
    await world.api.dunning.set({ retries: 'short', afterLast: 'keep' });
    const daily = { ...hourly(world), periodSeconds: 86_400, autoAuthorize: true };
    const { id } = await world.api.mandates.create(daily);
    fake.setBalance({ address: world.payer.address, amount: 0n });
    await fake.clock.advance(86_400 + 901);
    await world.api.dunning.set({ retries: 'long' });
    await fake.clock.advance(40_000);
    const [next, lost] = (await world.api.mandates.listCharges(id)).data;
    expect(lost).toMatchObject({ status: 'abandoned', attempts: 4, periodIndex: 1 });
    expect(next).toMatchObject({ status: 'scheduled', attempts: 0, dueAt: START + 2 * 86_400 });
    expect((await world.api.mandates.get(id)).status).toBe('active');
    // By now the mandate ends with what is lost next.
    await fake.clock.advance(2 * 86_400);
    expect((await world.api.mandates.get(id)).status).toBe('revoked');
  });

  test('a trial is not charged before it ends', async () => {
    const fake = still();
    const world = await worldIn(fake);
    await world.api.mandates.create({ ...hourly(world), trialSeconds: 600, autoAuthorize: true });
    await fake.clock.advance(599);
    expect((await world.api.charges.list()).data).toMatchObject([
      { status: 'scheduled', dueAt: START + 600 },
    ]);
    await fake.clock.advance(1);
    expect((await world.api.charges.list({ status: 'succeeded' })).data).toHaveLength(1);
  });

  test('a wallet that runs dry is tried again at growing distance, and given up at the end of the window', async () => {
    const fake = still();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    await world.api.mandates.get(id);
    fake.setBalance({ address: world.payer.address, amount: 0n });
    await fake.clock.advance(3600);
    const [failed] = (await world.api.charges.list({ status: 'retrying' })).data;
    expect(failed).toMatchObject({
      attempts: 1,
      failure: { code: 'insufficient_funds' },
      // A fifth of the period is less than the usual 15 minutes.
      nextAttemptAt: START + 3600 + 720,
    });
    fake.setBalance({ address: world.payer.address, amount: 2_500_000n });
    await fake.clock.advance(720);
    expect(await world.api.charges.get(failed!.id)).toMatchObject({ status: 'succeeded', failure: null });
    const recovered = (await world.api.charges.list({ recovered: 'true' })).data;
    expect(recovered.map((charge) => charge.id)).toEqual([failed!.id]);
    await fake.clock.advance(7200);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'revoked' });
    expect(typesOf(fake).slice(-6)).toEqual([
      'charge.failed',
      'charge.failed',
      'charge.failed',
      'charge.failed',
      'charge.abandoned',
      'mandate.revoked',
    ]);
  });

  test('a mandate that nobody signs expires after a day', async () => {
    const fake = still();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create(hourly(world));
    await fake.clock.advance(86_399);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'pending' });
    await fake.clock.advance(1);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'expired' });
  });

  test('the open charge of a revoked mandate is skipped when it falls due', async () => {
    const fake = still();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    await world.api.mandates.revoke(id);
    await fake.clock.advance(3600);
    expect((await world.api.mandates.listCharges(id)).data[0]).toMatchObject({ status: 'skipped' });
  });

  test('what falls due while nobody asks is done at its own time, not at the time of the next request', async () => {
    let now = START;
    const fake = fakeAutopay({ now: () => now });
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    now += 3 * 3600;
    const charges = (await world.api.mandates.listCharges(id)).data;
    expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(4);
  });

  test.each([0, -1, 1.5, Number.NaN, '5'])('%s is no time to advance by', (seconds) => {
    expect(() => still().clock.advance(seconds as number)).toThrow(/^seconds/);
  });
});
