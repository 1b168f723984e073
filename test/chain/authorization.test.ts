import {
  AccountRole,
  type Address,
  generateKeyPairSigner,
  getBase58Encoder,
  type Instruction,
} from '@solana/kit';
import {
  AuthorityType,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvalInstruction,
  type AuthorizationTerms,
  findConsent,
  readCover,
  remainingAllowance,
} from '../../server/chain/authorization.ts';
import { ChainUnavailableError } from '../../server/chain/rpc.ts';
import { programAddressOf } from '../../server/chain/token-program.ts';
import {
  approve,
  chainOver,
  createMint,
  fund,
  type Ground,
  land,
  lookupTable,
  lyingNode,
  payerWithTerms,
  randomAddress,
  startGround,
} from './support.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

const examined = new Set<string>();
const find = (terms: AuthorizationTerms, search: object = {}) =>
  findConsent(ground.chain, terms, { examined, ...search });
const approval = (terms: AuthorizationTerms, amountAtomic = 500n) =>
  approvalInstruction({ ...terms, decimals: 6, amountAtomic });
const withAccounts = (instruction: Instruction, ...addresses: Address[]): Instruction => ({
  ...instruction,
  accounts: [
    ...(instruction.accounts ?? []),
    ...addresses.map((address) => ({ address, role: AccountRole.READONLY })),
  ],
});

