import { getTransferSolInstruction } from '@solana-program/system';
import { getRevokeInstruction } from '@solana-program/token';
import { randomBytes } from 'node:crypto';
import { AccountRole, type Instruction, type Signature } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resolution, resolveAttempts } from '../../server/chain/confirm.ts';
import { listLandedByReference } from '../../server/chain/find-landed.ts';
import { readIssuedState } from '../../server/chain/issued-expiry.ts';
import type { AttemptToResolve } from '../../server/chain/node-view.ts';
import { buildPull } from '../../server/chain/pull.ts';
import { ChainUnavailableError } from '../../server/chain/rpc.ts';
import { sendWire } from '../../server/chain/submit.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { transferInstruction } from '../../server/chain/transfer.ts';
import { toBase58 } from '../../server/lib/base58.ts';
import {
  approve,
  chainOver,
  type Ground,
  land,
  type Lie,
  lyingNode,
  payerWithTerms,
  randomAddress,
  settle,
  signerOf,
  startGround,
} from './support.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

/** Past a blockhash's 150 blocks and the margin of a real cluster (150). */
const CERTAINLY_EXPIRED = 320;

/** A signed pull that nobody has sent yet, as the attempt that would have been committed. */
async function signedAttempt() {
  const { payer, terms, source } = await payerWithTerms(ground);
  await approve(ground, payer, terms, 1_000n);
  const payee = await randomAddress();
  await ground.net.call('autopay_createTokenAccount', [{ mint: terms.mint, owner: payee }]);
  await settle(ground.net);
  const destination = await tokenAccountOf(payee, terms.mint, terms.tokenProgram);
  const { mint, tokenProgram } = terms;
  const movement = { source, destination, mint, tokenProgram, amountAtomic: 100n, plan: null };
  const reference = await randomAddress();
  const sign = async (): Promise<AttemptToResolve> => {
    const delegate = signerOf(ground.delegate);
    const request = {
      ...movement,
      decimals: 6,
      delegate,
      references: [reference],
      memo: null,
      subscription: null,
    };
    // A connection of its own: the shared one remembers a blockhash for longer than these tests take to outlive it.
    const chain = await chainOver(ground, [ground.net.localnet.rpcUrl]);
    const built = await buildPull(chain, request);
    if (built.kind !== 'signed') throw new Error(`It was refused: ${built.failure.message}`);
    return { id: 'att_1', reference, ...built.transaction };
  };
  return { payer, movement, reference, sign, attempt: await sign() };
}

const resolve = async (attempt: AttemptToResolve, chain = ground.chain): Promise<Resolution> =>
  (await resolveAttempts(chain, [attempt])).get(attempt.id)!;

/** A chain whose nodes are the localnet seen through liars, one for each set of lies. */
async function liars(...lies: Record<string, Lie>[]) {
  const nodes = await Promise.all(lies.map((lie) => lyingNode(ground.net.localnet.rpcUrl, lie)));
  const chain = await chainOver(
    ground,
    nodes.map(({ url }) => url),
  );
  return { chain, nodes, stop: () => Promise.all(nodes.map((node) => node.stop())) };
}

const down: Lie = () => {
  throw new Error('down');
};
const broken: Record<string, Lie> = { getSignatureStatuses: down, getEpochInfo: down };

const carrying = (instruction: Instruction, reference: AttemptToResolve['reference']): Instruction => ({
  ...instruction,
  accounts: [...(instruction.accounts ?? []), { address: reference, role: AccountRole.READONLY }],
});

