import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSigner } from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chainSeconds, CLOCK_SYSVAR } from '../../server/chain/chain-clock.ts';
import { runAtClockOf } from '../../server/chain/run-at-clock.ts';
import { planOf } from '../../server/chain/subscriptions/addresses.ts';
import { initAuthority, subscribe, UNKNOWN_INIT_ID } from '../../server/chain/subscriptions/instructions.ts';
import {
  type Build,
  makePlan,
  movableClock,
  must,
  newPayer,
  open,
  type PlanGround,
  programsOf,
  pull,
  pullOf,
  readSubscription,
  REFUSED,
  run,
  simulate,
  startPlanGround,
  subscribedPayer,
} from '../chain/subscriptions/support.ts';
import { chainOver, lyingNode } from '../chain/support.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { Net } from './support.ts';

const HOUR = 3_600;
const MONTH = 30 * 24 * HOUR;

let net: Net;
let ground: PlanGround;

async function runAt(clock: string, offsetSeconds: unknown, addresses: unknown = []): Promise<number> {
  return (await net.call('autopay_runAt', [{ clock, offsetSeconds, addresses }])).offsetSeconds;
}

/** The chain's time as clients read it, in one call and in several. */
async function sysvarSeconds(on = net): Promise<number | null> {
  const config = { commitment: 'confirmed', encoding: 'base64' };
  const one = (await on.call('getAccountInfo', [CLOCK_SYSVAR, config])).value;
  const [among] = (await on.call('getMultipleAccounts', [[CLOCK_SYSVAR], config])).value;
  expect(among).toEqual(one);
  const data = new Uint8Array(Buffer.from(one.data[0], 'base64'));
  return chainSeconds({ address: CLOCK_SYSVAR, owner: one.owner, data, lamports: BigInt(one.lamports) });
}

describeUnless(missingBuilds(), 'clocks of several merchants on one localnet', () => {
  for (const build of SUBSCRIPTIONS_BUILDS) tests(build);
});

function tests(build: Build) {
  const both = (title: string, test: () => Promise<void>) =>
    it(`${title} (${build})`, async () => {
      ground = await startPlanGround(build);
      net = ground.net;
      try {
        await test();
      } finally {
        await ground.stop();
      }
    });

  both("one merchant's month opens no period of another's plan", async () => {
    const plans = [await makePlan(ground), await makePlan(ground)] as const;
    const [a, b] = [await subscribedPayer(ground, plans[0]), await subscribedPayer(ground, plans[1])];
    await runAt('mer_a', 0, [plans[0].plan]);
    await runAt('mer_b', 0, [plans[1].plan]);
    expect([await pull(ground, a, plans[0]), await pull(ground, b, plans[1])]).toEqual([null, null]);
    await runAt('mer_a', MONTH);
    expect(await pull(ground, a, plans[0])).toBeNull();
    expect(await pull(ground, b, plans[1])).toBe(REFUSED.overAllowance);
    await runAt('mer_b', HOUR);
    expect(await pull(ground, b, plans[1])).toBeNull();
    expect(await pull(ground, a, plans[0])).toBe(REFUSED.overAllowance);
    // Real time goes on under both.
    ground.clock.wait(HOUR);
    expect([await pull(ground, a, plans[0]), await pull(ground, b, plans[1])]).toEqual([null, null]);
    const { periodStartsAt } = (await readSubscription(ground, plans[0].plan, a.payer))!;
    expect(periodStartsAt).toBe(BigInt(ground.clock.seconds() + MONTH));
  });

  both('a plan is made and subscribed to at the time of its merchant', async () => {
    const planId = 1_000_000n;
    const { address } = await planOf(ground.owner.address, planId);
    await runAt('mer_a', MONTH, [address]);
    const ahead = BigInt(ground.clock.seconds() + MONTH);
    const plan = await makePlan(ground, { planId });
    expect(plan).toMatchObject({ plan: address, planCreatedAt: ahead });
    const payer = await subscribedPayer(ground, plan);
    const { periodStartsAt } = (await readSubscription(ground, plan.plan, payer.payer))!;
    expect(periodStartsAt).toBe(ahead);
    expect((await makePlan(ground)).planCreatedAt).toBe(BigInt(ground.clock.seconds()));
  });

  both('a simulation and a preflight run by the same clock, and leave it as it was', async () => {
    const plan = await makePlan(ground);
    const payer = await subscribedPayer(ground, plan);
    await must(ground, [await pullOf(ground, payer, plan)], [ground.delegate]);
    const next = [await pullOf(ground, payer, plan)];
    expect(await simulate(ground, next, [ground.delegate])).toBe(REFUSED.overAllowance);
    await runAt('mer_a', HOUR, [plan.plan]);
    expect(await simulate(ground, next, [ground.delegate])).toBeNull();
    expect(await sysvarSeconds()).toBe(ground.clock.seconds());
    expect((await run(ground, next, [ground.delegate])).failure).toBeNull();
  });

  both(
    'slots go on as before, so an authority of an earlier slot is not taken for one of this transaction',
    async () => {
      const plan = await makePlan(ground);
      await runAt('mer_a', MONTH, [plan.plan]);
      const payer = await newPayer(ground);
      const rent = { rentPayer: ground.feePayer.address };
      const blind = await subscribe({ ...plan, payer: payer.payer, initId: UNKNOWN_INIT_ID }, rent);
      const together = await run(ground, [await initAuthority(payer, rent), blind], [payer.wallet]);
      expect(together.failure).toBe(build === 'subscriptions-head.so' ? null : REFUSED.stale);
      const other = await newPayer(ground);
      await open(ground, other);
      const alone = await subscribe({ ...plan, payer: other.payer, initId: UNKNOWN_INIT_ID }, rent);
      expect((await run(ground, [alone], [other.wallet])).failure).toBe(REFUSED.stale);
    },
  );
}

