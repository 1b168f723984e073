import type { KeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Net, transfer } from './support.ts';

let net: Net;
let alice: KeyPairSigner;
beforeAll(async () => {
  net = await Net.start();
  alice = await net.wallet();
});
afterEach(() => net.setFaults());
afterAll(() => net.localnet.stop());

let amount = 0;
function nextTransfer() {
  amount += 1;
  return net.sign(alice, [transfer(alice, alice.address, amount)]);
}

test('a dropped transaction returns its signature and lands only when sent again', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'drop', times: 1 });
  const { wire, signature } = await nextTransfer();
  expect((await net.submit(wire)).result).toBe(signature);
  expect(await net.status(signature)).toBeNull();
  expect((await net.submit(wire)).result).toBe(signature);
  expect(await net.status(signature)).not.toBeNull();
  expect((await net.call('autopay_getFaults')).faults).toEqual([]);
});

test('an expired transaction never lands, not even when sent again', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'expire', times: 1 });
  const { wire, signature } = await nextTransfer();
  expect((await net.submit(wire)).result).toBe(signature);
  expect((await net.submit(wire)).error?.data?.['err']).toBe('BlockhashNotFound');
  expect((await net.submit(wire, { skipPreflight: true })).result).toBe(signature);
  expect(await net.status(signature)).toBeNull();
});

test('a delayed call acts only after the delay', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'delay', delayMs: 1_000 });
  const { wire, signature } = await nextTransfer();
  const sentAt = performance.now();
  const sending = net.submit(wire);
  expect(await net.status(signature)).toBeNull();
  expect((await sending).result).toBe(signature);
  expect(performance.now() - sentAt).toBeGreaterThan(995);
});

test('a lost reply: the transaction landed, the caller learns nothing', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'loseReply' });
  const { wire, signature } = await nextTransfer();
  await expect(net.submit(wire)).rejects.toThrow('socket hang up');
  expect(await net.status(signature)).toMatchObject({ err: null });
});

test('a lagging node responds as of some slots ago: heights, statuses, accounts', async () => {
  await net.advance(10);
  const { wire, signature } = await nextTransfer();
  const before = await net.balance(alice.address);
  await net.submit(wire);
  await net.advance(3);
  const slot = await net.call('getSlot', [{ commitment: 'processed' }]);
  await net.setFaults({ method: '*', kind: 'lag', slots: 6 });
  expect(await net.call('getSlot', [{ commitment: 'processed' }])).toBeLessThan(slot - 3);
  expect(await net.status(signature)).toBeNull();
  expect(await net.balance(alice.address)).toBe(before);
  await net.setFaults();
  expect(await net.status(signature)).not.toBeNull();
  expect(await net.balance(alice.address)).toBe(before - 5000);
});

test('a refusal returns the given error, or an unhealthy node, and does not act', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'refuse', times: 1 });
  const { wire, signature } = await nextTransfer();
  expect((await net.submit(wire)).error).toMatchObject({ code: -32005, message: 'Node is unhealthy' });
  expect(await net.status(signature)).toBeNull();
  const error = { code: 429, message: 'Too many requests' };
  await net.setFaults({ method: '*', kind: 'refuse', error });
  expect((await net.raw('getSlot')).error).toEqual(error);
});

test('a hanging call ends without a response, and without effect, when the faults are cleared', async () => {
  await net.setFaults({ method: 'sendTransaction', kind: 'hang' });
  const { wire, signature } = await nextTransfer();
  const hanging = net.submit(wire).then(
    () => 'answered',
    () => 'lost',
  );
  const first = await Promise.race([hanging, net.call('getHealth')]);
  expect(first).toBe('ok');
  await net.setFaults();
  expect(await hanging).toBe('lost');
  expect(await net.status(signature)).toBeNull();
});

test('malformed faults are rejected, and those that were set remain', async () => {
  await net.setFaults({ method: 'getSlot', kind: 'refuse' });
  for (const fault of [
    { method: 'getSlot', kind: 'explode' },
    { kind: 'drop' },
    { method: '*', kind: 'lag', slots: 65 },
  ]) {
    expect((await net.raw('autopay_setFaults', [{ faults: [fault] }])).error?.code).toBe(-32602);
  }
  expect((await net.call('autopay_getFaults')).faults).toEqual([{ method: 'getSlot', kind: 'refuse' }]);
});
