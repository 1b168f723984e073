import {
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransaction,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvalInstruction,
  type AuthorizationTerms,
  findConsent,
} from '../../server/chain/authorization.ts';
import { fromBase64 } from '../../server/chain/read-transaction.ts';
import { refundReference } from '../../server/chain/references.ts';
import {
  buildDelegatedRefund,
  refundTransaction,
  type RefundTerms,
  verifySignedRefund,
} from '../../server/chain/refund.ts';
import { simulateTransfer } from '../../server/chain/simulate.ts';
import { sendWire, verifySignedAuthorization, verifySignedPayment } from '../../server/chain/submit.ts';
import { readTokenAccounts, tokenAccountOf } from '../../server/chain/tokens.ts';
import { encodeInstruction, unsignedTransaction } from '../../server/chain/wallet-transaction.ts';
import { paymentInstruction } from '../../server/chain/payment.ts';
import {
  approve,
  type Ground,
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

const memo = getAddMemoInstruction({ memo: 'guard' }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });
const approval = (terms: AuthorizationTerms, amountAtomic = 500n) =>
  approvalInstruction({ ...terms, decimals: 6, amountAtomic });
const verifyApproval = (wire: Uint8Array, terms: AuthorizationTerms, issuedAmountsAtomic = [700n, 500n]) =>
  verifySignedAuthorization(wire, { ...terms, decimals: 6, issuedAmountsAtomic });

async function signedBy(payer: KeyPairSigner, instructions: Instruction[]): Promise<Uint8Array> {
  return fromBase64((await ground.net.sign(payer, instructions)).wire);
}

/** What a wallet does with the transaction that it was given. */
async function walletSigns(wallet: KeyPairSigner, transaction: string): Promise<Uint8Array> {
  const signed = await signTransaction(
    [wallet.keyPair],
    getTransactionDecoder().decode(fromBase64(transaction)),
  );
  return fromBase64(getBase64EncodedWireTransaction(signed));
}

const balanceOf = async (
  owner: RefundTerms['payer'],
  { mint, tokenProgram }: Pick<RefundTerms, 'mint' | 'tokenProgram'>,
) => {
  const account = await tokenAccountOf(owner, mint, tokenProgram);
  const { accounts } = await readTokenAccounts(ground.chain, [account], { commitment: 'confirmed' });
  return accounts[0]!.kind === 'account' ? accounts[0]!.account.amountAtomic : null;
};

