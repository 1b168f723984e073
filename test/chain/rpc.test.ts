import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanTerms } from '../../rules/references.ts';
import { planReference } from '../../server/chain/plan.ts';
import { priorityFee } from '../../server/chain/priority-fee.ts';
import { planPublications } from '../../server/chain/publications.ts';
import { recentBlock } from '../../server/chain/recent-block.ts';
import { ask, ChainMismatchError, ChainUnavailableError, connectChain } from '../../server/chain/rpc.ts';
import { sendWire } from '../../server/chain/submit.ts';
import { feePayerLamports } from '../../server/chain/fee-payer.ts';
import { eventually } from '../support/eventually.ts';
import { type Ground, lyingNode, randomAddress, settle, startGround } from './support.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

const NOBODY = 'http://127.0.0.1:9';
const connect = (rpcUrls: string[], expectedGenesisHash: string | null, mode: 'test' | 'live' = 'test') =>
  connectChain({ ...ground.chain, mode, rpcUrls, expectedGenesisHash });

describe('connecting', () => {
  it('learns which chain this is, and that it is the localnet', async () => {
    const { genesisHash } = ground.net.localnet;
    expect(ground.chain).toMatchObject({ genesisHash, isLocalnet: true, livemode: false });
  });

  it('never takes a live chain for the localnet, whatever a node says', async () => {
    const chain = await connect([ground.net.localnet.rpcUrl], null, 'live');
    expect(chain).toMatchObject({ livemode: true, isLocalnet: false });
  });

  it('does not take a node without the localnet’s methods for it', async () => {
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      autopay_localnetInfo: () => {
        throw new Error('no such method');
      },
    });
    expect((await connect([node.url], null)).isLocalnet).toBe(false);
    await node.stop();
  });

  it('refuses nodes of two chains, and another chain than the records belong to', async () => {
    const other = await lyingNode(ground.net.localnet.rpcUrl, { getGenesisHash: () => 'another' });
    await expect(connect([ground.net.localnet.rpcUrl, other.url], null)).rejects.toThrow(ChainMismatchError);
    await expect(connect([ground.net.localnet.rpcUrl], 'another')).rejects.toThrow(/belongs to another/);
    await other.stop();
  });

  it('starts while every node is down if the records say which chain it is', async () => {
    await expect(connect([NOBODY], null)).rejects.toThrow(ChainUnavailableError);
    const chain = await connect([NOBODY], ground.chain.genesisHash);
    expect(chain).toMatchObject({ genesisHash: ground.chain.genesisHash, isLocalnet: false });
    await expect(ask(chain, (rpc) => rpc.getSlot())).rejects.toThrow(ChainUnavailableError);
  });

  it('uses a node that comes back, and no node that comes back as another chain', async () => {
    let isDown = true;
    let genesisHash = ground.chain.genesisHash;
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getGenesisHash: () => {
        if (isDown) throw new Error('down');
        return genesisHash;
      },
    });
    const [chain, other] = [await connect([node.url], genesisHash), await connect([node.url], genesisHash)];
    await expect(ask(chain, (rpc) => rpc.getSlot())).rejects.toThrow(ChainUnavailableError);
    isDown = false;
    expect(await ask(chain, (rpc) => rpc.getSlot())).toBeTypeOf('bigint');
    expect(chain.isLocalnet).toBe(true);
    genesisHash = 'another';
    await expect(ask(other, (rpc) => rpc.getSlot())).rejects.toThrow(/another chain/);
    await node.stop();
  });

  it('asks a node again after a failure and after a minute, and refuses it loudly once it serves another chain', async () => {
    let [isDown, asked, now] = [false, 0, 0];
    let { genesisHash } = ground.chain;
    const down = () => {
      if (isDown) throw new Error('down');
    };
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getGenesisHash: () => {
        asked += 1;
        down();
        return genesisHash;
      },
    });
    const told: string[][] = [];
    const clock = { ...ground.chain.clock, monotonicMs: () => now };
    const onForeignNode = (...seen: string[]) => void told.push(seen);
    const options = { ...ground.chain, clock, onForeignNode, expectedGenesisHash: genesisHash };
    const chain = await connectChain({ ...options, rpcUrls: [node.url] });
    const getSlot = () => ask(chain, (rpc) => rpc.getSlot());
    for (now of [0, 30_000, 59_999]) await getSlot();
    expect(asked).toBe(1);
    now = 60_000;
    await Promise.all([getSlot(), getSlot(), getSlot()]);
    expect(asked).toBe(2);

    [isDown, now] = [true, 120_000];
    await expect(getSlot()).rejects.toThrow(ChainUnavailableError);
    [isDown, genesisHash] = [false, 'another'];
    for (let time = 0; time < 3; time += 1) await expect(getSlot()).rejects.toThrow(/another chain: another/);
    expect(told).toEqual([[new URL(node.url).host, 'another']]);
    now += 60_000;
    genesisHash = ground.chain.genesisHash;
    expect(await getSlot()).toBeTypeOf('bigint');
    await node.stop();
  });

  it('keeps the secrets in a node’s URL out of its errors', async () => {
    const failure = await connect([`${NOBODY}/v2/secret?api-key=secret`], null).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('127.0.0.1:9');
    expect(failure).not.toContain('secret');
  });
});

