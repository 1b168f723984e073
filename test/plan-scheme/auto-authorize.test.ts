import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passCrashPoint } from '../../server/lib/crash-points.ts';
import { MONTHLY } from '../support/checkout.ts';
import { startPlanService } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';

describeUnless(missingBuilds(), 'a mandate on a plan that nobody has to sign', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let payee: TestWallet;
  let mint: string;
  beforeAll(async () => {
    service = await startPlanService('subscriptions-head.so');
    merchant = await service.merchant();
    payee = await service.wallet(merchant);
    mint = await service.mint(merchant);
  });
  afterAll(() => service.stop());

  const create = (payer: string, terms: Record<string, unknown> = {}) => {
    const parties = { payer, payee: payee.address, mint, ...MONTHLY };
    const simulated = { maxPeriods: null, trialSeconds: 3600, scheme: 'plan', autoAuthorize: true };
    const body = { ...parties, ...simulated, ...terms };
    return service.call('POST', '/v1/mandates', { key: merchant.testKey, body });
  };
  const listed = async (payer: string) => (await merchant.api.mandates.list({ payer })).data;

  test('is not there when its plan could not be made, so that a retry makes one mandate', async () => {
    const { address: payer } = await generateKeyPairSigner();
    const { deployment } = service.running;
    for (const point of ['subscription_plan:committed', 'subscription_plan:sent'] as const) {
      deployment.crashPoint = async (name) => {
        if (name === point) throw new Error(`stopped at ${name}`);
      };
      const failed = await create(payer, { maxPeriods: 3 });
      deployment.crashPoint = passCrashPoint;
      expect([point, failed.status]).toEqual([point, 500]);
      expect(await listed(payer)).toEqual([]);
    }
    const { status, body } = await create(payer, { maxPeriods: 3 });
    expect([status, body.status, body.scheme]).toEqual([201, 'active', 'plan']);
    expect((await listed(payer)).map(({ id }) => id)).toEqual([body.id]);
  });

  test('is on a plan of its own where one payer gets several at once', async () => {
    const { address: payer } = await generateKeyPairSigner();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(payer)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const plans = answers.map(({ body }) => body.subscription.plan);
    expect(new Set(plans).size).toBe(4);
    expect((await listed(payer)).every(({ status }) => status === 'active')).toBe(true);
  });
});
