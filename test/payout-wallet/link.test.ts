import { generateKeyPairSync } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromBase64, readTransaction } from '../../server/chain/read-transaction.ts';
import { type Person, signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued, signOwn } from '../support/wallet-signing.ts';

let service: TestService;
let person: Person;
let wallet: TestWallet;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '10000' });
  wallet = await service.ownWallet(await service.merchant());
});
afterAll(() => service.stop());
beforeEach(async () => {
  person = await signUp(service);
});
afterEach(() => service.setFaults());

const issue = (by: Person, address = wallet.address, headers: Record<string, string> = {}) =>
  by.call('GET', `/v1/payout_wallet/link_tx?address=${address}`, { headers });
const link = (by: Person, body: object, headers: Record<string, string> = {}) =>
  by.call('POST', '/v1/payout_wallet/link', { body, headers });
/** A proof that is right. */
async function proof(by: Person, of = wallet) {
  const { memo, transaction } = (await issue(by, of.address)).body;
  return {
    address: of.address,
    memo: memo as string,
    signedTransaction: await signIssued(of, transaction),
  };
}
const payoutWallet = async (by: Person) => (await by.call('GET', '/v1/merchant')).body.payoutWallet;

async function expectRefused(answer: Answer, code: string) {
  expect(refusal(answer)).toBe(code);
  expect(await payoutWallet(person)).toBeNull();
}

/** The signed transaction with one byte of a signature or of the message changed. */
function withByte(signedTransaction: string, at: number): string {
  const bytes = Buffer.from(signedTransaction, 'base64');
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  return bytes.toString('base64');
}

describe('the transaction that proves a payout wallet', () => {
  test('is a memo of its own that the wallet signs and pays for, and nothing else', async () => {
    const { status, body } = await issue(person);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'payout_wallet_link_tx',
      livemode: false,
      createdAt: expect.any(Number),
      address: wallet.address,
      memo: expect.stringMatching(/^autopay payout wallet [1-9A-HJ-NP-Za-km-z]{40,44}$/),
      transaction: expect.any(String),
      lastValidBlockHeight: expect.any(Number),
      expiresAt: body.createdAt + 600,
    });
    const read = readTransaction(fromBase64(body.transaction))!;
    expect(read.feePayer).toBe(wallet.address);
    expect(Object.keys(read.transaction.signatures)).toEqual([wallet.address]);
    const [budget, memo, ...others] = read.instructions;
    expect(budget!.program).toBe('ComputeBudget111111111111111111111111111111');
    expect([memo!.program, Buffer.from(memo!.data).toString()]).toEqual([
      LEGACY_MEMO_PROGRAM_ADDRESS_V3,
      body.memo,
    ]);
    expect(memo!.accounts).toEqual([{ address: wallet.address, isSigner: true }]);
    expect(others).toEqual([]);
    expect((await issue(person)).body.memo).not.toBe(body.memo);
  });

  test('needs the address of a wallet', async () => {
    expect(refusal(await person.call('GET', '/v1/payout_wallet/link_tx'))).toBe(
      '400 parameter_missing address',
    );
    expect(refusal(await issue(person, 'nonsense'))).toBe('400 parameter_invalid address');
    expect(refusal(await issue(person, '11111111111111111111111111111111'))).toBe(
      '400 parameter_invalid address',
    );
  });

  test('is not there where the mode has no chain', async () => {
    const live = { 'svc-mode': 'live' };
    expect(refusal(await issue(person, wallet.address, live))).toBe('400 onchain_proof_unavailable');
    await expectRefused(await link(person, await proof(person), live), '400 onchain_proof_unavailable');
  });

  test('is for people alone', async () => {
    const body = await proof(person);
    const key = person.keys.live;
    const path = `/v1/payout_wallet/link_tx?address=${wallet.address}`;
    expect(refusal(await service.call('GET', path, { key }))).toBe('403 session_required');
    await expectRefused(
      await service.call('POST', '/v1/payout_wallet/link', { key, body }),
      '403 session_required',
    );
    await expectRefused(
      await service.call('POST', '/v1/payout_wallet/link', { body }),
      '401 unauthenticated',
    );
  });
});

