import { httpTransport } from '../../server/chain/http-transport.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/lib/clock.ts';
import { withPatience } from '../../server/lib/deadline.ts';
import { recentBlock } from '../../server/chain/recent-block.ts';
import { ask, type Chain, ChainUnavailableError, connectChain } from '../../server/chain/rpc.ts';
import { askFresh, learnSlot, slotFloor } from '../../server/chain/seen-slot.ts';
import { readTokenAccounts } from '../../server/chain/tokens.ts';
import { hangingNode } from '../support/hanging-node.ts';
import { behind, fund, type Ground, lyingNode, randomAddress, settle, startGround } from './support.ts';

let ground: Ground;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  ground = await startGround();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => ground.stop());

const healthyUrl = () => ground.net.localnet.rpcUrl;

/** A chain whose nodes were all well when it was connected. */
async function chainOf(urls: string[]): Promise<Chain> {
  return connectChain({ ...ground.chain, rpcUrls: urls, expectedGenesisHash: ground.chain.genesisHash });
}

/** A node that hangs from now on, in front of others: connecting to it would take as long as its deadline. */
async function withHangingFirst(others: string[]): Promise<Chain> {
  const node = await hangingNode();
  stops.push(node.stop);
  const chain = await chainOf([healthyUrl(), ...others]);
  chain.nodes[0]!.transport = httpTransport(node.url);
  return chain;
}

/** The chain on a clock that is waited on for `ms` at most: a longer wait, such as for a node's deadline, never ends. */
function waitingAtMost(ms: number, chain: Chain): Chain {
  const sleep = (asked: number, signal?: AbortSignal) =>
    asked <= ms ? systemClock.sleep(asked, signal) : new Promise<never>(() => {});
  return { ...chain, clock: { ...chain.clock, sleep } };
}

describe('a node that hangs', () => {
  it('delays one question by less than a second, and the next ones not at all', async () => {
    const chain = await withHangingFirst([healthyUrl()]);
    await ask(waitingAtMost(750, chain), (rpc) => rpc.getSlot());
    for (let at = 0; at < 20; at += 1) await ask(waitingAtMost(0, chain), (rpc) => rpc.getSlot());
  });

  it('is asked last for half a minute', async () => {
    const chain = await withHangingFirst([healthyUrl()]);
    await ask(chain, (rpc) => rpc.getSlot());
    expect(chain.nodes[0]!.suspectUntilMs - chain.clock.monotonicMs()).toBeGreaterThan(20_000);
    expect(chain.nodes[0]!.suspectUntilMs - chain.clock.monotonicMs()).toBeLessThan(31_000);
    expect(chain.nodes[1]!.suspectUntilMs).toBe(0);
  });

  it('is given up by a request that waits, however often it asks', async () => {
    const chain = await withHangingFirst([]);
    const asked: unknown[] = [];
    await withPatience(500, async () => {
      for (let at = 0; at < 5; at += 1) {
        asked.push(
          await ask(waitingAtMost(750, chain), (rpc) => rpc.getSlot()).catch((error: unknown) => error),
        );
      }
    });
    expect(asked).toHaveLength(5);
    for (const one of asked) expect(one).toBeInstanceOf(ChainUnavailableError);
  });
});

/** A node that stands still, except for accounts, which it reads as of now. */
async function standingNode() {
  const slot = Number(await ground.net.call('getSlot', [{ commitment: 'confirmed' }]));
  const old = new Map<string, unknown>();
  let catchesUpAfter = Infinity;
  const node = await lyingNode(healthyUrl(), {
    getSlot: () => slot,
    getMultipleAccounts: async (truth, [addresses, config]) => {
      if (catchesUpAfter <= 0) return truth();
      const key = JSON.stringify(addresses);
      if (!old.has(key)) old.set(key, await truth());
      if (config.minContextSlot > slot) {
        catchesUpAfter -= 1;
        throw behind(slot);
      }
      return { ...(old.get(key) as object), context: { slot } };
    },
  });
  stops.push(node.stop);
  return { ...node, slot, catchUpAfter: (answers: number) => void (catchesUpAfter = answers) };
}

describe('a node that is behind', () => {
  async function pauper() {
    const { mint } = ground.tokens[0]!;
    const owner = await randomAddress();
    const account = await fund(ground.net, mint, owner, 1n);
    return { account, pay: () => fund(ground.net, mint, owner, 99n) };
  }
  const balance = async (chain: Chain, account: Awaited<ReturnType<typeof pauper>>['account']) => {
    const { accounts } = await readTokenAccounts(chain, [account], { commitment: 'confirmed' });
    return accounts[0]!.kind === 'account' ? accounts[0]!.account.amountAtomic : null;
  };

  it('does not show a payer who was paid since as poor: the next node is asked', async () => {
    const { account, pay } = await pauper();
    const node = await standingNode();
    const chain = await chainOf([node.url, healthyUrl()]);
    expect(await balance(chain, account)).toBe(1n);
    await pay();
    await learnSlot(chain, 'confirmed');
    expect(await balance(chain, account)).toBe(100n);
  });

  it('alone says nothing about the payer: that is a fault of ours', async () => {
    const { account, pay } = await pauper();
    const chain = await chainOf([healthyUrl()]);
    const node = await standingNode();
    expect(await balance(chain, account)).toBe(1n);
    await pay();
    await recentBlock(chain);
    chain.nodes[0]!.transport = httpTransport(node.url);
    await expect(balance(chain, account)).rejects.toThrow(ChainUnavailableError);
  });

  it('by a moment is asked once more', async () => {
    const { account, pay } = await pauper();
    const node = await standingNode();
    const chain = await chainOf([node.url]);
    expect(await balance(chain, account)).toBe(1n);
    await pay();
    const floor = BigInt(await ground.net.call('getSlot', [{ commitment: 'confirmed' }]));
    node.catchUpAfter(1);
    const fresh = await askFresh(chain, { commitment: 'confirmed', atLeast: floor }, (rpc, minContextSlot) =>
      rpc.getMultipleAccounts([account], { encoding: 'base64', commitment: 'confirmed', minContextSlot }),
    );
    expect(fresh.context.slot).toBeGreaterThanOrEqual(floor);
  });

  it('and leaves out what it was asked for is not believed', async () => {
    const chain = await chainOf([healthyUrl()]);
    const old = await ground.net.call('getLatestBlockhash', [{ commitment: 'confirmed' }]);
    await settle(ground.net);
    const node = await lyingNode(healthyUrl(), { getLatestBlockhash: () => old });
    stops.push(node.stop);
    await recentBlock(chain);
    const floor = slotFloor(chain, 'confirmed')!;
    expect(floor).toBeGreaterThan(BigInt(old.context.slot));
    chain.nodes[0]!.transport = httpTransport(node.url);
    const demand = askFresh(chain, { commitment: 'confirmed' }, (rpc) =>
      rpc.getLatestBlockhash({ commitment: 'confirmed' }),
    );
    await expect(demand).rejects.toThrow(/is behind/);
  });
});