describe('a signed authorization', () => {
  it('is accepted as issued, lands, and is the consent', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const issued = await unsignedTransaction(ground.chain, payer.address, [await approval(terms)]);
    const wire = await walletSigns(payer, issued.transaction);
    const verdict = await verifyApproval(wire, terms);
    expect(verdict).toMatchObject({ ok: true, blockhash: issued.blockhash, instructionIndex: 1 });
    expect(await sendWire(ground.chain, wire)).toEqual({ accepted: true });
    await settle(ground.net);
    const { consents } = await findConsent(ground.chain, terms, { examined: new Set() });
    expect(consents).toMatchObject([{ signature: verdict.ok && verdict.signature, instructionIndex: 1 }]);
  });

  it('is accepted with instructions that the wallet added', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const wire = await signedBy(payer, [memo, await approval(terms), memo]);
    expect(await verifyApproval(wire, terms)).toMatchObject({ ok: true, instructionIndex: 1 });
  });

  it('is accepted at each amount that was issued, and refused at any other', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const verify = async (amountAtomic: bigint) =>
      verifyApproval(await signedBy(payer, [await approval(terms, amountAtomic)]), terms);
    expect(await verify(700n)).toMatchObject({ ok: true });
    for (const other of [0n, 499n, 501n, 2n ** 64n - 1n]) {
      expect(await verify(other)).toEqual({
        ok: false,
        reason:
          'It approves another amount than was issued. Ask for the instruction again and have that signed.',
      });
    }
  });

  it('is refused with a further approval of the same account, which would replace it', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const bare = await approvalInstruction({ ...terms, reference: null, decimals: 6, amountAtomic: 900n });
    const wire = await signedBy(payer, [await approval(terms), bare]);
    expect(await verifyApproval(wire, terms)).toMatchObject({ ok: false });
  });

  it('is refused for other terms, without the approval, and with it twice', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const refused = { ok: false, reason: 'It does not hold exactly the one approval that was issued.' };
    const wire = await signedBy(payer, [await approval(terms)]);
    const other = await randomAddress();
    for (const change of [{ reference: other }, { delegate: other }, { mint: other }]) {
      expect(await verifyApproval(wire, { ...terms, ...change })).toEqual(refused);
    }
    expect(await verifyApproval(await signedBy(payer, [memo]), terms)).toEqual(refused);
    const twice = await signedBy(payer, [await approval(terms), await approval(terms)]);
    expect(await verifyApproval(twice, terms)).toEqual(refused);
  });

  it('is refused unsigned, signed over other bytes, or paid for by someone else', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const issued = await unsignedTransaction(ground.chain, payer.address, [await approval(terms)]);
    const reason = 'A signature is missing or does not verify.';
    expect(await verifyApproval(fromBase64(issued.transaction), terms)).toMatchObject({
      ok: false,
    });
    const tampered = await walletSigns(payer, issued.transaction);
    // The last byte of the message is the count of lookup tables, the ones before are the approval's data.
    tampered[tampered.length - 4]! ^= 1;
    const meant = [500n + 2n ** 48n];
    expect(await verifyApproval(tampered, terms, meant)).toEqual({ ok: false, reason });
    const sponsor = await ground.net.wallet();
    const paidByOther = await signedBy(sponsor, [memo]);
    expect(await verifyApproval(paidByOther, terms)).toEqual({
      ok: false,
      reason: `Its fee payer is not ${payer.address}.`,
    });
  });

  it('is refused with a durable nonce, with which it would stay valid for ever', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const nonce = {
      nonce: '11111111111111111111111111111111' as never,
      nonceAccountAddress: await randomAddress(),
      nonceAuthorityAddress: payer.address,
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingDurableNonce(nonce, draft),
    );
    const approved = appendTransactionMessageInstructions([await approval(terms)], message);
    const signed = await signTransactionMessageWithSigners(approved);
    const wire = fromBase64(getBase64EncodedWireTransaction(signed));
    expect(await verifyApproval(wire, terms)).toEqual({
      ok: false,
      reason: 'It uses a durable nonce.',
    });
  });

  it('is refused as bytes that are no transaction', async () => {
    const { terms } = await payerWithTerms(ground);
    for (const bytes of [new Uint8Array(), new Uint8Array(100), Uint8Array.from([1, 2, 3])]) {
      expect(await verifyApproval(bytes, terms)).toMatchObject({ ok: false });
    }
  });
});

describe('a signed payment', () => {
  it('is accepted at the price, once', async () => {
    const { payer, terms } = await payerWithTerms(ground);
    const payment = { ...terms, payee: await randomAddress() };
    const pay = await paymentInstruction({ ...payment, decimals: 6, amountAtomic: 100n });
    const wire = await signedBy(payer, [pay]);
    const verify = (amountAtomic: bigint, bytes = wire) =>
      verifySignedPayment(bytes, { ...payment, amountAtomic });
    expect(await verify(100n)).toMatchObject({ ok: true, instructionIndex: 0 });
    for (const price of [99n, 101n]) {
      expect(await verify(price)).toEqual({
        ok: false,
        reason: 'It transfers another amount than the price.',
      });
    }
    expect(await verify(100n, await signedBy(payer, [pay, pay]))).toMatchObject({ ok: false });
    const diverted = { ...payment, payee: await randomAddress(), amountAtomic: 100n };
    expect(await verifySignedPayment(wire, diverted)).toMatchObject({ ok: false });
  });
});

/** A payee with tokens, and a refund of 70 to a payer without an account. */
async function refund() {
  const { payer: payee, terms } = await payerWithTerms(ground);
  const { mint, tokenProgram } = terms;
  const payer = await randomAddress();
  const reference = refundReference(ground.chain.genesisHash, `ref_${payer}`);
  const refunded: RefundTerms = {
    payer,
    payee: payee.address,
    mint,
    tokenProgram,
    decimals: 6,
    amountAtomic: 70n,
    reference,
  };
  return { payee, refunded, terms };
}

describe('a refund that would fail', () => {
  it('is known before it is signed, with the reason', async () => {
    const { refunded } = await refund();
    const issue = (amountAtomic: bigint) =>
      refundTransaction(ground.chain, { ...refunded, amountAtomic }, { createAccount: true });
    const failureOf = async (amountAtomic: bigint) =>
      simulateTransfer(ground.chain, (await issue(amountAtomic)).transaction, refunded.reference);
    expect(await failureOf(70n)).toBeNull();
    expect(await failureOf(10n ** 15n)).toMatchObject({ kind: 'account', code: 'insufficient_funds' });
  });
});

