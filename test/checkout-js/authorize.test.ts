import { verify } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getTransactionDecoder } from '@solana/kit';
import { authorize, CheckoutError, type Signer } from '@autopay/checkout-js';
import { cutOff, json, raw, refusal } from '../sdk/scripted-server.ts';
import { makePayer, pendingViewOf, startCheckoutService } from './checkout-service.ts';
import { approval, bincode, meaningOf, WALLETS, wire } from './issued.ts';

const SIGNATURE = '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7';

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CheckoutError);
  return (error as CheckoutError).code;
}

/** A wallet that only sends, and responds as told. */
function sendingWallet(address: string, ...answers: (string | Error)[]) {
  const asked: Uint8Array[] = [];
  const signer: Signer = {
    address,
    async signAndSendTransaction(transaction) {
      asked.push(transaction);
      const answer = answers[Math.min(asked.length, answers.length) - 1]!;
      if (typeof answer === 'string') return answer;
      throw answer;
    },
  };
  return { signer, asked };
}

describe('authorizing with a wallet that signs', () => {
  afterEach(() => vi.restoreAllMocks());

  it("submits the issued bytes with the payer's valid signature and answers with the state reached", async () => {
    const payer = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(payer.address));
    const reached = await authorize({ ...service.access, signer: payer.signer });
    expect(reached.status).toBe('active');
    const { body } = service.received.find(({ url }) => url.includes('/submit'))!;
    const { signedTransaction } = JSON.parse(body) as { signedTransaction: string };
    const { messageBytes, signatures } = getTransactionDecoder().decode(
      Buffer.from(signedTransaction, 'base64'),
    );
    expect(verify(null, new Uint8Array(messageBytes), payer.publicKey, signatures[payer.address]!)).toBe(
      true,
    );
  });

  it('keeps polling while the mandate is still pending', async () => {
    const payer = await makePayer();
    const view = await pendingViewOf(payer.address);
    await using service = await startCheckoutService(view, { 'POST /submit': [json(200, view)] });
    expect((await authorize({ ...service.access, signer: payer.signer })).status).toBe('active');
    expect(service.given['POST /refresh']).toBe(1);
  });

  it('looks at the chain when the answer to submit is lost', async () => {
    const payer = await makePayer();
    for (const fault of [cutOff, raw(500, '')]) {
      await using service = await startCheckoutService(await pendingViewOf(payer.address), {
        'POST /submit': [fault],
      });
      expect((await authorize({ ...service.access, signer: payer.signer })).status).toBe('active');
    }
  });

  it('says insufficient_funds when the wallet holds too little', async () => {
    const payer = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(payer.address), {
      'POST /submit': [refusal(402, 'verification_failed')],
    });
    expect(await codeOf(authorize({ ...service.access, signer: payer.signer }))).toBe('insufficient_funds');
  });

  it('asks for a fresh transaction, once, when signing took longer than a blockhash lives', async () => {
    const payer = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(payer.address), {
      'POST /refresh': [json(200, await pendingViewOf(payer.address))],
    });
    const now = performance.now.bind(performance);
    let slept = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + slept);
    let signatures = 0;
    const slow = (slowTimes: number): Signer => ({
      address: payer.address,
      signTransaction(transaction) {
        signatures += 1;
        if (signatures <= slowTimes) slept += 61_000;
        return payer.signer.signTransaction(transaction);
      },
    });
    expect((await authorize({ ...service.access, signer: slow(1) })).status).toBe('active');
    expect(service.given).toMatchObject({ 'POST /instruction': 2, 'POST /submit': 1 });
    signatures = 0;
    expect(await codeOf(authorize({ ...service.access, signer: slow(2) }))).toBe('blockhash_expired');
    expect(service.given['POST /submit']).toBe(1);
  });
});