describe('a consent', () => {
  it.each([0, 1])('is found by its reference, on both token programs (%i)', async (at) => {
    const { payer, terms } = await payerWithTerms(ground, ground.tokens[at]);
    expect((await find(terms)).consents).toEqual([]);
    const signature = await approve(ground, payer, terms, 500n);
    const { consents, examined: read, isComplete } = await find(terms);
    expect(consents).toEqual([
      {
        signature,
        instructionIndex: 0,
        slot: expect.any(BigInt),
        approvedAmountAtomic: 500n,
        delegate: terms.delegate,
        carried: [],
        wire: expect.any(Uint8Array),
      },
    ]);
    expect({ read, isComplete }).toEqual({ read: [], isComplete: true });
  });

  it('is found by its signature before the address index shows it', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const signature = await approve(ground, payer, terms, 500n);
    const node = await lyingNode(ground.net.localnet.rpcUrl, { getSignaturesForAddress: () => [] });
    const chain = await chainOver(ground, [node.url]);
    expect((await findConsent(chain, terms, { examined })).consents).toEqual([]);
    expect((await findConsent(chain, terms, { examined, signature })).consents).toMatchObject([
      { signature },
    ]);
    await node.stop();
  });

  it('survives instructions that wallets add around it', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const memo = getAddMemoInstruction({ memo: 'guard' }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });
    const signature = await land(ground.net, payer, [memo, await approval(terms), memo]);
    expect((await find(terms)).consents).toMatchObject([{ signature, instructionIndex: 1 }]);
  });

  it('of two mandates in one transaction counts once for each', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const other = { ...terms, reference: await randomAddress() };
    await land(ground.net, payer, [await approval(terms, 500n), await approval(other, 900n)]);
    expect((await find(terms)).consents).toMatchObject([{ instructionIndex: 0, approvedAmountAtomic: 500n }]);
    expect((await find(other)).consents).toMatchObject([{ instructionIndex: 1, approvedAmountAtomic: 900n }]);
  });

  it('is none with another mandate’s reference', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const signature = await approve(ground, payer, { ...terms, reference: await randomAddress() }, 500n);
    expect(await find(terms, { signature })).toMatchObject({ consents: [], examined: [signature] });
  });

  it('is none when only another instruction holds the reference', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const elsewhere = withAccounts(
      getTransferSolInstruction({ source: payer, destination: payer.address, amount: 0n }),
      terms.reference,
    );
    const bare = await approval({ ...terms, reference: await randomAddress() });
    const signature = await land(ground.net, payer, [bare, elsewhere]);
    expect(await find(terms)).toMatchObject({ consents: [], examined: [signature] });
  });

  it('is none when two approvals hold the reference', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    await land(ground.net, payer, [await approval(terms, 500n), await approval(terms, 900n)]);
    expect((await find(terms)).consents).toEqual([]);
  });

  it('is none as an unchecked approval, which names no mint', async () => {
    const { payer, terms, source } = await payerWithTerms(ground);
    const unchecked = getApproveInstruction({ source, delegate: terms.delegate, owner: payer, amount: 500n });
    // The reference stands where a checked approval would have it.
    await land(ground.net, payer, [withAccounts(unchecked, await randomAddress(), terms.reference)]);
    expect((await find(terms)).consents).toEqual([]);
  });

  it('is none for a delegate that is not ours', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    await approve(ground, payer, { ...terms, delegate: await randomAddress() }, 500n);
    expect((await find(terms)).consents).toEqual([]);
  });

  it('is none from another payer, who signs under a reference that is not theirs', async () => {
    const victim = await payerWithTerms(ground);
    const attacker = await payerWithTerms(ground);
    await approve(ground, attacker.payer, { ...attacker.terms, reference: victim.terms.reference }, 500n);
    expect((await find(victim.terms)).consents).toEqual([]);
  });

  it('is none from an account of the payer that is not the associated one', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const other = await payerWithTerms(ground);
    // A classic account can be given away: now the payer owns a second account of this mint.
    await land(ground.net, other.payer, [
      getSetAuthorityInstruction({
        owned: other.source,
        owner: other.payer,
        authorityType: AuthorityType.AccountOwner,
        newAuthority: payer.address,
      }),
    ]);
    const foreign = getApproveCheckedInstruction({
      source: other.source,
      mint: terms.mint,
      delegate: terms.delegate,
      owner: payer,
      amount: 500n,
      decimals: 6,
    });
    await land(ground.net, payer, [withAccounts(foreign, terms.reference)]);
    expect((await find(terms)).consents).toEqual([]);
  });

  it('is none in another token of the same payer', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const mint = await createMint(ground.net, { program: 'token' });
    await fund(ground.net, mint, payer.address, 1n);
    await approve(ground, payer, { ...terms, mint }, 500n);
    expect((await find(terms)).consents).toEqual([]);
  });

  it('is none when the transaction failed', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const broken = getTransferSolInstruction({
      source: payer,
      destination: await randomAddress(),
      amount: 10n ** 15n,
    });
    const signature = await land(ground.net, payer, [await approval(terms), broken], { skipPreflight: true });
    expect(await find(terms, { signature })).toMatchObject({ consents: [], examined: [] });
  });

  it('is none when it is only an inner instruction', async () => {
    const { payer, terms, source } = await payerWithTerms(ground);
    const carrier = withAccounts(
      getTransferSolInstruction({ source: payer, destination: payer.address, amount: 0n }),
      source,
      terms.mint,
      terms.delegate,
      programAddressOf(terms.tokenProgram),
      terms.reference,
    );
    await land(ground.net, payer, [carrier]);
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getTransaction: async (truth) => {
        const answer = await truth();
        const inner = { programIdIndex: 5, accounts: [1, 2, 3, 0, 6], data: '4' };
        answer.meta.innerInstructions = [{ index: 0, instructions: [inner] }];
        return answer;
      },
    });
    const { consents } = await findConsent(await chainOver(ground, [node.url]), terms, { examined });
    expect(consents).toEqual([]);
    await node.stop();
  });
});