describe('a refund', () => {
  it('signed by the payee is accepted as issued, and creates the payer’s account where it is gone', async () => {
    const { payee, refunded } = await refund();
    const issued = await refundTransaction(ground.chain, refunded, { createAccount: true });
    const wire = await walletSigns(payee, issued.transaction);
    const terms = { ...refunded, issuedBlockhashes: [issued.blockhash] };
    expect(await verifySignedRefund(wire, terms)).toMatchObject({ ok: true, instructionIndex: 2 });
    await sendWire(ground.chain, wire);
    await settle(ground.net);
    expect(await balanceOf(refunded.payer, refunded)).toBe(70n);
  });

  it('is refused with another amount, payer, reference or blockhash', async () => {
    const { payee, refunded } = await refund();
    const issued = await refundTransaction(ground.chain, refunded, { createAccount: false });
    const wire = await walletSigns(payee, issued.transaction);
    const terms = { ...refunded, issuedBlockhashes: [issued.blockhash] };
    const reasonFor = async (change: Partial<typeof terms>) => {
      const verdict = await verifySignedRefund(wire, { ...terms, ...change });
      return verdict.ok ? 'accepted' : verdict.reason;
    };
    expect(await reasonFor({})).toBe('accepted');
    expect(await reasonFor({ amountAtomic: 71n })).toBe('It transfers another amount.');
    expect(await reasonFor({ amountAtomic: 69n })).toBe('It transfers another amount.');
    expect(await reasonFor({ payer: await randomAddress() })).toMatch('exactly the one transfer');
    expect(await reasonFor({ reference: await randomAddress() })).toMatch('exactly the one transfer');
    expect(await reasonFor({ issuedBlockhashes: [] })).toMatch('blockhash');
  });

  it('is signed by the delegate where the payee gave it an allowance', async () => {
    const { payee, refunded, terms } = await refund();
    await ground.net.call('autopay_createTokenAccount', [{ mint: refunded.mint, owner: refunded.payer }]);
    await approve(ground, payee, terms, 1_000n);
    const built = await buildDelegatedRefund(ground.chain, refunded, {
      delegate: signerOf(ground.delegate),
      memo: null,
    });
    if (built.kind !== 'signed') throw new Error('It was refused');
    await sendWire(ground.chain, built.transaction.wire);
    await settle(ground.net);
    expect(await balanceOf(refunded.payer, refunded)).toBe(70n);
  });

  it('without an allowance is refused before anything is signed', async () => {
    const { refunded } = await refund();
    await ground.net.call('autopay_createTokenAccount', [{ mint: refunded.mint, owner: refunded.payer }]);
    await settle(ground.net);
    const built = await buildDelegatedRefund(ground.chain, refunded, {
      delegate: signerOf(ground.delegate),
      memo: null,
    });
    expect(built).toMatchObject({ kind: 'refused', failure: { kind: 'account', code: 'allowance_gone' } });
  });
});

describe('an instruction for a wallet', () => {
  it('has the layout of Solana’s own Instruction', async () => {
    const { terms } = await payerWithTerms(ground);
    const bytes = fromBase64(encodeInstruction(await approval(terms)));
    // Program, count, five accounts of 34 bytes, length, and 10 bytes of data.
    expect(bytes).toHaveLength(32 + 8 + 5 * 34 + 8 + 10);
    const flags = Array.from({ length: 5 }, (_, at) =>
      Array.from(bytes.slice(40 + at * 34 + 32, 40 + at * 34 + 34)),
    );
    // Source writable, mint, delegate, owner signs, reference.
    expect(flags).toEqual([
      [0, 1],
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
    expect(Array.from(bytes.slice(32, 40))).toEqual([5, 0, 0, 0, 0, 0, 0, 0]);
    expect(Array.from(bytes.slice(-18))).toEqual([10, 0, 0, 0, 0, 0, 0, 0, 13, 0xf4, 1, 0, 0, 0, 0, 0, 0, 6]);
  });

  it('is encoded without accounts and data too', () => {
    const programAddress = address('11111111111111111111111111111111');
    expect(fromBase64(encodeInstruction({ programAddress }))).toEqual(new Uint8Array(48));
  });
});
