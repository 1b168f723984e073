import { generateKeyPairSigner } from '@solana/kit';
import { getRevokeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPull, type PullTerms, readPullAccounts } from '../../server/chain/check-pull.ts';
import { classifyFailure, type Failure } from '../../server/chain/failure.ts';
import { learnPriorityFees, priorityFee } from '../../server/chain/priority-fee.ts';
import {
  buildPull,
  fitTogether,
  preparePull,
  type Pull,
  type PullRequest,
  signPulls,
} from '../../server/chain/pull.ts';
import { listLandedByReference } from '../../server/chain/find-landed.ts';
import { findOwnTransfer } from '../../server/chain/transfer.ts';
import { PACKET_BYTES } from '../../server/localnet/wire.ts';
import { readTransaction } from '../../server/chain/read-transaction.ts';
import { chargeReference } from '../../server/chain/references.ts';
import { sendWire } from '../../server/chain/submit.ts';
import { readTokenAccounts, tokenAccountOf } from '../../server/chain/tokens.ts';
import {
  approve,
  chainOver,
  createMint,
  type Ground,
  land,
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

/** A payer who approved, a payee with an account, and the pull between them. */
async function scene({
  token = ground.tokens[0]!,
  approved = 1_000n,
  balance = 1_000n,
  memoTransfer = false,
} = {}) {
  const { payer, terms, source } = await payerWithTerms(ground, token, balance);
  if (approved > 0n) await approve(ground, payer, terms, approved);
  const payee = await randomAddress();
  await ground.net.call('autopay_createTokenAccount', [{ mint: token.mint, owner: payee, memoTransfer }]);
  await settle(ground.net);
  const destination = await tokenAccountOf(payee, token.mint, token.tokenProgram);
  const move = { source, destination, ...token, decimals: 6, amountAtomic: 100n };
  const request: PullRequest = {
    ...move,
    delegate: signerOf(ground.delegate),
    references: [chargeReference(ground.chain.genesisHash, 'man_1', 1), terms.reference],
    memo: null,
    subscription: null,
  };
  const pull: PullTerms = {
    ...move,
    payer: payer.address,
    payee,
    delegate: ground.delegate.address,
    issuerControls: false,
    subscription: null,
  };
  return { payer, payee, request, pull };
}

const balanceOf = async (account: PullTerms['source']) => {
  const { accounts } = await readTokenAccounts(ground.chain, [account], { commitment: 'confirmed' });
  return accounts[0]!.kind === 'account' ? accounts[0]!.account.amountAtomic : null;
};

/** What the check says before signing, and what a simulation of the same pull says. */
async function failures({ request, pull }: Awaited<ReturnType<typeof scene>>) {
  const [accounts] = await readPullAccounts(ground.chain, [pull], { commitment: 'confirmed' });
  const built = await buildPull(ground.chain, request);
  const simulated = built.kind === 'refused' ? built.failure : null;
  return { checked: codeOf(checkPull(accounts!, pull)), simulated: codeOf(simulated) };
}

const codeOf = (failure: Failure | null) =>
  failure?.kind === 'account' ? failure.code : (failure?.kind ?? null);

describe('a pull', () => {
  it.each([0, 1])(
    'moves the amount once, however often its bytes are sent (token program %i)',
    async (at) => {
      const { request, pull } = await scene({ token: ground.tokens[at]! });
      expect(await failures({ request, pull } as never)).toEqual({ checked: null, simulated: null });
      const built = await buildPull(ground.chain, request);
      if (built.kind !== 'signed') throw new Error('It was refused');
      const { wire, signature, ...proof } = built.transaction;
      expect(await sendWire(ground.chain, wire)).toEqual({ accepted: true });
      await sendWire(ground.chain, wire);
      await sendWire(ground.chain, wire, { skipPreflight: true });
      await settle(ground.net);
      expect(await sendWire(ground.chain, wire)).toMatchObject({
        accepted: false,
        error: expect.stringMatching(/already/i),
      });
      expect([await balanceOf(pull.source), await balanceOf(pull.destination)]).toEqual([900n, 100n]);
      expect(await ground.net.status(signature)).toMatchObject({
        err: null,
        confirmationStatus: 'finalized',
      });
      expect(readTransaction(wire)).toMatchObject({ signature, feePayer: ground.feePayer.address });
      expect(proof.lastValidBlockHeight - proof.blockHeightAtSigning).toBeGreaterThan(140n);
      expect(proof.slotAtSigning).toBeGreaterThan(0n);
    },
  );

  it('of two periods under one blockhash is two transactions', async () => {
    const { request, pull } = await scene();
    const second = { ...request, references: [chargeReference(ground.chain.genesisHash, 'man_1', 2)] };
    const built = [await buildPull(ground.chain, request), await buildPull(ground.chain, second)];
    for (const one of built) if (one.kind === 'signed') await sendWire(ground.chain, one.transaction.wire);
    await settle(ground.net);
    expect(await balanceOf(pull.destination)).toBe(200n);
  });

  it.each([null, 'chg_'.padEnd(26, '1')])(
    'shares its transaction with as many as fit, and each is found by its reference (memo %s)',
    async (memo) => {
      const most = memo === null ? 10 : 7;
      const token = ground.tokens[memo === null ? 0 : 1]!;
      const { request: first, pull } = await scene({ token, memoTransfer: memo !== null });
      const requests = [{ ...first, memo, references: [await randomAddress()] }];
      while (requests.length < most) {
        const { request } = await scene({ token });
        const { destination } = first;
        requests.push({ ...request, destination, memo, references: [await randomAddress()] });
      }
      const of = (pulls: Pull[]) => signPulls(ground.chain, pulls as [Pull], most * 10_000);
      const pulls = await Promise.all(requests.map(preparePull));
      expect(fitTogether(ground.chain, pulls)).toBe(true);
      const { wire } = await of(pulls);
      expect(await sendWire(ground.chain, wire)).toEqual({ accepted: true });
      await settle(ground.net);
      expect(await balanceOf(pull.destination)).toBe(100n * BigInt(most));
      for (const { source, references } of requests) {
        const movement = { source, destination: first.destination, ...token, amountAtomic: 100n, plan: null };
        const landed = await listLandedByReference(ground.chain, references[0]!, movement);
        expect(landed).toHaveLength(1);
        expect(landed[0]!.instructionIndex).toBe(findOwnTransfer(wire, references[0]!));
      }
      const another = { ...first, source: await randomAddress(), memo, references: [await randomAddress()] };
      const tooMany = [...pulls, await preparePull(another)];
      expect(fitTogether(ground.chain, tooMany)).toBe(false);
      expect((await of(tooMany)).wire.length).toBeGreaterThan(PACKET_BYTES);
    },
  );

  it('is simulated if it is the first of its kind, and the others get the same compute budget', async () => {
    const { request } = await scene();
    const node = await lyingNode(ground.net.localnet.rpcUrl, {});
    const chain = await chainOver(ground, [node.url]);
    const simulations = () => node.asked.filter((method) => method === 'simulateTransaction').length;
    const pullOf = async (period: number, how: Partial<PullRequest>) => {
      const references = [chargeReference(ground.chain.genesisHash, 'man_1', period)];
      const built = await buildPull(chain, { ...request, ...how, references });
      if (built.kind !== 'signed') throw new Error('It was refused');
      // Compute unit limit: the first instruction's data.
      return readTransaction(built.transaction.wire)!.instructions[0]!.data;
    };
    const kind = { kind: 'pull/one' };
    const budgets = await Promise.all([1, 2, 3].map((period) => pullOf(period, kind)));
    expect(simulations()).toBe(1);
    expect(budgets[1]).toEqual(budgets[0]);
    expect(budgets[2]).toEqual(budgets[0]);
    await pullOf(4, { kind: 'pull/other' });
    await pullOf(5, { ...kind, isSimulated: true });
    await pullOf(6, {});
    expect(simulations()).toBe(4);
    await node.stop();
  });

  it('that would fail says nothing about others of its kind', async () => {
    const [good, poor] = [await scene(), await scene({ balance: 10n })];
    const kind = `pull/${await randomAddress()}`;
    const build = ({ request }: typeof good) => buildPull(ground.chain, { ...request, kind });
    const [refused, signed] = await Promise.all([build(poor), build(good)]);
    expect(refused.kind).toBe('refused');
    expect(signed.kind).toBe('signed');
    // What it was told of the good one it is not simulated for: the accounts are checked before.
    expect((await build(poor)).kind).toBe('signed');
  });

  it('asks for the fees of many accounts at once', async () => {
    const node = await lyingNode(ground.net.localnet.rpcUrl, {});
    const chain = await chainOver(ground, [node.url]);
    const asked = () => node.asked.filter((method) => method === 'getRecentPrioritizationFees').length;
    const accounts = await Promise.all(Array.from({ length: 130 }, randomAddress));
    await learnPriorityFees(chain, accounts);
    const fees = await Promise.all(accounts.map((account) => priorityFee(chain, account)));
    expect(asked()).toBe(2);
    expect(new Set(fees)).toEqual(new Set([chain.minPriorityFeeMicroLamports]));
    await node.stop();
  });

  it('asks for the fee of each account where one of them is dear', async () => {
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getRecentPrioritizationFees: (_, [accounts]) => [
        { slot: 1, prioritizationFee: (accounts as string[]).includes(dear) ? 900_000 : 0 },
      ],
    });
    const chain = await chainOver(ground, [node.url]);
    const [dear, cheap] = await Promise.all([randomAddress(), randomAddress()]);
    await learnPriorityFees(chain, [dear, cheap]);
    expect(await priorityFee(chain, cheap)).toBe(chain.minPriorityFeeMicroLamports);
    expect(await priorityFee(chain, dear)).toBeGreaterThan(chain.minPriorityFeeMicroLamports);
    await node.stop();
  });

  it('goes right after a memo where the payee’s account wants one', async () => {
    const { request, pull } = await scene({ token: ground.tokens[1]!, memoTransfer: true });
    const [accounts] = await readPullAccounts(ground.chain, [pull], { commitment: 'confirmed' });
    expect(accounts!.destination).toMatchObject({ account: { requiresMemo: true } });
    expect((await buildPull(ground.chain, request)).kind).toBe('refused');
    const built = await buildPull(ground.chain, { ...request, memo: 'man_1' });
    if (built.kind !== 'signed') throw new Error('It was refused');
    await sendWire(ground.chain, built.transaction.wire);
    await settle(ground.net);
    expect(await balanceOf(pull.destination)).toBe(100n);
  });

  it('of the last atomic unit clears the delegate by itself', async () => {
    const { request, pull } = await scene({ approved: 100n });
    const built = await buildPull(ground.chain, request);
    if (built.kind !== 'signed') throw new Error('It was refused');
    await sendWire(ground.chain, built.transaction.wire);
    await settle(ground.net);
    const { accounts } = await readTokenAccounts(ground.chain, [pull.source], { commitment: 'confirmed' });
    expect(accounts[0]).toMatchObject({ account: { delegate: null, delegatedAmountAtomic: 0n } });
  });

  it('counts as ours when the fee payer cannot pay, and says who that is and what it holds', async () => {
    const { request } = await scene();
    const feePayer = signerOf(await generateKeyPairSigner());
    const poor = Object.create(ground.chain, { feePayer: { value: feePayer } });
    const refusal = async () => {
      const built = await buildPull(poor, request);
      return built.kind === 'refused' ? built.failure : null;
    };
    const said = (sol: string) => ({
      kind: 'ours',
      message: expect.stringContaining(
        `The fee payer ${feePayer.address} of test mode holds only ${sol} SOL`,
      ),
    });
    expect(await refusal()).toEqual(said('0'));
    await ground.net.call('requestAirdrop', [feePayer.address, 899_000]);
    await settle(ground.net);
    expect(await refusal()).toEqual(said('0.000899'));
  });
});