describe('an attempt that landed', () => {
  it('counts at confirmed on test, and only at finalized on live', async () => {
    const { attempt } = await signedAttempt();
    const strict = await chainOver(ground, [ground.net.localnet.rpcUrl], 'finalized');
    expect(await resolve(attempt)).toMatchObject({ kind: 'waiting', alarm: null });
    await sendWire(ground.chain, attempt.wire);
    await ground.net.advance(2);
    expect(await resolve(attempt)).toMatchObject({ kind: 'landed', reached: 'confirmed' });
    expect(await resolve(attempt, strict)).toMatchObject({ kind: 'waiting', alarm: null });
    await settle(ground.net);
    expect(await resolve(attempt, strict)).toMatchObject({ kind: 'landed', reached: 'finalized' });
  });

  it('that is not final yet is on chain, and can be final once 32 slots have passed', async () => {
    const { attempt } = await signedAttempt();
    const strict = await chainOver(ground, [ground.net.localnet.rpcUrl], 'finalized');
    expect(await resolve(attempt, strict)).toMatchObject({ kind: 'waiting', isSeen: false, slots: 1n });
    await sendWire(ground.chain, attempt.wire);
    await ground.net.advance(2);
    const seen = await resolve(attempt, strict);
    expect(seen).toMatchObject({ kind: 'waiting', isSeen: true });
    expect((seen as { slots: bigint }).slots).toBeGreaterThan(24n);
    expect((seen as { slots: bigint }).slots).toBeLessThanOrEqual(30n);
  });

  it('is still found long after, by its history', async () => {
    const { attempt } = await signedAttempt();
    await sendWire(ground.chain, attempt.wire);
    await ground.net.advance(CERTAINLY_EXPIRED);
    expect(await resolve(attempt)).toMatchObject({ kind: 'landed' });
  });

  it('is found though the node loses the reply to the sending', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.setFaults({ method: 'sendTransaction', kind: 'loseReply', times: 1 });
    expect(await sendWire(ground.chain, attempt.wire)).toMatchObject({ accepted: false });
    await settle(ground.net);
    expect(await resolve(attempt)).toMatchObject({ kind: 'landed' });
  });

  it('is found by its reference when a node has lost its status', async () => {
    const { attempt } = await signedAttempt();
    await sendWire(ground.chain, attempt.wire);
    await ground.net.advance(CERTAINLY_EXPIRED);
    const forgetful = await liars({
      getSignatureStatuses: async (truth) => ({ ...(await truth()), value: [null] }),
    });
    expect(await resolve(attempt, forgetful.chain)).toMatchObject({ kind: 'landed' });
    await forgetful.stop();
  });

  it('wins over a node that never saw it', async () => {
    const { attempt } = await signedAttempt();
    await sendWire(ground.chain, attempt.wire);
    await ground.net.advance(CERTAINLY_EXPIRED);
    const blind = {
      getSignatureStatuses: (async (truth) => ({ ...(await truth()), value: [null] })) as Lie,
      getSignaturesForAddress: () => [],
    };
    const nodes = await liars(blind, {});
    expect(await resolve(attempt, nodes.chain)).toMatchObject({ kind: 'landed' });
    await nodes.stop();
  });
});

describe('an attempt that failed on chain', () => {
  it('is judged at finalized only, since another fork may have let it pass', async () => {
    const { attempt, payer, movement } = await signedAttempt();
    await land(ground.net, payer, [getRevokeInstruction({ source: movement.source, owner: payer })]);
    await sendWire(ground.chain, attempt.wire, { skipPreflight: true });
    await ground.net.advance(2);
    expect(await resolve(attempt)).toMatchObject({ kind: 'waiting', alarm: null });
    await settle(ground.net);
    expect(await resolve(attempt)).toMatchObject({
      kind: 'failed',
      error: { InstructionError: [expect.anything(), { Custom: expect.anything() }] },
    });
  });
});