const fees = (prices: number[]) => prices.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));

describe('asking', () => {
  it('goes on to the next node when one fails', async () => {
    const chain = await connect([NOBODY, ground.net.localnet.rpcUrl], null);
    expect(await ask(chain, (rpc) => rpc.getSlot())).toBeTypeOf('bigint');
  });

  it('shares one blockhash among all who sign within half a second', async () => {
    const blocks = await Promise.all([recentBlock(ground.chain), recentBlock(ground.chain)]);
    expect(blocks[0]).toBe(blocks[1]);
    expect(blocks[0]!.lastValidBlockHeight).toBeGreaterThan(blocks[0]!.blockHeight);
  });

  it('pays what recent blocks took, up to the limit', async () => {
    for (const [prices, expected] of [
      [[], 0n],
      [[4, 1, 3, 2, 5], 4n],
      [[5_000, 9_000], 1_000n],
    ] as const) {
      const node = await lyingNode(ground.net.localnet.rpcUrl, {
        getRecentPrioritizationFees: () => fees([...prices]),
      });
      const chain = await connect([node.url], null);
      expect(await priorityFee(chain, await randomAddress())).toBe(expected);
      await node.stop();
    }
  });

  it('pays at least the floor, twice as much after each signature that expired, and never more than the limit', async () => {
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getRecentPrioritizationFees: () => fees([0, 0, 0]),
    });
    const chain = await connectChain({
      ...ground.chain,
      rpcUrls: [node.url],
      expectedGenesisHash: null,
      minPriorityFeeMicroLamports: 300n,
    });
    const account = await randomAddress();
    const bids = await Promise.all([0, 1, 2, 500].map((expired) => priorityFee(chain, account, expired)));
    expect(bids).toEqual([300n, 600n, 1_000n, 1_000n]);
    await node.stop();
  });

  it('reads what its fee payer holds', async () => {
    // It was given its SOL when the chain started, which takes a slot or two to confirm.
    await eventually(async () => (await feePayerLamports(ground.chain)) > 9_000_000_000n);
  });
});

describe('plans', () => {
  it('are published several to a transaction, each found by its reference with its terms', async () => {
    const plans = await Promise.all(
      Array.from({ length: 5 }, async (_, at): Promise<PlanTerms> => ({
        genesisHash: ground.chain.genesisHash,
        mandateId: `man_2eKpV9sTq4xRwZ8uYh3N${at}`,
        payer: await randomAddress(),
        payee: await randomAddress(),
        mint: ground.tokens[0]!.mint,
        amountPerPeriod: 2n ** 64n - 1n,
        periodSeconds: 31_536_000,
        maxPeriods: at === 0 ? null : 10_000,
        trialSeconds: 63_072_000,
        sellMode: 'subscription',
        delegate: ground.delegate.address,
      })),
    );
    const publications = await planPublications(ground.chain, plans);
    expect(publications.flatMap(({ mandateIds }) => mandateIds)).toEqual(
      plans.map(({ mandateId }) => mandateId),
    );
    expect(publications.length).toBeLessThan(plans.length);
    for (const { transaction } of publications) {
      expect(transaction.wire.length).toBeLessThanOrEqual(1232);
      expect(await sendWire(ground.chain, transaction.wire)).toEqual({ accepted: true });
    }
    await settle(ground.net);
    for (const plan of plans) {
      const [entry] = await ground.net.call('getSignaturesForAddress', [planReference(plan)]);
      expect(entry.err).toBeNull();
      expect(entry.memo).toContain(plan.mandateId);
      expect(entry.memo).toContain(`payer=${plan.payer}`);
    }
  });
});