describe('a failure', () => {
  it('tells a small balance from a small allowance, which the chain does not', async () => {
    expect(await failures(await scene({ balance: 99n }))).toEqual({
      checked: 'insufficient_funds',
      simulated: 'insufficient_funds',
    });
    expect(await failures(await scene({ approved: 99n }))).toEqual({
      checked: 'allowance_short',
      simulated: 'insufficient_funds',
    });
  });

  it('says that the allowance is gone after a revocation, or with another delegate', async () => {
    const revoked = await scene();
    await land(ground.net, revoked.payer, [
      getRevokeInstruction({ source: revoked.pull.source, owner: revoked.payer }),
    ]);
    const gone = { checked: 'allowance_gone', simulated: 'allowance_gone' };
    expect(await failures(revoked)).toEqual(gone);
    const displaced = await scene({ approved: 0n });
    await approve(
      ground,
      displaced.payer,
      { ...displaced.pull, reference: await randomAddress(), delegate: await randomAddress() },
      1_000n,
    );
    expect(await failures(displaced)).toEqual(gone);
  });

  it('names the frozen side', async () => {
    const payerFrozen = await scene();
    await ground.net.call('autopay_freezeAccount', [{ tokenAccount: payerFrozen.pull.source }]);
    const payeeFrozen = await scene();
    await ground.net.call('autopay_freezeAccount', [{ tokenAccount: payeeFrozen.pull.destination }]);
    await settle(ground.net);
    expect(await failures(payerFrozen)).toEqual({
      checked: 'payer_account_frozen',
      simulated: 'account_frozen',
    });
    expect(await failures(payeeFrozen)).toEqual({
      checked: 'payee_account_frozen',
      simulated: 'account_frozen',
    });
  });

  it.each([0, 1])('names the missing side (token program %i)', async (at) => {
    const base = await scene({ token: ground.tokens[at]! });
    const stranger = await randomAddress();
    const none = await tokenAccountOf(stranger, base.pull.mint, base.pull.tokenProgram);
    const noPayee = { destination: none, payee: stranger };
    expect(
      await failures({
        ...base,
        request: { ...base.request, destination: none },
        pull: { ...base.pull, ...noPayee },
      }),
    ).toEqual({ checked: 'payee_account_missing', simulated: 'account_invalid' });
    const noPayer = { source: none, payer: stranger };
    expect(
      await failures({
        ...base,
        request: { ...base.request, source: none },
        pull: { ...base.pull, ...noPayer },
      }),
    ).toEqual({ checked: 'payer_account_missing', simulated: 'account_invalid' });
  });

  it('is an account that belongs to someone else', async () => {
    const base = await scene();
    const [accounts] = await readPullAccounts(ground.chain, [base.pull], { commitment: 'confirmed' });
    const owner = await randomAddress();
    expect(codeOf(checkPull(accounts!, { ...base.pull, payer: owner }))).toBe('payer_account_invalid');
    expect(codeOf(checkPull(accounts!, { ...base.pull, payee: owner }))).toBe('payee_account_invalid');
  });

  it('is a paused token, or one that began to take a fee', async () => {
    const mint = await createMint(ground.net, {
      program: 'token-2022',
      extensions: { pausable: true, transferFee: { basisPoints: 0, maxFee: '0' } },
    });
    const token = { mint, tokenProgram: ground.tokens[1]!.tokenProgram };
    await settle(ground.net);
    const paused = await scene({ token });
    await ground.net.call('autopay_pauseMint', [{ mint }]);
    await settle(ground.net);
    expect(await failures(paused)).toEqual({ checked: 'mint_paused', simulated: 'mint_paused' });
    await ground.net.call('autopay_resumeMint', [{ mint }]);
    await ground.net.call('autopay_setTransferFee', [{ mint, basisPoints: 100, maxFee: '1000' }]);
    await settle(ground.net);
    // The chain would have let it pass, with less for the payee.
    expect(await failures(paused)).toEqual({ checked: 'mint_refused', simulated: null });
  });

  it('is ours when the registry disagrees with the chain about the token', async () => {
    const base = await scene();
    const [accounts] = await readPullAccounts(ground.chain, [base.pull], { commitment: 'confirmed' });
    expect(codeOf(checkPull(accounts!, { ...base.pull, decimals: 9 }))).toBe('ours');
  });

  it('is ours when another instruction than the transfer failed, or the transaction itself', () => {
    const own = { InstructionError: [2, { Custom: 1 }] } as never;
    expect(codeOf(classifyFailure(own, 2))).toBe('insufficient_funds');
    expect(codeOf(classifyFailure(own, 1))).toBe('ours');
    expect(codeOf(classifyFailure({ InstructionError: [2, { Custom: 18 }] } as never, 2))).toBe('ours');
    expect(codeOf(classifyFailure('BlockhashNotFound', 2))).toBe('ours');
    expect(codeOf(classifyFailure('InsufficientFundsForFee', 2))).toBe('ours');
    expect(codeOf(classifyFailure({ InstructionError: [2, 'ComputationalBudgetExceeded'] }, 2))).toBe('ours');
  });

  it('reads accounts that several pulls share once', async () => {
    const [one, two] = [await scene(), await scene()];
    const read = await readPullAccounts(ground.chain, [one.pull, two.pull], { commitment: 'confirmed' });
    expect(
      read.map((accounts) => accounts.source.kind === 'account' && accounts.source.account.address),
    ).toEqual([one.pull.source, two.pull.source]);
  });
});