describeUnless(missingBuilds(), "a merchant's clock", () => {
  const build = SUBSCRIPTIONS_BUILDS[0];
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'localnet-clocks-'));
    ground = await startPlanGround(build, { dataDir });
    net = ground.net;
  });
  afterEach(async () => {
    await ground.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('never goes back', async () => {
    expect(await runAt('mer_a', MONTH)).toBe(MONTH);
    expect(await runAt('mer_a', HOUR)).toBe(MONTH);
    expect(await runAt('mer_a', MONTH + 1)).toBe(MONTH + 1);
    expect(await runAt('mer_b', HOUR)).toBe(HOUR);
  });

  it('is one per address, and has a name and a whole number of seconds', async () => {
    const { address } = await generateKeyPairSigner();
    await runAt('mer_a', HOUR, [address, address]);
    await runAt('mer_a', HOUR, [address]);
    const refused = [
      { clock: 'mer_b', offsetSeconds: 0, addresses: [address] },
      { clock: '', offsetSeconds: 0, addresses: [] },
      { clock: 'mer_b', offsetSeconds: -1, addresses: [] },
      { clock: 'mer_b', offsetSeconds: 1.5, addresses: [] },
      { clock: 'mer_b', offsetSeconds: 1e15, addresses: [] },
      { clock: 'mer_b', offsetSeconds: 0 },
      { clock: 'mer_b', offsetSeconds: 0, addresses: ['mer_b'] },
    ];
    for (const request of refused)
      expect((await net.raw('autopay_runAt', [request])).error?.code).toBe(-32_602);
    expect(await runAt('mer_b', 0)).toBe(0);
  });

  it('is as far ahead after a restart, and the chain itself at real time', async () => {
    const plan = await makePlan(ground);
    const payer = await subscribedPayer(ground, plan);
    await runAt('mer_a', HOUR, [plan.plan]);
    await runAt('mer_a', 2 * HOUR);
    expect(await pull(ground, payer, plan)).toBeNull();
    await ground.stop();
    const clock = movableClock();
    clock.wait(ground.clock.seconds() - clock.seconds() + 60);
    const again = await Net.start({ dataDir, clock, programs: programsOf(build) });
    expect(await sysvarSeconds(again)).toBe(clock.seconds());
    const chain = await chainOver(ground, [again.localnet.rpcUrl]);
    const restarted = { ...ground, chain, net: again, clock, stop: () => again.localnet.stop() };
    expect(await pull(restarted, payer, plan)).toBe(REFUSED.overAllowance);
    clock.wait(HOUR);
    expect(await pull(restarted, payer, plan)).toBeNull();
    const { periodStartsAt } = (await readSubscription(restarted, plan.plan, payer.payer))!;
    expect(periodStartsAt - plan.planCreatedAt).toBe(BigInt(3 * HOUR));
    expect(clock.seconds() - Number(plan.planCreatedAt)).toBe(HOUR + 60);
    ground = restarted;
  });

  it('is not the time that clients read: that is real time, also when nothing ran for long', async () => {
    expect(await sysvarSeconds()).toBe(ground.clock.seconds());
    ground.clock.wait(MONTH);
    expect(await sysvarSeconds()).toBe(ground.clock.seconds());
    const plan = await makePlan(ground);
    expect(plan.planCreatedAt).toBe(BigInt(ground.clock.seconds()));
    await runAt('mer_a', MONTH, [plan.plan]);
    await subscribedPayer(ground, plan);
    expect(await sysvarSeconds()).toBe(ground.clock.seconds());
    const notAClock = await net.call('getAccountInfo', [plan.plan, { encoding: 'base64' }]);
    const data = new Uint8Array(Buffer.from(notAClock.value.data[0], 'base64'));
    expect(
      chainSeconds({ address: CLOCK_SYSVAR, owner: notAClock.value.owner, data, lamports: 1n }),
    ).toBeNull();
    expect(chainSeconds(null)).toBeNull();
  });

  it('is registered once by the service for each plan, and again when it has moved', async () => {
    const { address: plan } = await generateKeyPairSigner();
    const { address: other } = await generateKeyPairSigner();
    const node = await lyingNode(net.localnet.rpcUrl, {});
    const chain = await chainOver(ground, [node.url]);
    const registrations = () => node.asked.filter((method) => method === 'autopay_runAt').length;
    const at = { merchantId: 'mer_a', offsetSeconds: 0 };
    await runAtClockOf(chain, at, []);
    expect(registrations()).toBe(0);
    await runAtClockOf(chain, at, [plan]);
    await runAtClockOf(chain, at, [plan]);
    expect(registrations()).toBe(1);
    await runAtClockOf(chain, { ...at, offsetSeconds: HOUR }, [plan]);
    await runAtClockOf(chain, { ...at, offsetSeconds: HOUR }, [plan]);
    // A process that read the clock before it was moved.
    await runAtClockOf(chain, at, [plan]);
    expect(registrations()).toBe(2);
    await runAtClockOf(chain, { ...at, offsetSeconds: HOUR }, [plan, other]);
    expect(registrations()).toBe(3);
    expect(await runAt('mer_a', 0)).toBe(HOUR);
    await runAtClockOf({ ...chain, isLocalnet: false }, at, [(await generateKeyPairSigner()).address]);
    expect(registrations()).toBe(3);
    await node.stop();
  });

  it('is registered for more plans than fit into one request', async () => {
    const plans = await Promise.all(
      Array.from({ length: 1_201 }, (_, at) => planOf(ground.owner.address, BigInt(at))),
    );
    const addresses = plans.map(({ address }) => address);
    await runAtClockOf(ground.chain, { merchantId: 'mer_a', offsetSeconds: HOUR }, addresses);
    for (const address of [addresses[0], addresses.at(-1)]) {
      const request = { clock: 'mer_b', offsetSeconds: 0, addresses: [address] };
      expect((await net.raw('autopay_runAt', [request])).error?.message).toMatch(/runs by another clock/);
    }
  });

  it('is registered again where the localnet did not answer', async () => {
    const { address: plan } = await generateKeyPairSigner();
    const at = { merchantId: 'mer_a', offsetSeconds: HOUR };
    await net.setFaults({ kind: 'loseReply', method: 'autopay_runAt' });
    await expect(runAtClockOf(ground.chain, at, [plan])).rejects.toThrow();
    await net.setFaults();
    await runAtClockOf(ground.chain, at, [plan]);
    expect(await runAt('mer_a', 0)).toBe(HOUR);
  });
});
