import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { authorizeMandate, balanceOnChain, createMandate } from './support/checkout.ts';
import { eventually } from './support/eventually.ts';
import { TestService } from './support/service.ts';

// Five seconds a period: time enough, on a busy machine, that no window passes by itself.
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

describe.concurrent.each(['token', 'token-2022'] as const)('the main job on the %s program', (program) => {
  test('a mandate is authorized, charged every period, refunded in part and completed, and the balances add up', async () => {
    const merchant = await service.merchant();
    const mint = await service.mint(merchant, program);
    const payer = await service.wallet(merchant, { mint, amount: '10000000' });
    const payee = await service.wallet(merchant, { mint, amount: '5000000' });
    const mandate = await createMandate(service, merchant, payer, payee, {
      mint,
      periodSeconds: 5,
      maxPeriods: 3,
    });
    expect(mandate.status).toBe('pending');

    const view = await authorizeMandate(service, mandate, payer);
    expect(view.status).toBe('active');
    const done = await eventually(async () => {
      const now = await merchant.api.mandates.get(mandate.id);
      return now.status === 'completed' && now;
    });
    expect(done).toMatchObject({ periodsCharged: 3, fundsSufficientAtSignup: true });

    const charges = (await merchant.api.mandates.listCharges(mandate.id)).data;
    expect(charges.map(({ periodIndex, status }) => [periodIndex, status])).toEqual([
      [2, 'succeeded'],
      [1, 'succeeded'],
      [0, 'succeeded'],
    ]);
    const refund = await merchant.api.charges.refund(charges[1]!.id, { amount: '400000', reason: 'late' });
    expect(refund).toMatchObject({ status: 'pending', amount: '400000', txSignature: null });
    const signer = await signerFromKeyPair(payee.secretKey);
    const signed = await signer.signTransaction!(Buffer.from(refund.transaction!, 'base64'));
    const settled = await merchant.api.refunds.submit(refund.id, {
      signedTransaction: Buffer.from(signed).toString('base64'),
    });
    expect(settled.status).toBe('succeeded');

    const received = charges.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(5_000_000n + received - 400_000n);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(10_000_000n - received + 400_000n);

    const { data: events } = await merchant.api.events.list({ limit: 50, mandate: mandate.id });
    expect(events.map(({ type }) => type).toReversed()).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
      'charge.succeeded',
      'mandate.completed',
    ]);
  });
});
