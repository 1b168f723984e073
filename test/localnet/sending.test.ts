import { generateKeyPairSigner, getBase64Encoder, type KeyPairSigner } from '@solana/kit';
import { getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchAt, Net, transfer } from './support.ts';

let net: Net;
let alice: KeyPairSigner;
let bob: KeyPairSigner;
beforeAll(async () => {
  net = await Net.start();
  alice = await net.wallet();
  bob = await net.wallet();
});
afterAll(() => net.localnet.stop());

describe('duplicates', () => {
  test('a processed transaction is refused with AlreadyProcessed, and moves nothing again', async () => {
    const { wire, signature } = await net.sign(alice, [transfer(alice, bob.address, 1000)]);
    expect((await net.submit(wire)).result).toBe(signature);
    const before = await net.balance(bob.address);
    const { error } = await net.submit(wire);
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed', accounts: null, logs: [], unitsConsumed: 0 },
    });
    expect((await net.submit(wire, { skipPreflight: true })).result).toBe(signature);
    expect(await net.balance(bob.address)).toBe(before);
  });

  test('10,000 later transactions do not make it forgotten', async () => {
    const quick = await Net.start({ slotMs: 3_600_000 });
    try {
      const payer = await quick.wallet();
      const { blockhash } = await quick.latestBlockhash();
      const { wire, signature } = await quick.sign(payer, [transfer(payer, bob.address, 2_000_000)], {
        blockhash,
      });
      await quick.submit(wire);
      // The faucet's transfers are real transactions too, and need no signature of ours.
      for (let i = 0; i < 10_000 / 250; i++) {
        const replies = await batchAt(quick.localnet.rpcUrl, 250, 'requestAirdrop', [bob.address, 1_000_000]);
        expect(replies.every(({ result }) => result)).toBe(true);
      }
      const before = await quick.balance(bob.address);
      expect(before).toBe(2_000_000 + 10_000 * 1_000_000);
      expect((await quick.submit(wire)).error?.data?.['err']).toBe('AlreadyProcessed');
      expect((await quick.submit(wire, { skipPreflight: true })).result).toBe(signature);
      expect(await quick.balance(bob.address)).toBe(before);
    } finally {
      await quick.localnet.stop();
    }
  }, 120_000);
});

describe('blockhashes', () => {
  test('a blockhash lives for 150 blocks and is dead at the 151st', async () => {
    const { blockhash, lastValidBlockHeight } = await net.latestBlockhash();
    const { wire, signature } = await net.sign(alice, [transfer(alice, bob.address, 1)], { blockhash });
    const late = await net.sign(alice, [transfer(alice, bob.address, 2)], { blockhash });
    const height = () => net.call('getBlockHeight', [{ commitment: 'processed' }]);
    await net.advance(lastValidBlockHeight - (await height()) - 1);
    expect((await net.submit(wire)).result).toBe(signature);
    await net.advance(lastValidBlockHeight + 1 - (await height()));
    const config = { commitment: 'processed' };
    expect((await net.call('isBlockhashValid', [blockhash, config])).value).toBe(false);
    expect((await net.submit(late.wire)).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    });
    expect((await net.submit(late.wire, { skipPreflight: true })).result).toBe(late.signature);
    expect(await net.status(late.signature)).toBeNull();
  });

  test('each commitment has its own latest blockhash, 150 blocks before its last valid height', async () => {
    for (const commitment of ['processed', 'confirmed', 'finalized']) {
      const { context, value } = await net.call('getLatestBlockhash', [{ commitment }]);
      const info = await net.call('getEpochInfo', [{ commitment }]);
      expect(info.absoluteSlot - context.slot).toBeLessThanOrEqual(1);
      expect(value.lastValidBlockHeight - 150 - info.blockHeight + (info.absoluteSlot - context.slot)).toBe(
        0,
      );
    }
  });

  test('a preflight at finalized does not know a blockhash that is not finalized yet', async () => {
    const { wire } = await net.sign(alice, [transfer(alice, bob.address, 3)]);
    const { error } = await net.submit(wire, { preflightCommitment: 'finalized' });
    expect(error?.data?.['err']).toBe('BlockhashNotFound');
  });
});

