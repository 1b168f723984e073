import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { address } from '@solana/kit';
import { getBurnInstruction, getCloseAccountInstruction } from '@solana-program/token';
import { fromBase64, readTransaction } from '../../server/chain/read-transaction.ts';
import { accountOf, signAndLand } from '../schedule/support.ts';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { feePayerOf, lamportsOf as lamportsIn, walletWithoutSol as walletWithout } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_SPONSOR_FEES: 'on' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  merchant = await service.merchant();
});

async function signed(payer: TestWallet, transaction: string): Promise<{ signedTransaction: string }> {
  const signer = await signerFromKeyPair(payer.secretKey);
  const bytes = await signer.signTransaction!(Buffer.from(transaction, 'base64'));
  return { signedTransaction: Buffer.from(bytes).toString('base64') };
}

/** The transaction with one more compute unit allowed: wallets adapt limits, and the meaning stays. */
function withOtherLimit(transaction: Uint8Array): Uint8Array {
  const changed = Buffer.from(transaction);
  // SetComputeUnitLimit to 200,000.
  const at = changed.indexOf(Buffer.from([2, 0x40, 0x0d, 0x03, 0x00]));
  changed[at + 1] = 0x41;
  return changed;
}

const feePayer = () => feePayerOf(service);
const walletWithoutSol = (amount?: string) => walletWithout(service, merchant, amount ? { amount } : {});
const lamportsOf = (address: string) => lamportsIn(service, address);

