import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { accountOf, finalize, MONTH, newestCharge, subscribe, type Subscribed } from '../schedule/support.ts';
import { authorizeMandate, checkout, createMandate } from '../support/checkout.ts';
import { seedMandate } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, issuedInstruction, signOwn, withAmount } from '../support/wallet-signing.ts';

const ORDER = { sellMode: 'once', maxPeriods: 1, amountPerPeriod: '2500000' };

let service: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  merchant = await service.merchant();
});
afterEach(() => service.setFaults());

const receipt = (chargeId: string, key = merchant.testKey) =>
  service.call('GET', `/v1/charges/${chargeId}/receipt`, { key });
const checkoutReceipt = ({ id, client_secret }: Pick<MandateWithSecret, 'id' | 'client_secret'>) =>
  service.call('GET', `/v1/checkout/mandates/${id}/receipt?client_secret=${client_secret}`);
const paidCharges = async (id: string) =>
  (await merchant.api.mandates.listCharges(id)).data.filter(({ status }) => status === 'succeeded');
const paidCharge = async ({ id }: { id: string }) => (await paidCharges(id))[0]!;

/** What the chain says of a transaction, read by the test itself. */
async function onChain(signature: string, account: string) {
  const tx = await service.rpc('getTransaction', [
    signature,
    { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ]);
  const keys: string[] = tx.transaction.message.accountKeys.map(({ pubkey }: { pubkey: string }) => pubkey);
  const held = (balances: { accountIndex: number; uiTokenAmount: { amount: string } }[]) =>
    BigInt(balances.find(({ accountIndex }) => keys[accountIndex] === account)?.uiTokenAmount.amount ?? 0);
  return {
    slot: tx.slot as number,
    blockTime: tx.blockTime as number,
    fee: String(tx.meta.fee),
    feePayer: keys[0],
    received: (held(tx.meta.postTokenBalances) - held(tx.meta.preTokenBalances)).toString(),
  };
}

/** An order of the wallets that has been paid with the transfers that `change` makes of the issued one. */
async function paidOrder(
  { payer, payee }: { payer: TestWallet; payee: TestWallet },
  change: (issued: ReturnType<typeof issuedInstruction>) => ReturnType<typeof issuedInstruction>[],
) {
  const order = await createMandate(service, merchant, payer, payee, ORDER);
  const issued = issuedInstruction(await checkout(service, order, 'instruction'));
  const signature = await broadcast(service, await signOwn(service, payer, ...change(issued)));
  await checkout(service, order, 'refresh', { signature });
  return { order, signature };
}
const wallets = async () => {
  const [payer, payee] = await Promise.all([
    service.wallet(merchant, { amount: '100000000' }),
    service.wallet(merchant),
  ]);
  return { payer, payee };
};

describe('the receipt of a charge that was pulled', () => {
  let paid: Subscribed;
  beforeEach(async () => {
    paid = await subscribe(service, merchant);
  });

  test('is what the chain says of its transaction', async () => {
    const charge = await paidCharge(paid);
    const { account } = await accountOf(service, paid.payee.address, paid.mint);
    const chain = await onChain(charge.txSignature!, account);
    const { status, body } = await receipt(charge.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'receipt',
      livemode: false,
      createdAt: chain.blockTime,
      chargeId: charge.id,
      mandateId: paid.id,
      txSignature: charge.txSignature,
      slot: chain.slot,
      payer: paid.payer.address,
      payee: paid.payee.address,
      mint: paid.mint,
      decimals: 6,
      amount: '1000000',
      networkFeeLamports: chain.fee,
      feePayer: chain.feePayer,
      commitment: body.commitment,
      name: null,
      description: null,
      paymentLink: null,
      product: null,
    });
    expect(chain.received).toBe('1000000');
    expect(chain.feePayer).not.toBe(paid.payer.address);
    await finalize(service);
    expect((await receipt(charge.id)).body).toEqual({ ...body, commitment: 'finalized' });
  });

  test('says confirmed until the transaction is final', async () => {
    // Four slots until then, which take 0.4 s elsewhere in this file: less than a busy machine needs to ask.
    const slow = await TestService.start({ AUTOPAY_LOCALNET_SLOT_MS: '1000' });
    try {
      const seller = await slow.merchant();
      const { id } = await subscribe(slow, seller);
      const { data } = await seller.api.mandates.listCharges(id);
      const charge = data.find(({ status }) => status === 'succeeded')!;
      const commitment = async () => (await seller.api.charges.getReceipt(charge.id)).commitment;
      expect(await commitment()).toBe('confirmed');
      await finalize(slow);
      expect(await commitment()).toBe('finalized');
    } finally {
      await slow.stop();
    }
  });

  test('tells the truth of the chain, whatever our records were turned into', async () => {
    const charge = await paidCharge(paid);
    await finalize(service);
    const { body } = await receipt(charge.id);
    await service.db`
      update charges set amount = 77, settled_at = 5, created_at = 5, due_at = 5 where id = ${charge.id}`;
    await service.db`update mandates set amount_per_period = 77, decimals = 2 where id = ${paid.id}`;
    await service.db`update attempts set amount = 77, reference = 'x', wire = '\\x00' where charge_id = ${charge.id}`;
    expect((await paidCharge(paid)).amount).toBe('77');
    expect((await receipt(charge.id)).body).toEqual(body);
  });

  test('is not made up where the transaction is another one, none, or not for these parties', async () => {
    const charge = await paidCharge(paid);
    const other = await paidCharge(await subscribe(service, merchant, paid));
    const set = (signature: string | null) =>
      service.db`update charges set tx_signature = ${signature} where id = ${charge.id}`;
    for (const signature of [other.txSignature, '1'.repeat(64)]) {
      await set(signature);
      expect([signature, refusal(await receipt(charge.id))]).toEqual([signature, '500 internal_error']);
    }
    await set(charge.txSignature);
    await service.db`update mandates set payee = ${paid.mint} where id = ${paid.id}`;
    expect(refusal(await receipt(charge.id))).toBe('500 internal_error');
  });

  test('is there for both token programs', async () => {
    const mint = await service.mint(merchant, 'token-2022');
    await service.call('POST', '/v1/tokens', { key: merchant.testKey, body: { mint } });
    const second = await subscribe(service, merchant, { mint });
    const { body } = await receipt((await paidCharge(second)).id);
    expect(body).toMatchObject({ mint, amount: '1000000', payee: second.payee.address });
  });

  test('waits for a chain that cannot be asked', async () => {
    const charge = await paidCharge(paid);
    await service.setFaults({ method: 'getTransaction', kind: 'refuse' });
    expect(refusal(await receipt(charge.id))).toBe('500 internal_error');
    await service.setFaults();
    expect((await receipt(charge.id)).status).toBe(200);
  });
});

