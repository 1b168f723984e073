import {
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  type Commitment,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  type KeyPairSigner,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Net, transfer } from './support.ts';

let net: Net;
let subscriptions: ReturnType<typeof createSolanaRpcSubscriptions>;
const stopping = new AbortController();
beforeAll(async () => {
  net = await Net.start({ slotMs: 100 });
  subscriptions = createSolanaRpcSubscriptions(net.localnet.wsUrl);
});
afterAll(async () => {
  stopping.abort();
  await net.localnet.stop();
});

test("kit's airdrop and send-and-confirm work unchanged, up to finalized", async () => {
  const [alice, bob] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const airdrop = airdropFactory({ rpc: net.kit as never, rpcSubscriptions: subscriptions as never });
  await airdrop({ commitment: 'confirmed', recipientAddress: alice.address, lamports: lamports(10n ** 9n) });
  const sendAndConfirm = sendAndConfirmTransactionFactory({
    rpc: net.kit as never,
    rpcSubscriptions: subscriptions as never,
  });
  for (const [i, commitment] of (['processed', 'confirmed', 'finalized'] as const).entries()) {
    // Each moves another amount: equal transfers under one blockhash would be one transaction.
    const signed = await signedTransfer(alice, bob, commitment, 1_000_000 + i);
    await sendAndConfirm(signed, { commitment });
    const { value } = await net.kit.getSignatureStatuses([getSignatureFromTransaction(signed)]).send();
    expect(value[0]?.err).toBeNull();
  }
  const { value } = await net.kit.getBalance(bob.address, { commitment: 'finalized' }).send();
  expect(value).toBe(3_000_003n);
});

test('an account subscription tells each change at its commitment', async () => {
  const alice = await net.wallet();
  const { address } = await generateKeyPairSigner();
  const changes = await subscriptions
    .accountNotifications(address, { commitment: 'confirmed', encoding: 'base64' })
    .subscribe({ abortSignal: stopping.signal });
  await net.land(alice, [transfer(alice, address, 1_234_567)]);
  for await (const { context, value } of changes) {
    expect(value.lamports).toBe(1_234_567n);
    expect(await net.balance(address, 'confirmed')).toBe(1_234_567);
    expect(context.slot).toBeTypeOf('bigint');
    break;
  }
});

test('a slot subscription counts every slot, with its finalized root', async () => {
  const slots = await subscriptions.slotNotifications().subscribe({ abortSignal: stopping.signal });
  const seen: bigint[] = [];
  for await (const { slot, root, parent } of slots) {
    expect([slot - root, slot - parent]).toEqual([4n, 1n]);
    seen.push(slot);
    if (seen.length === 3) break;
  }
  expect(seen[2]).toBeGreaterThan(seen[0]!);
});

test('a failing transaction is reported as failed to whoever waits for its signature', async () => {
  const alice = await net.wallet();
  const { wire, signature } = await net.sign(alice, [transfer(alice, alice.address, 1e15)]);
  const waiting = await subscriptions
    .signatureNotifications(signature, { commitment: 'confirmed' })
    .subscribe({ abortSignal: stopping.signal });
  await net.submit(wire, { skipPreflight: true });
  for await (const { value } of waiting) {
    // kit reads every number that it does not know as a bigint.
    expect(value.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    break;
  }
});

/** A preflight knows only blockhashes that its own commitment has reached. */
async function signedTransfer(
  source: KeyPairSigner,
  to: KeyPairSigner,
  commitment: Commitment,
  amount: number,
) {
  const { value } = await net.kit.getLatestBlockhash({ commitment }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(source, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(value, m),
    (m) => appendTransactionMessageInstruction(transfer(source, to.address, amount), m),
  );
  const signed = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(signed);
  return signed;
}
