import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSigner } from '@solana/kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { batchAt, Net, transfer } from './support.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'localnet-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A localnet in a process of its own. */
async function spawnNet(): Promise<{ net: Net; kill: () => Promise<void> }> {
  const main = join(import.meta.dirname, '../../server/localnet/main.ts');
  const child = spawn(process.execPath, [main, '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout!, 'data');
  const urls = JSON.parse(String(line)) as Localnet;
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { net: new Net({ ...urls, stop: kill }), kill };
}

async function read(net: Net, address: string) {
  const config = { commitment: 'processed', encoding: 'jsonParsed' };
  return (await net.call('getAccountInfo', [address, config])).value;
}

async function facts(net: Net, address: string, signature: string) {
  const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
  return {
    genesisHash: await net.call('getGenesisHash'),
    tokens: (await net.call('autopay_localnetInfo')).tokens,
    balance: (await net.call('getBalance', [address, { commitment: 'confirmed' }])).value,
    transaction: await net.call('getTransaction', [signature, config]),
    history: (await net.call('getSignaturesForAddress', [address, config])).length,
  };
}

test('after SIGKILL everything that was reported is there, and no height is lower than reported', async () => {
  const first = await spawnNet();
  const alice = await first.net.wallet();
  const { address } = await generateKeyPairSigner();
  const landed = await first.net.sign(alice, [transfer(alice, address, 1_000_000)]);
  await first.net.submit(landed.wire);
  const failed = await first.net.sign(alice, [transfer(alice, address, 1e15)]);
  await first.net.submit(failed.wire, { skipPreflight: true });
  const unsent = await first.net.sign(alice, [transfer(alice, address, 2_000_000)]);
  await first.net.advance(20);
  const told = await facts(first.net, address, landed.signature);
  const epochs = await Promise.all(
    ['processed', 'finalized'].map((c) => first.net.call('getEpochInfo', [{ commitment: c }])),
  );
  await first.kill();

  const second = await spawnNet();
  expect(second.net.localnet.rpcUrl).toBe(first.net.localnet.rpcUrl);
  expect(await facts(second.net, address, landed.signature)).toEqual(told);
  for (const [i, commitment] of ['processed', 'finalized'].entries()) {
    const now = await second.net.call('getEpochInfo', [{ commitment }]);
    expect(now.blockHeight).toBeGreaterThanOrEqual(epochs[i].blockHeight);
  }
  expect(await second.net.status(failed.signature)).toMatchObject({
    err: { InstructionError: [0, { Custom: 1 }] },
  });
  const again = await second.net.submit(landed.wire);
  expect(again.error?.data?.['err']).toBe('AlreadyProcessed');
  expect((await second.net.submit(landed.wire, { skipPreflight: true })).result).toBe(landed.signature);
  expect((await second.net.submit(unsent.wire)).result).toBe(unsent.signature);
  expect(await second.net.balance(address)).toBe(3_000_000);
  await second.kill();
}, 20_000);

test('a line that a kill cut short is dropped, and writing goes on after it', async () => {
  const first = await Net.start({ dataDir });
  const { address } = await first.wallet();
  await first.localnet.stop();
  appendFileSync(join(dataDir, 'journal.jsonl'), '{"kind":"transaction","slot":1');
  for (let run = 0; run < 2; run++) {
    const next = await Net.start({ dataDir });
    expect(await next.balance(address)).toBe(10_000_000_000);
    await next.wallet();
    await next.localnet.stop();
  }
});

test('accounts that were closed, minted and approved are as they were', async () => {
  const first = await Net.start({ dataDir });
  const alice = await first.wallet();
  const { mint } = (await first.call('autopay_localnetInfo')).tokens[1];
  await first.call('autopay_mintTo', [{ mint, owner: alice.address, amount: '42' }]);
  const approval = { mint, owner: alice.address, delegate: alice.address, amount: '7' };
  const { tokenAccount } = await first.call('autopay_approve', [approval]);
  const drained = await first.wallet();
  await first.land(drained, [transfer(drained, alice.address, 10_000_000_000 - 5000)]);
  const before = await read(first, tokenAccount);
  expect(before.data.parsed.info.delegatedAmount.amount).toBe('7');
  expect(await read(first, drained.address)).toBeNull();
  await first.localnet.stop();
  const second = await Net.start({ dataDir });
  expect(await read(second, tokenAccount)).toEqual(before);
  expect(await read(second, drained.address)).toBeNull();
  await second.call('autopay_mintTo', [{ mint, owner: alice.address, amount: '1' }]);
  await second.localnet.stop();
});

test('5,000 transactions do not make the start slow', async () => {
  const first = await Net.start({ dataDir });
  const { address } = await generateKeyPairSigner();
  for (let i = 0; i < 20; i++)
    await batchAt(first.localnet.rpcUrl, 250, 'requestAirdrop', [address, 1_000_000]);
  await first.localnet.stop();
  // The localnet runs in this process, and other processes may have the cores.
  const before = process.cpuUsage();
  const second = await Net.start({ dataDir });
  const tookMs = process.cpuUsage(before).user / 1000;
  const balance = await second.balance(address);
  await second.localnet.stop();
  expect(balance).toBe(5000 * 1_000_000);
  expect(tookMs).toBeLessThan(1000);
}, 120_000);

test('a data directory belongs to one localnet at a time', async () => {
  const { net, kill } = await spawnNet();
  await expect(startLocalnet({ dataDir })).rejects.toThrow('in use by process');
  await kill();
  const here = await startLocalnet({ dataDir });
  expect(here.genesisHash).toBe(net.localnet.genesisHash);
  await expect(startLocalnet({ dataDir })).rejects.toThrow('in use by process');
  await here.stop();
});

test('the port of the last run is kept, unless another program took it', async () => {
  const first = await startLocalnet({ dataDir });
  await first.stop();
  const second = await startLocalnet({ dataDir });
  await second.stop();
  expect(second.rpcUrl).toBe(first.rpcUrl);
  const squatter = createServer().listen(Number(new URL(first.rpcUrl).port), '127.0.0.1');
  await once(squatter, 'listening');
  const third = await startLocalnet({ dataDir });
  expect(third.rpcUrl).not.toBe(first.rpcUrl);
  await third.stop();
  squatter.close();
});
