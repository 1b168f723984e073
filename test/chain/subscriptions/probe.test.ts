import { lamports } from '@solana/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { ChainUnavailableError } from '../../../server/chain/rpc.ts';
import { subscriptionsOn } from '../../../server/chain/subscriptions/probe.ts';
import { systemClock } from '../../../server/lib/clock.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds } from '../../support/subscriptions-program.ts';
import { behind, chainOver, type Ground, lyingNode, randomAddress, startGround } from '../support.ts';
import { type Build, programsOf } from './support.ts';

let ground: Ground;
afterEach(() => ground.stop());

/** Whose monotonic time can be moved on, so that what is remembered grows old. */
function passingClock() {
  let aheadMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  return { clock, pass: (ms: number) => void (aheadMs += ms) };
}

const withProgram = (build: Build) => ({ programs: programsOf(build) });

describeUnless(missingBuilds(), 'the probe of a Subscriptions program', () => {
  it.each([
    ['subscriptions-head.so', true],
    ['subscriptions-v0.4.0.so', false],
  ] as const)('tells how many steps it takes to open a subscription (%s)', async (build, opensInOneStep) => {
    const told: unknown[] = [];
    ground = await startGround({ onSubscriptions: (found) => void told.push(found) }, withProgram(build));
    const { chain, net } = ground;
    const asked = await Promise.all([subscriptionsOn(chain), subscriptionsOn(chain), subscriptionsOn(chain)]);
    expect(asked).toEqual([{ opensInOneStep }, { opensInOneStep }, { opensInOneStep }]);
    expect(told).toEqual([{ opensInOneStep }]);
    // Nothing of it stays.
    expect((await net.call('getSignaturesForAddress', [chain.feePayer.address])).length).toBeLessThanOrEqual(
      1,
    );
    expect(await net.balance(chain.feePayer.address)).toBe(10_000_000_000);
  });

  it('is made once for all who ask, and again after an hour', async () => {
    ground = await startGround({}, withProgram('subscriptions-head.so'));
    const node = await lyingNode(ground.net.localnet.rpcUrl, {});
    const { clock, pass } = passingClock();
    const chain = { ...(await chainOver(ground, [node.url])), clock };
    const simulations = () => node.asked.filter((method) => method === 'simulateTransaction').length;
    await Promise.all([subscriptionsOn(chain), subscriptionsOn(chain)]);
    pass(3_599_000);
    await subscriptionsOn(chain);
    const before = simulations();
    expect(node.asked.filter((method) => method === 'getAccountInfo')).toHaveLength(1);
    pass(2_000);
    await subscriptionsOn(chain);
    expect(simulations()).toBeGreaterThan(before);
    await node.stop();
  });

  it('assumes two steps while it cannot tell, and asks again a minute later', async () => {
    const poor = await randomAddress();
    ground = await startGround({}, withProgram('subscriptions-head.so'));
    const { clock, pass } = passingClock();
    const chain = { ...ground.chain, clock, feePayer: { ...ground.chain.feePayer, address: poor } };
    expect(await subscriptionsOn(chain)).toEqual({ opensInOneStep: false });
    await ground.net.call('requestAirdrop', [poor, Number(lamports(1_000_000_000n))]);
    await ground.net.advance(6);
    expect(await subscriptionsOn(chain)).toEqual({ opensInOneStep: false });
    pass(61_000);
    expect(await subscriptionsOn(chain)).toEqual({ opensInOneStep: true });
  });
});

describe('the probe of a chain without the Subscriptions program', () => {
  it('finds nothing, and asks again a minute later', async () => {
    const told: unknown[] = [];
    ground = await startGround({ onSubscriptions: (found) => void told.push(found) });
    const node = await lyingNode(ground.net.localnet.rpcUrl, {});
    const { clock, pass } = passingClock();
    const chain = { ...(await chainOver(ground, [node.url])), clock };
    const asked = () => node.asked.filter((method) => method === 'getAccountInfo').length;
    expect([await subscriptionsOn(chain), await subscriptionsOn(chain)]).toEqual([null, null]);
    expect([asked(), told]).toEqual([1, [null]]);
    pass(61_000);
    expect(await subscriptionsOn(chain)).toBeNull();
    expect([asked(), told]).toEqual([2, [null]]);
    await node.stop();
  });

  it('throws where no node answers, and forgets that', async () => {
    ground = await startGround();
    const lies = { getAccountInfo: () => Promise.reject(behind(1)) };
    const node = await lyingNode(ground.net.localnet.rpcUrl, lies);
    const chain = await chainOver(ground, [node.url]);
    await expect(subscriptionsOn(chain)).rejects.toThrow(ChainUnavailableError);
    delete (lies as { getAccountInfo?: unknown }).getAccountInfo;
    expect(await subscriptionsOn(chain)).toBeNull();
    await node.stop();
  });
});
