import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGathered } from '../../server/chain/gathered-reads.ts';
import { type Chain, ChainUnavailableError } from '../../server/chain/rpc.ts';
import { parseTokenAccount } from '../../server/chain/tokens.ts';
import { chainOver, fund, type Ground, lyingNode, randomAddress, startGround } from './support.ts';

let ground: Ground;
let node: Awaited<ReturnType<typeof lyingNode>>;
let chain: Chain;
/** The addresses of each call. */
let calls: string[][] = [];
/** Awaited by the node before it responds. */
let hold: Promise<unknown> = Promise.resolve();
let isDown = false;

beforeAll(async () => {
  ground = await startGround();
  node = await lyingNode(ground.net.localnet.rpcUrl, {
    getMultipleAccounts: async (truth, [addresses]) => {
      calls.push(addresses);
      if (isDown) throw new Error('down');
      const answer = await truth();
      await hold;
      return answer;
    },
  });
  chain = await chainOver(ground, [node.url]);
});
afterAll(async () => {
  await node.stop();
  await ground.stop();
});

it('reads at the same time are one call with each account once, and everyone gets what they asked for', async () => {
  calls = [];
  const { mint } = ground.tokens[0]!;
  const [one, other] = [await randomAddress(), await randomAddress()];
  const account = await fund(ground.net, mint, one, 5n);
  const [first, second, third] = await Promise.all([
    readGathered(chain, [one, mint, account]),
    readGathered(chain, [mint]),
    readGathered(chain, [account, other]),
  ]);
  expect(calls).toEqual([[one, mint, account, other]]);
  expect(first.map((raw) => raw?.address ?? null)).toEqual([null, mint, account]);
  expect(second.map((raw) => raw?.address)).toEqual([mint]);
  expect(parseTokenAccount(third[0]!)).toMatchObject({ account: { amountAtomic: 5n, owner: one } });
  expect(third[1]).toBeNull();
});

it('what is asked while a call is under way is read after that', async () => {
  calls = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const { mint } = ground.tokens[0]!;
  const owner = await randomAddress();
  const account = await fund(ground.net, mint, owner, 1n);
  const early = readGathered(chain, [account]);
  await expect.poll(() => calls.length).toBe(1);
  await fund(ground.net, mint, owner, 1n);
  const late = [readGathered(chain, [account]), readGathered(chain, [account, mint])];
  resolve();
  expect(parseTokenAccount((await early)[0]!)).toMatchObject({ account: { amountAtomic: 1n } });
  for (const [raw] of await Promise.all(late))
    expect(parseTokenAccount(raw!)).toMatchObject({ account: { amountAtomic: 2n } });
  expect(calls).toEqual([[account], [account, mint]]);
});

it('a read that comes alone waits for no others', async () => {
  // Neither the wait for others nor a deadline ever ends.
  const clock = { ...chain.clock, sleep: () => new Promise<void>(() => {}) };
  expect(await readGathered({ ...chain, clock }, [await randomAddress()])).toEqual([null]);
});

it('a call that hangs does not hold up the next one', async () => {
  calls = [];
  hold = new Promise(() => {});
  const address = await randomAddress();
  void readGathered(chain, [address]).catch(() => {});
  await expect.poll(() => calls.length).toBe(1);
  hold = Promise.resolve();
  expect(await readGathered(chain, [address])).toEqual([null]);
});

it('a call that fails fails for all who share it, and for no one else', async () => {
  isDown = true;
  const address = await randomAddress();
  const shared = await Promise.allSettled([readGathered(chain, [address]), readGathered(chain, [address])]);
  expect(shared.map((each) => (each as PromiseRejectedResult).reason)).toEqual([
    expect.any(ChainUnavailableError),
    expect.any(ChainUnavailableError),
  ]);
  isDown = false;
  expect(await readGathered(chain, [address])).toEqual([null]);
});