describe('an attempt of which one node says that it failed', () => {
  const failed: Lie = async (truth) => {
    const { context, value } = await truth();
    const lie = { InstructionError: [1, { Custom: 1 }] };
    const status = { slot: context.slot, confirmations: null, confirmationStatus: 'finalized', err: lie };
    return { context, value: value.map(() => ({ ...status, status: { Err: lie } })) };
  };

  it('has landed where another node knows better', async () => {
    const { attempt } = await signedAttempt();
    await sendWire(ground.chain, attempt.wire);
    await settle(ground.net);
    const nodes = await liars({ getSignatureStatuses: failed }, {});
    expect(await resolve(attempt, nodes.chain)).toMatchObject({ kind: 'landed' });
    await nodes.stop();
  });

  it('is signed again only once a second node says so, or proves that it is gone', async () => {
    const { attempt } = await signedAttempt();
    const early = await liars({ getSignatureStatuses: failed }, {});
    expect(await resolve(attempt, early.chain)).toMatchObject({ kind: 'waiting', alarm: null });
    const alone = await liars({ getSignatureStatuses: failed }, broken);
    expect(await resolve(attempt, alone.chain)).toMatchObject({
      kind: 'waiting',
      alarm: 'nodes_unavailable',
    });
    const both = await liars({ getSignatureStatuses: failed }, { getSignatureStatuses: failed });
    expect(await resolve(attempt, both.chain)).toMatchObject({ kind: 'failed' });
    await ground.net.advance(CERTAINLY_EXPIRED);
    expect(await resolve(attempt, early.chain)).toMatchObject({ kind: 'failed' });
    await Promise.all([early, alone, both].map((nodes) => nodes.stop()));
  });
});

