import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { askOffer, askStart, makeOffer } from '../support/offers.ts';
import { startPlanService } from '../support/plan-checkout.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;

async function start(starting: Promise<TestService>): Promise<void> {
  service = await starting;
  merchant = await service.merchant();
  [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
}

const schemeOf = async (terms: Record<string, unknown> = {}) =>
  (await createMandate(service, merchant, payer, payee, { maxPeriods: null, ...terms })).scheme;
const ask = async (terms: Record<string, unknown>) => {
  const mint = await service.mint(merchant);
  const parties = { payer: payer.address, payee: payee.address, mint };
  const body = { ...parties, amountPerPeriod: '1000000', periodSeconds: 3600, ...terms };
  return refusal(await service.call('POST', '/v1/mandates', { key: merchant.testKey, body }));
};

describe('a chain without the Subscriptions program', () => {
  beforeAll(() => start(TestService.start({ AUTOPAY_SCHEME: 'plan' })));
  afterAll(() => service.stop());

  test('has approvals only, and refuses a mandate, link or product that asks for a plan', async () => {
    expect(await schemeOf()).toBe('approval');
    expect(await ask({ scheme: 'plan' })).toBe('400 parameter_invalid scheme');
    for (const route of ['payment_links', 'products'] as const) {
      const offer = await askOffer(service, merchant, route, { payee: payee.address, scheme: 'plan' });
      expect(refusal(offer)).toBe('400 parameter_invalid scheme');
    }
  });
});

describeUnless(missingBuilds(), 'a deployment that prefers plans', () => {
  beforeAll(() => start(startPlanService('subscriptions-head.so', { AUTOPAY_SCHEME: 'plan' })));
  afterAll(() => service.stop());

  test('makes them of what asks for none, where the program can count the periods', async () => {
    expect(await schemeOf()).toBe('plan');
    expect(await schemeOf({ periodSeconds: 3601 })).toBe('approval');
    expect(await schemeOf({ sellMode: 'once', maxPeriods: 1 })).toBe('approval');
    expect(await schemeOf({ scheme: 'approval' })).toBe('approval');
  });

  test('refuses to make one of what the program cannot count', async () => {
    expect(await ask({ scheme: 'plan', periodSeconds: 3601 })).toBe('400 parameter_invalid scheme');
    expect(await ask({ scheme: 'plan', sellMode: 'once', maxPeriods: 1 })).toBe(
      '400 parameter_invalid scheme',
    );
    expect(await ask({ scheme: 'sum' })).toBe('400 parameter_invalid scheme');
  });

  test('starts the mandates of a link or product as that says, and decides itself where it says nothing', async () => {
    const sold = { payee: payee.address };
    for (const route of ['payment_links', 'products'] as const) {
      for (const scheme of ['approval', 'plan', undefined] as const) {
        const offer = await makeOffer(service, merchant, route, { ...sold, ...(scheme && { scheme }) });
        expect(offer.scheme).toBe(scheme ?? null);
        const { body } = await askStart(service, offer, payer);
        expect(body.scheme).toBe(scheme ?? 'plan');
      }
    }
    const both = await makeOffer(service, merchant, 'products', {
      ...sold,
      sellMode: 'both',
      scheme: 'plan',
    });
    expect((await askStart(service, both, payer)).body.scheme).toBe('plan');
    expect((await askStart(service, both, payer, { sellMode: 'once' })).body.scheme).toBe('approval');
    const odd = await askOffer(service, merchant, 'products', { ...sold, periodSeconds: 60, scheme: 'plan' });
    expect(refusal(odd)).toBe('400 parameter_invalid scheme');
  });
});
