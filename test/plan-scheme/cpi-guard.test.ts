import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance, succeeded } from '../schedule/support.ts';
import { checkout } from '../support/checkout.ts';
import { setCpiGuard } from '../support/cpi-guard.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';
import { signIssued } from '../support/wallet-signing.ts';

const HOUR = 3600;

describeUnless(missingBuilds(), 'a payer whose token account has CPI Guard switched on', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let mint: string;
  let payer: TestWallet;
  let payee: TestWallet;
  beforeAll(async () => {
    service = await startPlanService('subscriptions-head.so');
    merchant = await service.merchant();
    mint = await service.mint(merchant, 'token-2022');
    payer = await service.wallet(merchant, { mint, amount: '100000000' });
    payee = await service.wallet(merchant, { mint });
  });
  afterAll(() => service.stop());

  const IN_WORDS = /CPI Guard.*nothing was charged.*Switch CPI Guard off/;

  test('is told so before and after signing, switches it off, subscribes, and pays with it on again', async () => {
    const terms = { mint, periodSeconds: HOUR };
    const mandate = await createPlanMandate(service, merchant, payer, payee, terms);
    const issue = () => checkout(service, mandate, 'instruction');
    const signedBefore = await signIssued(payer, (await issue()).body.transaction);
    await setCpiGuard(service, payer, mint, true);

    const refused = await issue();
    expect(refusal(refused)).toBe('400 parameter_invalid');
    expect(refused.body.error.message).toMatch(IN_WORDS);
    const late = await checkout(service, mandate, 'submit', { signedTransaction: signedBefore });
    expect(refusal(late)).toBe('400 parameter_invalid');
    expect(late.body.error.message).toMatch(IN_WORDS);

    await setCpiGuard(service, payer, mint, false);
    const { answer } = await subscribe(service, mandate, payer);
    expect(answer.body.status).toBe('active');
    await succeeded(merchant, mandate.id, 1);
    await setCpiGuard(service, payer, mint, true);
    await advance(merchant, HOUR);
    await succeeded(merchant, mandate.id, 2);
    // Their authority is the delegate already: a further plan needs nothing that the guard blocks.
    const second = await createPlanMandate(service, merchant, payer, payee, { ...terms, trialSeconds: HOUR });
    expect((await subscribe(service, second, payer)).answer.body.status).toBe('active');
  });

  test('is told so in test mode too, where nobody signs, and no mandate is left', async () => {
    const member = await service.wallet(merchant, { mint, amount: '100000000' });
    await setCpiGuard(service, member, mint, true);
    const refused = await service.call('POST', '/v1/mandates', {
      key: merchant.testKey,
      body: {
        payer: member.address,
        payee: payee.address,
        mint,
        amountPerPeriod: '1000000',
        periodSeconds: HOUR,
        scheme: 'plan',
        autoAuthorize: true,
      },
    });
    expect(refusal(refused)).toBe('400 parameter_invalid');
    expect(refused.body.error.message).toMatch(IN_WORDS);
    expect((await merchant.api.mandates.list({ payer: member.address })).data).toEqual([]);
  });
});