describe('the receipt of a one-time payment', () => {
  test('has what was received, and its payer paid the fee', async () => {
    const parties = await wallets();
    const { order, signature } = await paidOrder(parties, (issued) => [withAmount(issued, 2_500_007n)]);
    const charge = await paidCharge(order);
    await service.db`update charges set amount = 1 where id = ${charge.id}`;
    const { body } = await receipt(charge.id);
    expect(body).toMatchObject({
      txSignature: signature,
      amount: '2500007',
      payer: parties.payer.address,
      feePayer: parties.payer.address,
      networkFeeLamports: '5000',
    });
  });

  test('has its own part of a transaction that pays the order twice', async () => {
    const { order, signature } = await paidOrder(await wallets(), (issued) => [
      withAmount(issued, 1n),
      withAmount(issued, 2_500_001n),
      withAmount(issued, 2_500_002n),
    ]);
    const charges = await paidCharges(order.id);
    expect(charges.map(({ txSignature }) => txSignature)).toEqual([signature, signature]);
    const receipts = await Promise.all(charges.map(({ id }) => receipt(id)));
    expect(receipts.map(({ body }) => [body.chargeId, body.amount])).toEqual(
      charges.map(({ id, amount }) => [id, amount]),
    );
    expect(charges.map(({ amount }) => amount)).toEqual(['2500002', '2500001']);
  });

  test('that the localnet made for autoAuthorize is there as well', async () => {
    const { payer, payee } = await wallets();
    const order = await createMandate(service, merchant, payer, payee, { ...ORDER, autoAuthorize: true });
    await expect.poll(() => paidCharge(order)).toBeDefined();
    expect((await receipt((await paidCharge(order)).id)).body).toMatchObject({ amount: '2500000' });
  });
});

