import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSince, nowSeconds } from '../support/expect-since.ts';
import { eventually, Net, transfer } from './support.ts';

/** Slots of an hour: they move only when a test moves them. */
let net: Net;
let alice: KeyPairSigner;
beforeAll(async () => {
  net = await Net.start({ slotMs: 3_600_000 });
  alice = await net.wallet();
  await net.advance(10);
});
afterAll(() => net.localnet.stop());

test('confirmed trails processed by one slot and finalized by four, in slots and in blocks', async () => {
  for (const method of ['getSlot', 'getBlockHeight']) {
    const [processed, confirmed, finalized] = await Promise.all(
      ['processed', 'confirmed', 'finalized'].map((commitment) => net.call(method, [{ commitment }])),
    );
    expect([processed - confirmed, processed - finalized]).toEqual([1, 4]);
  }
  expect(await net.call('getSlot')).toBe(await net.call('getSlot', [{ commitment: 'finalized' }]));
  expect(await net.call('getSlot')).not.toBe(await net.call('getBlockHeight'));
});

test('balances and accounts are those of the slot that the commitment has reached', async () => {
  const { address } = await generateKeyPairSigner();
  const balances = () =>
    Promise.all(['processed', 'confirmed', 'finalized'].map((c) => net.balance(address, c)));
  const exists = async (commitment: string) => {
    const { context, value } = await net.call('getAccountInfo', [
      address,
      { commitment, encoding: 'base64' },
    ]);
    expect(context.slot).toBe(await net.call('getSlot', [{ commitment }]));
    return value !== null;
  };
  await net.land(alice, [transfer(alice, address, 1_000_000)]);
  expect(await balances()).toEqual([1_000_000, 0, 0]);
  expect([await exists('processed'), await exists('confirmed')]).toEqual([true, false]);
  await net.advance(1);
  await net.land(alice, [transfer(alice, address, 2_000_000)]);
  expect(await balances()).toEqual([3_000_000, 1_000_000, 0]);
  await net.advance(3);
  expect(await balances()).toEqual([3_000_000, 3_000_000, 1_000_000]);
  await net.advance(1);
  expect(await balances()).toEqual([3_000_000, 3_000_000, 3_000_000]);
});

test('a status climbs from processed to finalized', async () => {
  const signature = await net.land(alice, [transfer(alice, alice.address, 1)]);
  const seen = [];
  for (const advance of [0, 1, 2, 1]) {
    if (advance) await net.advance(advance);
    const { confirmationStatus, confirmations } = await net.status(signature, false);
    seen.push([confirmationStatus, confirmations]);
  }
  expect(seen).toEqual([
    ['processed', 0],
    ['confirmed', 1],
    ['confirmed', 3],
    ['finalized', null],
  ]);
});

test('a status older than 150 slots is found only by searching history', async () => {
  const signature = await net.land(alice, [transfer(alice, alice.address, 2)]);
  await net.advance(150);
  expect(await net.status(signature, false)).not.toBeNull();
  await net.advance(1);
  expect(await net.status(signature, false)).toBeNull();
  expect(await net.status(signature)).toMatchObject({ confirmationStatus: 'finalized', err: null });
});

test('a read before its minContextSlot is refused with the slot that the node has', async () => {
  const slot = await net.call('getSlot', [{ commitment: 'confirmed' }]);
  const read = (minContextSlot: number) =>
    net.raw('getBalance', [alice.address, { commitment: 'confirmed', minContextSlot }]);
  expect((await read(slot)).error).toBeUndefined();
  expect((await read(slot + 1)).error).toEqual({
    code: -32016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: slot },
  });
});

test('blocks below confirmed are not served', async () => {
  const { error } = await net.raw('getSignaturesForAddress', [alice.address, { commitment: 'processed' }]);
  expect(error?.message).toBe('Method does not support commitment below `confirmed`');
});

test('slots advance by themselves, and the chain knows the time', async () => {
  const startedAt = nowSeconds();
  const lively = await Net.start({ slotMs: 40 });
  try {
    const first = await lively.call('getSlot');
    await eventually(async () => (await lively.call('getSlot')) >= first + 10);
    const time = await lively.call('getBlockTime', [first]);
    expectSince(startedAt, time);
  } finally {
    await lively.localnet.stop();
  }
});

test('an idle localnet uses no processor time', async () => {
  const idle = await Net.start();
  try {
    const before = process.threadCpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { user, system } = process.threadCpuUsage(before);
    // A loop would take all of the second, or a third of it beside others; asking the clock for each slot takes a few milliseconds.
    expect((user + system) / 1000).toBeLessThan(300);
  } finally {
    await idle.localnet.stop();
  }
});