describe('an attempt that was never seen', () => {
  it('waits while its blockhash lives and for the margin after it, then has expired', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.setFaults({ method: 'sendTransaction', kind: 'drop', times: 1 });
    expect(await sendWire(ground.chain, attempt.wire)).toEqual({ accepted: true });
    await ground.net.advance(150);
    expect(await resolve(attempt)).toMatchObject({ kind: 'waiting', alarm: null });
    await ground.net.advance(20);
    expect(await resolve(attempt)).toMatchObject({ kind: 'waiting', alarm: null });
    await ground.net.advance(20);
    expect(await resolve(attempt)).toEqual({ kind: 'expired' });
  });

  it('waits longer on a chain that is not the localnet', async () => {
    const { attempt } = await signedAttempt();
    const cluster = Object.create(ground.chain, { isLocalnet: { value: false } });
    await ground.net.advance(200);
    expect(await resolve(attempt)).toEqual({ kind: 'expired' });
    expect(await resolve(attempt, cluster)).toMatchObject({ kind: 'waiting', alarm: null });
    await ground.net.advance(110);
    expect(await resolve(attempt, cluster)).toEqual({ kind: 'expired' });
  });

  it('is not taken for expired because a node named too low a last height', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.advance(60);
    expect(await resolve({ ...attempt, lastValidBlockHeight: 1n })).toMatchObject({
      kind: 'waiting',
      alarm: null,
    });
    await ground.net.advance(140);
    const farther = attempt.lastValidBlockHeight + 1_000n;
    expect(await resolve({ ...attempt, lastValidBlockHeight: farther })).toMatchObject({
      kind: 'waiting',
      alarm: null,
    });
  });

  it('is not expired on the word of a node whose statuses lag behind', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.advance(CERTAINLY_EXPIRED);
    const lagging = await liars({
      getSignatureStatuses: async (truth) => {
        const { context, value } = await truth();
        return { context: { ...context, slot: context.slot - 10 }, value };
      },
    });
    expect(await resolve(attempt, lagging.chain)).toMatchObject({ kind: 'waiting', alarm: 'node_lagging' });
    await lagging.stop();
  });

  it('is not expired on the word of a node that has pruned the time of its signing', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.advance(CERTAINLY_EXPIRED);
    const pruned = await liars({ getFirstAvailableBlock: () => Number(attempt.slotAtSigning) + 1 });
    expect(await resolve(attempt, pruned.chain)).toMatchObject({ kind: 'waiting', alarm: 'node_pruned' });
    await pruned.stop();
    const complete = await liars({ getFirstAvailableBlock: () => Number(attempt.slotAtSigning) });
    expect(await resolve(attempt, complete.chain)).toEqual({ kind: 'expired' });
    await complete.stop();
  });

  it('is not expired while the transactions under its reference cannot all be read', async () => {
    const { attempt, reference } = await signedAttempt();
    const stranger = await ground.net.wallet();
    const own = getTransferSolInstruction({ source: stranger, destination: stranger.address, amount: 1n });
    await land(ground.net, stranger, [carrying(own, reference)]);
    await ground.net.advance(CERTAINLY_EXPIRED);
    const silent = await liars({ getTransaction: () => null });
    expect(await resolve(attempt, silent.chain)).toMatchObject({
      kind: 'waiting',
      alarm: 'reference_unreadable',
    });
    await silent.stop();
    // A stranger's transaction under the reference moves no money of this charge.
    expect(await resolve(attempt)).toEqual({ kind: 'expired' });
  });

  it('is asked about in the order that makes the answers a proof', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.advance(CERTAINLY_EXPIRED);
    const honest = await liars({});
    honest.nodes[0]!.asked.length = 0;
    expect(await resolve(attempt, honest.chain)).toEqual({ kind: 'expired' });
    expect(honest.nodes[0]!.asked).toEqual([
      // The recent ones, without their history.
      'getSignatureStatuses',
      'getEpochInfo',
      'getSignatureStatuses',
      'getFirstAvailableBlock',
      'getSignaturesForAddress',
    ]);
    await honest.stop();
  });

  it('needs two nodes to say so where several are configured', async () => {
    const { attempt } = await signedAttempt();
    await ground.net.advance(CERTAINLY_EXPIRED);
    const pair = await liars({}, {});
    expect(await resolve(attempt, pair.chain)).toEqual({ kind: 'expired' });
    const oneDown = await liars({}, broken);
    expect(await resolve(attempt, oneDown.chain)).toMatchObject({
      kind: 'waiting',
      alarm: 'nodes_unavailable',
    });
    const twoOfThree = await liars({}, broken, {});
    expect(await resolve(attempt, twoOfThree.chain)).toEqual({ kind: 'expired' });
    const pruned = { getFirstAvailableBlock: () => Number(attempt.slotAtSigning) + 1 };
    const onePruned = await liars({}, pruned);
    expect(await resolve(attempt, onePruned.chain)).toMatchObject({ kind: 'waiting', alarm: 'node_pruned' });
    const allDown = await liars(broken, broken);
    await expect(resolve(attempt, allDown.chain)).rejects.toThrow(ChainUnavailableError);
    await Promise.all([pair, oneDown, twoOfThree, onePruned, allDown].map((nodes) => nodes.stop()));
  });

  it('has been superseded where another attempt under its reference moved the money', async () => {
    const { attempt, sign } = await signedAttempt();
    await ground.net.advance(160);
    const later = { ...(await sign()), id: 'att_2' };
    await sendWire(ground.chain, later.wire);
    await ground.net.advance(CERTAINLY_EXPIRED);
    expect(await resolve(attempt)).toMatchObject({
      kind: 'superseded',
      by: [{ signature: later.signature }],
    });
    expect(await resolve(later)).toMatchObject({ kind: 'landed' });
  });
});

it('resolves hundreds at once, asking for the statuses of 256 transactions at a time', async () => {
  const { attempt } = await signedAttempt();
  await sendWire(ground.chain, attempt.wire);
  await settle(ground.net);
  const honest = await liars({});
  const { asked } = honest.nodes[0]!;
  asked.length = 0;
  const sharing = Array.from({ length: 300 }, (_, at) => ({ ...attempt, id: `att_${at}` }));
  const resolutions = await resolveAttempts(honest.chain, sharing);
  expect([...resolutions.values()].map(({ kind }) => kind)).toEqual(sharing.map(() => 'landed'));
  expect(asked).toEqual(['getSignatureStatuses']);
  const signatures = sharing.map(() => toBase58(randomBytes(64)) as Signature);
  const unknown = sharing.map((one, at) => ({ ...one, signature: signatures[at]! }));
  await resolveAttempts(honest.chain, unknown);
  expect(asked.filter((method) => method === 'getSignatureStatuses')).toHaveLength(3);
  await honest.stop();
});