describe('where the service sponsors fees', () => {
  test('a payer without any SOL authorizes a subscription, and the first charge settles', async () => {
    const payer = await walletWithoutSol();
    const payee = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, payee);
    const issued = await checkout(service, mandate, 'instruction');
    expect(issued.body.feePayer).toBe(feePayer());

    const view = await authorizeMandate(service, mandate, payer);

    expect(view).toMatchObject({ status: 'active', firstCharge: { status: 'succeeded' } });
    expect(await lamportsOf(payer.address)).toBe(0);
  });

  test('a payer without any SOL pays an order once', async () => {
    const payer = await walletWithoutSol();
    const payee = await service.wallet(merchant, { amount: '5' });
    const terms = { sellMode: 'once', maxPeriods: 1 };
    const mandate = await createMandate(service, merchant, payer, payee, terms);
    expect((await authorizeMandate(service, mandate, payer)).status).toBe('completed');
    expect(await balanceOnChain(service, payee.address, mandate.mint)).toBe(1_000_005n);
  });

  test('an order that the payer cannot pay is verification_failed, and nothing is signed for it', async () => {
    const payer = await walletWithoutSol('999999');
    const payee = await service.wallet(merchant);
    const terms = { sellMode: 'once', maxPeriods: 1 };
    const mandate = await createMandate(service, merchant, payer, payee, terms);
    const { body } = await checkout(service, mandate, 'instruction');
    const answer = await checkout(service, mandate, 'submit', await signed(payer, body.transaction));
    expect(answer).toMatchObject({ status: 402, body: { error: { code: 'verification_failed' } } });
    const rows = await service.db`select status from sponsored_transactions where mandate_id = ${mandate.id}`;
    expect(rows.map(({ status }) => status)).toEqual(['issued']);
  });

  test('sending the same signed bytes again costs no second fee', async () => {
    const payer = await walletWithoutSol();
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const { body } = await checkout(service, mandate, 'instruction');
    const bytes = await signed(payer, body.transaction);
    const answers = await Promise.all([1, 2].map(() => checkout(service, mandate, 'submit', bytes)));
    // The one that came second may find the mandate active already.
    expect(answers.map(({ status }) => status)).toContain(200);
    const rows = await service.db`select status from sponsored_transactions where mandate_id = ${mandate.id}`;
    expect(rows.map(({ status }) => status)).toEqual(['signed']);
  });

  test('bytes that the wallet changed are refused, and the payer pays from then on', async () => {
    const payer = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const { body } = await checkout(service, mandate, 'instruction');
    const changed = withOtherLimit(Buffer.from(body.transaction, 'base64'));
    const bytes = await signed(payer, Buffer.from(changed).toString('base64'));
    const answer = await checkout(service, mandate, 'submit', bytes);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'transaction_not_issued' } } });
    expect(answer.body.error.message).toContain('Ask for the instruction again');

    const honest = await checkout(service, mandate, 'submit', await signed(payer, body.transaction));
    expect(honest.body.error.code).toBe('transaction_not_issued');
    const again = await checkout(service, mandate, 'instruction');
    expect(again.body.feePayer).toBe(payer.address);
    expect((await authorizeMandate(service, mandate, payer)).status).toBe('active');
  });

  test('the checkout helper asks a wallet that changes bytes once more, for the form that its payer pays', async () => {
    const payer = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const before = await lamportsOf(payer.address);
    const signer = await signerFromKeyPair(payer.secretKey);
    const view = await authorize({
      apiBase: service.url,
      mandateId: mandate.id,
      clientSecret: mandate.client_secret,
      signer: { ...signer, signTransaction: (bytes) => signer.signTransaction(withOtherLimit(bytes)) },
    });
    expect(view.status).toBe('active');
    expect(await lamportsOf(payer.address)).toBe(before - 5_000);
  });

  test("another mandate's offer is not signed for this one", async () => {
    const payer = await walletWithoutSol();
    const payee = await service.wallet(merchant);
    const [one, other] = [
      await createMandate(service, merchant, payer, payee),
      await createMandate(service, merchant, payer, payee),
    ];
    const { body } = await checkout(service, other, 'instruction');
    const answer = await checkout(service, one, 'submit', await signed(payer, body.transaction));
    expect(answer.body.error.code).toBe('transaction_not_issued');
  });

  test("an offer without the payer's signature is refused", async () => {
    const payer = await walletWithoutSol();
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const { body } = await checkout(service, mandate, 'instruction');
    const answer = await checkout(service, mandate, 'submit', { signedTransaction: body.transaction });
    expect(answer.body.error).toMatchObject({ code: 'transaction_not_issued' });
    expect(answer.body.error.message).toContain('signature');
  });

  test("past a payer's five signatures in a day the payer pays, and an older offer is refused", async () => {
    const payer = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const offer = (await checkout(service, mandate, 'instruction')).body;
    const now = Math.floor(Date.now() / 1000);
    await service.db`
      insert into sponsored_transactions (mandate_id, merchant_id, livemode, payer, message, status, issued_at, signed_at)
      select ${mandate.id}, ${merchant.id}, false, ${payer.address}, decode(to_hex(n + 15), 'hex'), 'signed', ${now}, ${now}
      from generate_series(1, 5) n`;
    const late = await checkout(service, mandate, 'submit', await signed(payer, offer.transaction));
    expect(late.body.error.code).toBe('transaction_not_issued');
    const next = await checkout(service, mandate, 'instruction');
    expect(next.body.feePayer).toBe(payer.address);
  });

  test("a transaction that creates the payee's account is paid by the payer", async () => {
    const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
    const mandate = await createMandate(service, merchant, payer, payee, { sellMode: 'once', maxPeriods: 1 });
    const mint = await service.mint(merchant);
    const { account, tokenProgram } = await accountOf(service, payee.address, mint);
    const amount = await balanceOnChain(service, payee.address, mint);
    const config = { programAddress: tokenProgram };
    await signAndLand(service, payee, (owner) => [
      getBurnInstruction({ account, mint: address(mint), authority: owner, amount }, config),
      getCloseAccountInstruction({ account, destination: owner.address, owner }, config),
    ]);
    // What has landed is confirmed a slot later.
    await eventually(async () => {
      const { body } = await checkout(service, mandate, 'instruction');
      if (readTransaction(fromBase64(body.transaction))!.instructions.length !== 3) return false;
      expect(body.feePayer).toBe(payer.address);
      return true;
    });
  });

  test('a wallet that broadcasts by itself asks for the form that its payer pays', async () => {
    const payer = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, await service.wallet(merchant));
    const { body } = await checkout(service, mandate, 'instruction', { payerPaysFee: true });
    expect(body.feePayer).toBe(payer.address);
  });
});

test('fees are not sponsored unless it is switched on', async () => {
  const plain = await TestService.start();
  const shop = await plain.merchant();
  const payer = await plain.wallet(shop);
  const mandate = await createMandate(plain, shop, payer, await plain.wallet(shop));
  const { body } = await checkout(plain, mandate, 'instruction');
  expect(body.feePayer).toBe(payer.address);
  await plain.stop();
});