describe('a lying node', () => {
  it('cannot invent a consent: the payer’s signature is checked over the bytes', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const signature = await land(ground.net, payer, [
      withAccounts(
        getTransferSolInstruction({ source: payer, destination: payer.address, amount: 0n }),
        terms.reference,
      ),
    ]);
    const forged = Buffer.from((await ground.net.sign(payer, [await approval(terms)])).wire, 'base64');
    // The asked signature over a message that the payer never signed.
    forged.set(getBase58Encoder().encode(signature), 1);
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getTransaction: async (truth) => ({
        ...(await truth()),
        transaction: [forged.toString('base64'), 'base64'],
      }),
    });
    const { consents } = await findConsent(await chainOver(ground, [node.url]), terms, { examined });
    expect(consents).toEqual([]);
    await node.stop();
  });

  it('cannot pass one transaction off as another', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    await approve(ground, payer, terms, 500n);
    const decoy = await payerWithTerms(ground);
    const signature = await approve(ground, decoy.payer, decoy.terms, 500n);
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getSignaturesForAddress: async (truth) =>
        (await truth()).map((entry: object) => ({ ...entry, signature })),
      getTransaction: async () => {
        const [{ signature: real }] = await ground.net.call('getSignaturesForAddress', [terms.reference]);
        return ground.net.call('getTransaction', [
          real,
          { encoding: 'base64', maxSupportedTransactionVersion: 0 },
        ]);
      },
    });
    const { consents } = await findConsent(await chainOver(ground, [node.url]), terms, { examined });
    expect(consents).toEqual([]);
    await node.stop();
  });
});

describe('a spammed reference', () => {
  it('is worked through in steps, and each transaction is read once', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    await approve(ground, payer, terms, 500n);
    const spammer = await ground.net.wallet();
    for (let i = 0; i < 5; i += 1) {
      const spam = withAccounts(
        getTransferSolInstruction({ source: spammer, destination: spammer.address, amount: BigInt(i) }),
        terms.reference,
      );
      await ground.net.land(spammer, [spam]);
    }
    await ground.net.advance(6);
    const seen = new Set<string>();
    const first = await find(terms, { examined: seen, maxTransactions: 3 });
    expect(first).toMatchObject({ consents: [], isComplete: false });
    expect(first.examined).toHaveLength(3);
    for (const signature of first.examined) seen.add(signature);
    const second = await find(terms, { examined: seen, maxTransactions: 3 });
    expect(second.consents).toHaveLength(1);
    expect(second).toMatchObject({ isComplete: true, examined: [expect.any(String), expect.any(String)] });
  });
});

describe('the cover', () => {
  it('is the account as it is now: an older approval that lands later replaces the newer one', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const newer = { ...terms, reference: await randomAddress() };
    // Signed first, held back by a hostile page, sent last.
    const held = await ground.net.sign(payer, [await approval(terms, 100n)]);
    await approve(ground, payer, newer, 900n);
    expect(remainingAllowance((await readCover(ground.chain, terms)).account, terms)).toBe(900n);
    await ground.net.submit(held.wire);
    await ground.net.advance(6);
    const { consents } = await find(terms);
    expect(consents).toMatchObject([{ approvedAmountAtomic: 100n }]);
    const { account, slot } = await readCover(ground.chain, terms, { minContextSlot: consents[0]!.slot });
    expect(remainingAllowance(account, terms)).toBe(100n);
    expect(slot).toBeGreaterThanOrEqual(consents[0]!.slot);
  });

  it('is nothing with a foreign delegate, and nothing without an account', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    await approve(ground, payer, { ...terms, delegate: await randomAddress() }, 500n);
    expect(remainingAllowance((await readCover(ground.chain, terms)).account, terms)).toBe(0n);
    const stranger = { ...terms, payer: (await generateKeyPairSigner()).address };
    const { account } = await readCover(ground.chain, stranger);
    expect(account).toEqual({ kind: 'missing' });
    expect(remainingAllowance(account, stranger)).toBe(0n);
  });

  it('is unknown to a node that has not reached the slot', async () => {
    const { terms } = await payerWithTerms(ground);
    const ahead = (await ground.chain.nodes[0]!.rpc.getSlot().send()) + 1_000n;
    await expect(readCover(ground.chain, terms, { minContextSlot: ahead })).rejects.toThrow(
      ChainUnavailableError,
    );
  });
});

it('resolves accounts that came through a lookup table', async () => {
  const { payer, terms, source } = await payerWithTerms(ground, {
    ...ground.tokens[1]!,
    tokenProgram: 'token-2022',
  });
  const tables = await lookupTable(ground.net, payer, [source, terms.mint, terms.delegate, terms.reference]);
  const signature = await land(ground.net, payer, [await approval(terms)], { tables });
  expect((await find(terms)).consents).toMatchObject([{ signature, approvedAmountAtomic: 500n }]);
});