const issuedAs = ({ attempt, movement }: Awaited<ReturnType<typeof signedAttempt>>) => ({
  ...attempt,
  movement,
});

describe('a transaction that was issued for a wallet to sign', () => {
  it('is open while it could land, and expired when two of several nodes prove that it cannot', async () => {
    const scene = await signedAttempt();
    const issued = issuedAs(scene);
    expect(await readIssuedState(ground.chain, issued)).toEqual({ kind: 'open' });
    await ground.net.advance(CERTAINLY_EXPIRED);
    expect(await readIssuedState(ground.chain, issued)).toEqual({ kind: 'expired' });
    const pruned = { getFirstAvailableBlock: () => Number(issued.slotAtSigning) + 1 };
    const nodes = await liars({}, pruned);
    expect(await readIssuedState(nodes.chain, issued)).toEqual({ kind: 'open' });
    const oneDown = await liars({}, broken);
    expect(await readIssuedState(oneDown.chain, issued)).toEqual({ kind: 'open' });
    const allDown = await liars(broken);
    await expect(readIssuedState(allDown.chain, issued)).rejects.toThrow(ChainUnavailableError);
    await Promise.all([nodes, oneDown, allDown].map(({ stop }) => stop()));
  });

  it('has landed, whoever sent it, though one node does not know', async () => {
    const scene = await signedAttempt();
    await sendWire(ground.chain, scene.attempt.wire);
    await ground.net.advance(CERTAINLY_EXPIRED);
    const nodes = await liars({ getSignaturesForAddress: () => [] }, {});
    const { signature } = scene.attempt;
    expect(await readIssuedState(nodes.chain, issuedAs(scene))).toMatchObject({
      kind: 'landed',
      by: [{ signature }],
    });
    await nodes.stop();
  });
});

describe('the last witness', () => {
  it('finds the movement under the reference, and nothing that only looks like it', async () => {
    const { attempt, movement, reference, payer } = await signedAttempt();
    expect(await listLandedByReference(ground.chain, reference, movement)).toEqual([]);
    const smaller = { ...movement, amountAtomic: 99n, decimals: 6, authority: payer.address };
    await land(ground.net, payer, [transferInstruction({ ...smaller, references: [reference] })]);
    const unmarked = transferInstruction({ ...smaller, amountAtomic: 100n, references: [] });
    const self = getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n });
    await land(ground.net, payer, [unmarked, carrying(self, reference)]);
    expect(await listLandedByReference(ground.chain, reference, movement)).toEqual([]);
    await sendWire(ground.chain, attempt.wire);
    await settle(ground.net);
    const landed = await listLandedByReference(ground.chain, reference, movement);
    expect(landed).toMatchObject([
      { signature: attempt.signature, instructionIndex: 2, slot: expect.any(BigInt) },
    ]);
  });

  it('counts no transfer that carries more than the one reference: it would settle them all', async () => {
    const { movement, payer, reference } = await signedAttempt();
    const other = await randomAddress();
    const transfer = { ...movement, decimals: 6, authority: payer.address };
    for (const references of [
      [reference, other],
      [other, reference],
      [reference, reference],
    ]) {
      await land(ground.net, payer, [transferInstruction({ ...transfer, references })]);
    }
    expect(await listLandedByReference(ground.chain, reference, movement)).toEqual([]);
    expect(await listLandedByReference(ground.chain, other, movement)).toEqual([]);
  });

  it('tells the transfers of one transaction apart, oldest first', async () => {
    const { movement, payer, reference } = await signedAttempt();
    const transfer = transferInstruction({
      ...movement,
      decimals: 6,
      authority: payer.address,
      references: [reference],
    });
    const first = await land(ground.net, payer, [transfer, transfer]);
    const note = getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n });
    const second = await land(ground.net, payer, [note, transfer]);
    const landed = await listLandedByReference(ground.chain, reference, movement);
    expect(landed.map(({ signature, instructionIndex }) => [signature, instructionIndex])).toEqual([
      [first, 0],
      [first, 1],
      [second, 1],
    ]);
  });
});