describe('authorizing with a wallet that sends', () => {
  it('tells the service the signature', async () => {
    const { address } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address));
    const { signer } = sendingWallet(address, SIGNATURE);
    expect((await authorize({ ...service.access, signer })).status).toBe('active');
    expect(JSON.parse(service.received.at(-1)!.body)).toEqual({ signature: SIGNATURE });
  });

  it('is preferred where the wallet can do both', async () => {
    const { address, signer } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address));
    await authorize({
      ...service.access,
      signer: { ...signer, ...sendingWallet(address, SIGNATURE).signer },
    });
    expect(service.given['POST /submit']).toBeUndefined();
  });

  it('builds again once when the blockhash had expired', async () => {
    const { address } = await makePayer();
    const view = await pendingViewOf(address);
    await using service = await startCheckoutService(view, {
      'POST /refresh': [json(200, view), json(200, { ...view, status: 'active' })],
    });
    const expired = new Error('Transaction simulation failed: Blockhash not found');
    const { signer, asked } = sendingWallet(address, expired, SIGNATURE);
    expect((await authorize({ ...service.access, signer })).status).toBe('active');
    expect(asked).toHaveLength(2);
  });

  it('gives up when it expired twice', async () => {
    const { address } = await makePayer();
    const view = await pendingViewOf(address);
    await using service = await startCheckoutService(view, { 'POST /refresh': [json(200, view)] });
    const { signer, asked } = sendingWallet(address, new Error('block height exceeded'));
    expect(await codeOf(authorize({ ...service.access, signer }))).toBe('blockhash_expired');
    expect(asked).toHaveLength(2);
  });

  it('does not ask again when the transaction that seemed expired has landed', async () => {
    const { address } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address));
    const { signer, asked } = sendingWallet(address, new Error('block height exceeded'));
    expect((await authorize({ ...service.access, signer })).status).toBe('active');
    expect(asked).toHaveLength(1);
  });

  it('tells a refusal by the person from a failure of the wallet', async () => {
    const { address } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address));
    const outcomes: [Error, string][] = [
      [new Error('User rejected the request.'), 'user_rejected'],
      [new Error('Approval Denied'), 'user_rejected'],
      [new Error('Transaction cancelled'), 'user_rejected'],
      [Object.assign(new Error('?'), { code: 4001 }), 'user_rejected'],
      [new Error('WalletSignTransactionError', { cause: new Error('User declined') }), 'user_rejected'],
      [new Error('Ledger device: locked'), 'wallet_error'],
    ];
    for (const [error, code] of outcomes) {
      expect(
        await codeOf(authorize({ ...service.access, signer: sendingWallet(address, error).signer })),
      ).toBe(code);
    }
  });

  it('stops waiting for a wallet that does not respond, and when the caller aborts', async () => {
    const { address } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address));
    const signer: Signer = { address, signAndSendTransaction: () => new Promise(() => {}) };
    expect(await codeOf(authorize({ ...service.access, signer, walletTimeoutMs: 50 }))).toBe(
      'wallet_timeout',
    );
    const reason = new Error('page left');
    const caller = new AbortController();
    setTimeout(() => caller.abort(reason), 100);
    await expect(authorize({ ...service.access, signer, signal: caller.signal })).rejects.toBe(reason);
  });
});

describe('before anything is signed', () => {
  it('a foreign wallet is refused', async () => {
    const payer = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(payer.address));
    const { signer, asked } = sendingWallet(WALLETS.other, SIGNATURE);
    expect(await codeOf(authorize({ ...service.access, signer }))).toBe('wrong_payer');
    expect(asked).toHaveLength(0);
    expect(service.given).toEqual({ 'GET ': 1 });
  });

  it('bytes that mean something else are refused', async () => {
    const { address } = await makePayer();
    const view = await pendingViewOf(address);
    const greedy = await approval({ ...meaningOf(view), amountAtomic: 2n ** 64n - 1n });
    const issued = {
      object: 'checkout_instruction',
      instruction: bincode(greedy),
      transaction: wire([greedy], address),
      feePayer: address,
    };
    await using service = await startCheckoutService(view, { 'POST /instruction': [json(200, issued)] });
    const { signer, asked } = sendingWallet(address, SIGNATURE);
    expect(await codeOf(authorize({ ...service.access, signer }))).toBe('transaction_mismatch');
    expect(asked).toHaveLength(0);
  });

  it('bytes that mean another sum than the person saw are refused', async () => {
    const { address } = await makePayer();
    const now = await pendingViewOf(address);
    const seen = await pendingViewOf(address, {
      approveAmount: '150000000',
      approveParts: now.approveParts.slice(0, 1),
    });
    await using service = await startCheckoutService(now);
    const { signer, asked } = sendingWallet(address, SIGNATURE);
    expect(await codeOf(authorize({ ...service.access, signer, view: seen }))).toBe('transaction_mismatch');
    expect(asked).toHaveLength(0);
  });

  it('a mandate that is active already is answered as it is, one that has ended is refused', async () => {
    const { address } = await makePayer();
    const view = await pendingViewOf(address);
    const { signer, asked } = sendingWallet(address, SIGNATURE);
    await using active = await startCheckoutService(view, {
      'GET ': [json(200, { ...view, status: 'active' })],
    });
    expect((await authorize({ ...active.access, signer })).status).toBe('active');
    await using ended = await startCheckoutService(view, {
      'GET ': [json(200, { ...view, status: 'expired' })],
    });
    expect(await codeOf(authorize({ ...ended.access, signer }))).toBe('mandate_not_pending');
    expect(asked).toHaveLength(0);
  });

  it("the service's refusals arrive with their code, status and request id", async () => {
    const { address, signer } = await makePayer();
    await using service = await startCheckoutService(await pendingViewOf(address), {
      'GET ': [refusal(401, 'invalid_client_secret')],
    });
    const error: unknown = await authorize({ ...service.access, signer }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'invalid_client_secret', status: 401, requestId: 'req_1' });
  });

  it("a page, another mandate's view and a closed port are told apart", async () => {
    const { address, signer } = await makePayer();
    const view = await pendingViewOf(address);
    for (const reply of [raw(200, '<html>'), json(200, { ...view, id: 'man_other' }), json(200, [])]) {
      await using service = await startCheckoutService(view, { 'GET ': [reply] });
      expect(await codeOf(authorize({ ...service.access, signer }))).toBe('unexpected_response');
    }
    const closed = { apiBase: 'http://127.0.0.1:1', mandateId: view.id, clientSecret: 'cs_1', signer };
    expect(await codeOf(authorize(closed))).toBe('connection_failed');
  });
});