describe('setting the payout wallet by a transaction', () => {
  test('broadcasts it, and returns once it is confirmed', async () => {
    const body = await proof(person);
    const answer = await link(person, body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: person.merchantId,
        payoutWallet: wallet.address,
        payoutWalletVerifiedAt: expect.any(Number),
      },
    });
    const { signature } = readTransaction(fromBase64(body.signedTransaction))!;
    const { value } = await service.rpc('getSignatureStatuses', [[signature]]);
    expect(value[0]).toMatchObject({
      err: null,
      confirmationStatus: expect.stringMatching(/confirmed|finalized/),
    });
    const [row] = await service.db`select tx_signature from payout_wallet_links where memo = ${body.memo}`;
    expect(row!['txSignature']).toBe(signature);
  });

  test('takes a transaction once', async () => {
    const body = await proof(person);
    expect((await link(person, body)).status).toBe(200);
    const second = await service.ownWallet(await service.merchant());
    const waiting = await link(person, await proof(person, second));
    expect(waiting.body.pendingPayoutWallet.address).toBe(second.address);
    expect(refusal(await link(person, body))).toBe('400 wallet_verification_failed memo');
    expect(await payoutWallet(person)).toBe(wallet.address);
    // The old proof has not ended the change that waits either.
    const { body: now } = await person.call('GET', '/v1/merchant');
    expect(now.pendingPayoutWallet).toEqual(waiting.body.pendingPayoutWallet);
  });

  test('takes a transaction once of several who send it at the same time', async () => {
    const body = await proof(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => link(person, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.map(refusal).filter((each) => each === '400 wallet_verification_failed memo'),
    ).toHaveLength(4);
  });

  test('goes on where a request was cut off after sending it', async () => {
    const body = await proof(person);
    await broadcast(service, body.signedTransaction);
    expect(await payoutWallet(person)).toBeNull();
    expect((await link(person, body)).body.payoutWallet).toBe(wallet.address);
  });

  test('continues if the node accepted it and its response was lost', async () => {
    await service.setFaults({ method: 'sendTransaction', kind: 'loseReply', times: 1 });
    expect((await link(person, await proof(person))).body.payoutWallet).toBe(wallet.address);
  });

  test('is refused while no node takes it, and may be repeated with the same bytes', async () => {
    const body = await proof(person);
    await service.setFaults({ method: 'sendTransaction', kind: 'refuse' });
    await expectRefused(await link(person, body), '400 wallet_verification_failed');
    await service.setFaults();
    expect((await link(person, body)).status).toBe(200);
  });

  test('is refused to a wallet that cannot pay the fee', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const [seed, point] = [privateKey.export({ format: 'jwk' }).d!, publicKey.export({ format: 'jwk' }).x!];
    const secretKey = Buffer.concat([seed, point].map((each) => Buffer.from(each, 'base64url')));
    const poor = { address: getBase58Decoder().decode(Buffer.from(point, 'base64url')), secretKey };
    const answer = await link(person, await proof(person, poor));
    await expectRefused(answer, '400 wallet_verification_failed');
    expect(answer.body.error.message).toContain('SOL');
  });

  test('refuses a memo that was not issued for this wallet, merchant and mode, or whose time is over', async () => {
    const right = await proof(person);
    const other = await signUp(service);
    const second = await service.ownWallet(await service.merchant());
    const refused = '400 wallet_verification_failed memo';
    await expectRefused(await link(person, { ...right, memo: 'autopay payout wallet 2vXq' }), refused);
    await expectRefused(await link(person, { ...right, address: second.address }), refused);
    await expectRefused(await link(person, await proof(other)), refused);
    expect(refusal(await link(other, right))).toBe(refused);
    expect(await payoutWallet(other)).toBeNull();
    await service.db`
      update payout_wallet_links set expires_at = extract(epoch from now())::bigint - 1 where memo = ${right.memo}`;
    await expectRefused(await link(person, right), refused);
  });

  test('refuses every transaction but the issued one', async () => {
    const { memo, address, signedTransaction } = await proof(person);
    const another = (await proof(person)).signedTransaction;
    const own = await signOwn(
      service,
      wallet,
      getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
    );
    const altered = [
      another,
      own,
      withByte(signedTransaction, -1),
      withByte(signedTransaction, 70),
      'AAAA',
      'AAAAA',
    ];
    for (const signed of altered) {
      const answer = await link(person, { memo, address, signedTransaction: signed });
      await expectRefused(answer, '400 transaction_not_issued signedTransaction');
    }
  });

  test('refuses the issued transaction unsigned, or signed by another', async () => {
    const { memo, transaction } = (await issue(person)).body;
    const { address } = wallet;
    const refused = '400 wallet_verification_failed signedTransaction';
    await expectRefused(await link(person, { memo, address, signedTransaction: transaction }), refused);
    const forged = withByte(await signIssued(wallet, transaction), 5);
    await expectRefused(await link(person, { memo, address, signedTransaction: forged }), refused);
    const right = await signIssued(wallet, transaction);
    expect((await link(person, { memo, address, signedTransaction: right })).status).toBe(200);
  });

  test.each([
    [{ address: undefined }, '400 parameter_missing address'],
    [{ memo: undefined }, '400 parameter_missing memo'],
    [{ memo: '' }, '400 parameter_invalid memo'],
    [{ signedTransaction: undefined }, '400 parameter_missing signedTransaction'],
    [{ signedTransaction: 'not base64!' }, '400 parameter_invalid signedTransaction'],
  ])('refuses a body with %j', async (change, code) => {
    await expectRefused(await link(person, { ...(await proof(person)), ...change }), code);
  });
});
