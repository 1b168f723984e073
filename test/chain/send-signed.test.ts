import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fromBase64 } from '../../server/chain/read-transaction.ts';
import { CATCH_UP_MS, sendSigned } from '../../server/chain/send-signed.ts';
import { slotFloor } from '../../server/chain/seen-slot.ts';
import { transfer } from '../localnet/support.ts';
import { type Ground, startGround } from './support.ts';

/** Slots of an hour: they move only when a test moves them. */
let ground: Ground;
let alice: KeyPairSigner;
beforeAll(async () => {
  ground = await startGround({}, { slotMs: 3_600_000 });
  alice = await ground.net.wallet();
});
beforeEach(() => ground.net.advance(5));
afterAll(() => ground.stop());

/** More than the 151 slots for which a blockhash is known. */
const EXPIRED = 400;

/** What a wallet signed whose node is a slot ahead: its blockhash is not confirmed yet. */
async function signAhead() {
  const { wire, signature } = await ground.net.sign(alice, [transfer(alice, alice.address, 1)]);
  const { blockhash } = await ground.net.latestBlockhash();
  return { wire, signed: { wire: fromBase64(wire), signature, blockhash } };
}

/** Sends it; `meanwhile` happens while our nodes are given time to catch up. */
async function trySend(
  signed: Awaited<ReturnType<typeof signAhead>>['signed'],
  meanwhile: () => Promise<unknown>,
) {
  let waits = 0;
  const { clock } = ground.chain;
  const sleep = async (ms: number, signal?: AbortSignal) => {
    if (ms !== CATCH_UP_MS) return clock.sleep(ms, signal);
    waits += 1;
    await meanwhile();
  };
  const chain = { ...ground.chain, clock: { ...clock, sleep } };
  const sent = await sendSigned(chain, signed, new AbortController().signal);
  const confirmed = BigInt(await ground.net.call('getSlot', [{ commitment: 'confirmed' }]));
  // Reads of accounts demand this slot: a higher one would have every node called behind.
  expect(slotFloor(chain, 'confirmed')).toBe(confirmed);
  return { sent, waits };
}

/** The same, as whether it can land. */
async function send(...what: Parameters<typeof trySend>) {
  const { sent, waits } = await trySend(...what);
  return { canLand: sent.kind === 'sent', waits };
}

test('a blockhash that our nodes do not know yet is waited for, and sent then', async () => {
  const { signed } = await signAhead();
  expect(await send(signed, () => ground.net.advance(1))).toEqual({ canLand: true, waits: 1 });
  expect(await ground.net.status(signed.signature, false)).toMatchObject({ err: null });
});

test('what landed while our nodes caught up is not called unsent: its payer would pay again', async () => {
  const { wire, signed } = await signAhead();
  const meanwhile = async () => {
    expect((await ground.net.submit(wire)).error).toBeUndefined();
    await ground.net.advance(EXPIRED);
  };
  expect(await send(signed, meanwhile)).toEqual({ canLand: true, waits: 1 });
});

test('a node that has not seen the blockhash expire does not say that nothing landed', async () => {
  const { signed } = await signAhead();
  const meanwhile = async () => {
    await ground.net.advance(EXPIRED);
    await ground.net.setFaults({ method: 'getSignatureStatuses', kind: 'lag', slots: 64 });
  };
  expect(await send(signed, meanwhile)).toEqual({ canLand: true, waits: 1 });
  await ground.net.setFaults();
});

test('what no node has, and whose blockhash has expired, cannot land', async () => {
  const { signed } = await signAhead();
  expect(await send(signed, () => ground.net.advance(EXPIRED))).toEqual({ canLand: false, waits: 1 });
});

/** As a node answers that has simulated what it is sent, and seen it fail. */
const REFUSED = {
  method: 'sendTransaction',
  kind: 'refuse',
  error: {
    code: -32002,
    message:
      'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    data: { err: 'AccountNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null },
  },
};

test('what every node sees fail was not sent, and the reason is theirs', async () => {
  const { signed } = await signAhead();
  await ground.net.advance(1);
  await ground.net.setFaults(REFUSED);
  const { sent, waits } = await trySend(signed, () => Promise.resolve());
  await ground.net.setFaults();
  expect(waits).toBe(1);
  expect(sent).toEqual({
    kind: 'in_vain',
    reason: expect.stringMatching(/^No node takes it, so nothing was sent: .*no record of a prior credit/),
  });
});

test('what is on chain already is not called unsent where nodes refuse it for that', async () => {
  const { wire, signed } = await signAhead();
  await ground.net.advance(1);
  await ground.net.setFaults(REFUSED);
  const meanwhile = async () => {
    await ground.net.setFaults();
    expect((await ground.net.submit(wire)).error).toBeUndefined();
    await ground.net.advance(2);
  };
  expect(await send(signed, meanwhile)).toEqual({ canLand: true, waits: 1 });
});