describe('refusals before anything runs', () => {
  test('a transaction beyond 1232 bytes is too large, encoded or raw', async () => {
    expect((await net.submit(zeros(1300))).error).toEqual({
      code: -32602,
      message:
        'base64 encoded solana_transaction::versioned::VersionedTransaction too large: 1736 bytes (max: encoded/raw 1644/1232)',
    });
    expect((await net.submit(zeros(1233))).error).toEqual({
      code: -32602,
      message:
        'decoded solana_transaction::versioned::VersionedTransaction too large: 1233 bytes (max: 1232 bytes)',
    });
  });

  test('no mangled transaction harms the node', async () => {
    const { wire } = await net.sign(alice, [transfer(alice, bob.address, 4)]);
    const bytes = getBase64Encoder().encode(wire);
    const config = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
    let refused = 0;
    for (let i = 0; i < 400; i++) {
      const mangled = Uint8Array.from(bytes);
      // Every byte outside the signature in turn, then cut and padded ends.
      const at = i < bytes.length - 65 ? 65 + i : (i * 7) % bytes.length;
      mangled[at] = (mangled[at]! + 1 + ((i * 37) % 255)) % 256;
      const cut =
        i % 5 === 0 ? mangled.subarray(0, at) : i % 7 === 0 ? Uint8Array.from([...mangled, 0]) : mangled;
      const text = Buffer.from(cut).toString('base64');
      const replies = [
        await net.raw('simulateTransaction', [text, config]),
        await net.submit(text, { skipPreflight: true }),
      ];
      refused += replies.filter(({ error }) => error?.code === -32602).length;
    }
    expect(refused).toBeGreaterThan(100);
    expect(await net.call('getHealth')).toBe('ok');
  });

  test('a wrong signature is refused in preflight, and dropped in silence without one', async () => {
    const { wire } = await net.sign(alice, [transfer(alice, bob.address, 5)]);
    const bytes = Buffer.from(wire, 'base64');
    bytes[10]! ^= 1;
    const bad = bytes.toString('base64');
    expect((await net.submit(bad)).error).toEqual({
      code: -32003,
      message: 'Transaction signature verification failure',
    });
    const { result } = await net.submit(bad, { skipPreflight: true });
    expect(await net.status(result)).toBeNull();
  });

  test('unknown methods and wrong parameters have the codes of JSON-RPC', async () => {
    expect((await net.raw('getNothing')).error?.code).toBe(-32601);
    expect((await net.raw('getBalance', ['nonsense'])).error?.code).toBe(-32602);
    expect((await net.raw('getSignatureStatuses', [Array(257).fill('1')])).error?.code).toBe(-32602);
    const post = (body: string) =>
      fetch(net.localnet.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const broken = await post('{');
    expect(await broken.json()).toMatchObject({ error: { code: -32700 } });
    const large = await post('x'.repeat(60_000));
    expect(large.status).toBe(413);
  });
});

describe('failures', () => {
  test('preflight returns the error, the logs and the units, and nothing lands', async () => {
    const { wire, signature } = await net.sign(alice, [transfer(alice, bob.address, 1e15)]);
    const { error } = await net.submit(wire);
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, accounts: null, unitsConsumed: 150 },
    });
    expect(error?.data?.['logs']).toContainEqual(expect.stringContaining('insufficient lamports'));
    expect(await net.status(signature)).toBeNull();
  });

  test('without preflight a failing transaction lands with its error and pays its fee', async () => {
    const { wire, signature } = await net.sign(alice, [transfer(alice, bob.address, 1e15)]);
    const before = await net.balance(alice.address);
    await net.submit(wire, { skipPreflight: true });
    expect(await net.balance(alice.address)).toBe(before - 5000);
    const err = { InstructionError: [0, { Custom: 1 }] };
    expect(await net.status(signature)).toMatchObject({ err, status: { Err: err } });
    await net.advance(2);
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const landed = await net.call('getTransaction', [signature, config]);
    expect(landed.meta).toMatchObject({ err, fee: 5000 });
    expect(landed.meta.preBalances[0] - landed.meta.postBalances[0]).toBe(5000);
  });

  test('a payer without an account lands nothing', async () => {
    const poor = await generateKeyPairSigner();
    const { wire, signature } = await net.sign(poor, [transfer(poor, bob.address, 1)]);
    expect((await net.submit(wire)).error?.data?.['err']).toBe('AccountNotFound');
    await net.submit(wire, { skipPreflight: true });
    expect(await net.status(signature)).toBeNull();
  });
});

describe('simulation and fees', () => {
  test('an unsigned transaction can be simulated under a replaced blockhash, with the accounts after it', async () => {
    const { wire } = await net.sign(alice, [transfer(alice, bob.address, 7)], { blockhash: bob.address });
    const bytes = Buffer.from(wire, 'base64').fill(0, 1, 65);
    const before = await net.balance(bob.address);
    const { value } = await net.call('simulateTransaction', [
      bytes.toString('base64'),
      {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        commitment: 'processed',
        accounts: { encoding: 'base64', addresses: [bob.address] },
      },
    ]);
    expect(value).toMatchObject({ err: null, unitsConsumed: 150 });
    expect(value.accounts[0].lamports).toBe(before + 7);
    expect(value.replacementBlockhash.blockhash).toBeTypeOf('string');
    expect(await net.balance(bob.address)).toBe(before);
  });

  test('the fee reported beforehand is the fee paid, priority included', async () => {
    const price = getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n });
    const { wire, signature } = await net.sign(alice, [price, transfer(alice, bob.address, 8)]);
    const message = Buffer.from(wire, 'base64').subarray(65).toString('base64');
    const { value } = await net.call('getFeeForMessage', [message, { commitment: 'processed' }]);
    const before = await net.balance(alice.address);
    await net.submit(wire);
    expect(before - (await net.balance(alice.address))).toBe(value + 8);
    expect(value).toBe(11_000);
    expect(await net.status(signature)).toMatchObject({ err: null });
  });
});

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64');
}
