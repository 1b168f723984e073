import type { MandateWithSecret } from '@autopay/sdk';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { checkout, createMandate } from './checkout.ts';
import { type Answer, type TestMerchant, TestService, type TestWallet } from './service.ts';
import { pathOfBuild, type SUBSCRIPTIONS_BUILDS } from './subscriptions-program.ts';
import { signIssued } from './wallet-signing.ts';

/** The service on a localnet with this build of the Subscriptions program. */
export function startPlanService(
  build: (typeof SUBSCRIPTIONS_BUILDS)[number],
  env: Record<string, string> = {},
): Promise<TestService> {
  return TestService.start({
    AUTOPAY_LOCALNET_PROGRAMS: `${SUBSCRIPTIONS_PROGRAM}=${pathOfBuild(build)}`,
    ...env,
  });
}

/** A pending mandate of the plan scheme without an end, unless `terms` say otherwise. */
export function createPlanMandate(
  service: TestService,
  merchant: TestMerchant,
  payer: TestWallet,
  payee: { address: string },
  terms: Record<string, unknown> = {},
): Promise<MandateWithSecret> {
  return createMandate(service, merchant, payer, payee, { maxPeriods: null, scheme: 'plan', ...terms });
}

/** Signs and submits what is issued until nothing is left to sign. Returns the last answer, and how many signatures it took. */
export async function subscribe(
  service: TestService,
  mandate: MandateWithSecret,
  payer: TestWallet,
): Promise<{ answer: Answer; signed: number }> {
  for (let signed = 1; ; signed += 1) {
    const issued = await checkout(service, mandate, 'instruction');
    if (issued.status !== 200) return { answer: issued, signed: signed - 1 };
    const signedTransaction = await signIssued(payer, issued.body.transaction);
    const answer = await checkout(service, mandate, 'submit', { signedTransaction });
    if (answer.status !== 200 || issued.body.remaining === 0) return { answer, signed };
    if (answer.body.status !== 'pending')
      throw new Error(`It is ${answer.body.status} before all was signed.`);
  }
}