describe('the receipt that a payer reads', () => {
  test('is of the latest payment under the mandate, and the same as the merchant reads', async () => {
    const { payer, payee } = await wallets();
    const mandate = await createMandate(service, merchant, payer, payee);
    await authorizeMandate(service, mandate, payer);
    const first = await paidCharge(mandate);
    await finalize(service);
    const { status, body } = await checkoutReceipt(mandate);
    expect([status, body]).toEqual([200, (await receipt(first.id)).body]);
    await merchant.api.test.advanceClock({ seconds: MONTH });
    await finalize(service);
    const [second] = await paidCharges(mandate.id);
    expect(second!.id).not.toBe(first.id);
    expect((await checkoutReceipt(mandate)).body).toMatchObject({
      chargeId: second!.id,
      txSignature: second!.txSignature,
    });
  });

  test('is missing while nothing was paid, and closed to who does not hold the secret', async () => {
    const { payer, payee } = await wallets();
    const mandate = await createMandate(service, merchant, payer, payee);
    const answer = await checkoutReceipt(mandate);
    expect([refusal(answer), answer.body.error.message]).toEqual([
      '404 resource_missing',
      'Nothing was paid under this mandate yet.',
    ]);
    const other = await createMandate(service, merchant, payer, payee);
    const wrong = { ...mandate, client_secret: other.client_secret };
    expect(refusal(await checkoutReceipt(wrong))).toBe('401 invalid_client_secret client_secret');
    const missing = { ...mandate, id: newId('mandate') };
    expect(refusal(await checkoutReceipt(missing))).toBe('404 resource_missing');
    const without = await service.call('GET', `/v1/checkout/mandates/${mandate.id}/receipt`);
    expect(refusal(without)).toBe('400 parameter_missing client_secret');
  });
});

describe('a receipt that cannot be given', () => {
  test('is missing for a charge that has not settled, which its message says', async () => {
    const { id } = await subscribe(service, merchant, { terms: { trialSeconds: 86_400 } });
    const answer = await receipt((await newestCharge(merchant, id)).id);
    expect(refusal(answer)).toBe('404 resource_missing');
    expect(answer.body.error.message).toContain('scheduled');
  });

  test("is missing for what is not the caller's", async () => {
    const charge = await paidCharge(await subscribe(service, merchant));
    const stranger = await service.merchant('Tea Club');
    const answers = [
      await receipt(charge.id, stranger.testKey),
      await receipt(newId('charge')),
      await receipt('chg_0'),
      await receipt(charge.mandateId),
    ];
    for (const answer of answers) expect(refusal(answer)).toBe('404 resource_missing');
  });

  test('is unavailable in a mode without a chain, before anything is looked up', async () => {
    const charge = await paidCharge(await subscribe(service, merchant));
    for (const id of [charge.id, newId('charge'), 'nonsense']) {
      expect(refusal(await receipt(id, merchant.liveKey))).toBe('400 receipts_unavailable');
    }
    const live = await seedMandate(service.running.deployment, { merchantId: merchant.id, livemode: true });
    const client_secret = newSecret('cs_');
    await service.db`
      update mandates set client_secret_hash = ${hashSecret(client_secret)} where id = ${live.id}`;
    expect(refusal(await checkoutReceipt({ id: live.id, client_secret }))).toBe('400 receipts_unavailable');
    expect(refusal(await checkoutReceipt({ id: live.id, client_secret: 'x' }))).toBe(
      '401 invalid_client_secret client_secret',
    );
  });
});
