import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout, createMandate } from '../support/checkout.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

const NOT_ISSUED = '400 transaction_not_issued signedTransaction';

/** A mandate, and what its payer signs for it when asked to. */
async function signing(terms: Record<string, unknown>) {
  const payer = await service.wallet(merchant);
  const mandate = await createMandate(service, merchant, payer, payee, terms);
  const sign = async () => {
    const { body } = await checkout(service, mandate, 'instruction');
    return signIssued(payer, body.transaction);
  };
  const submit = (signedTransaction: string) => checkout(service, mandate, 'submit', { signedTransaction });
  return { mandate, sign, submit };
}

test.each([
  ['a subscription', {}, 'active'],
  ['an order', { sellMode: 'once', maxPeriods: 1 }, 'completed'],
])(
  'what was signed too long ago for %s is refused, not sent, and can be signed anew',
  async (_, terms, paid) => {
    const { mandate, sign, submit } = await signing(terms);
    const expired = await sign();
    await service.skipSlots(400);
    const refused = await submit(expired);
    expect(refusal(refused)).toBe(NOT_ISSUED);
    expect(refused.body.error.message).toContain('blockhash has expired');
    const sent = await service.rpc('getSignaturesForAddress', [
      mandate.reference,
      { commitment: 'confirmed' },
    ]);
    // Only the plan that the service itself published.
    expect(sent.length).toBeLessThanOrEqual(1);
    expect(await eventTypes(merchant, mandate.id)).toEqual(['mandate.created']);
    expect((await submit(await sign())).body).toMatchObject({ status: paid });
  },
);

test('what landed before its blockhash expired is not refused', async () => {
  const { sign, submit } = await signing({ sellMode: 'once', maxPeriods: 1 });
  const signed = await sign();
  await broadcast(service, signed);
  await service.skipSlots(400);
  const answer = await submit(signed);
  // The watch may have come first.
  if (answer.status === 200) expect(answer.body.status).toBe('completed');
  else expect(refusal(answer)).toBe('409 mandate_not_pending');
});
