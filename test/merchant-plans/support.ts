import { Autopay, type SubscriptionPlan } from '@autopay/sdk';
import { startPlanService } from '../support/plan-checkout.ts';
import { signUp, type Person } from '../support/person.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';

export const HOUR = 3_600;
export { startPlanService };

/** A merchant who signed up, with the wallet that they proved. */
export interface Owner {
  person: Person;
  merchant: TestMerchant;
  wallet: TestWallet;
  mint: string;
}

/** `wallet`: one that the merchant proves; else a new one with SOL. */
export async function ownerOf(service: TestService, wallet?: TestWallet): Promise<Owner> {
  const person = await signUp(service);
  const { test: testKey, live: liveKey } = person.keys;
  const api = new Autopay(testKey, { baseUrl: service.url });
  const merchant = { id: person.merchantId, testKey, liveKey, api };
  const proven = wallet ?? (await service.wallet(merchant));
  await prove(person, proven);
  return { person, merchant, wallet: proven, mint: await service.mint(merchant) };
}

/** The payout wallet is proven by a transaction that the wallet signs; `testOnly`: for test mode alone. */
export async function prove(person: Person, wallet: TestWallet, { testOnly = false } = {}): Promise<void> {
  const issued = await person.call('GET', `/v1/payout_wallet/link_tx?address=${wallet.address}`);
  const signedTransaction = await signIssued(wallet, issued.body.transaction);
  const body = { address: wallet.address, memo: issued.body.memo, signedTransaction, testOnly };
  const linked = await person.call('POST', '/v1/payout_wallet/link', { body });
  if (linked.status !== 200) throw new Error(JSON.stringify(linked.body));
}

/** What is sold: 10 tokens an hour. */
export const TERMS = { amountPerPeriod: '10000000', periodSeconds: HOUR };

/** A plan that the owner's wallet signed for and that is open. */
export async function openPlan(owner: Owner, terms: Partial<typeof TERMS> = {}): Promise<SubscriptionPlan> {
  const { merchant, mint } = owner;
  const plan = await merchant.api.subscriptionPlans.create({ mint, ...TERMS, ...terms });
  return submit(owner, plan);
}

/** Signs the plan's transaction with the owner's wallet and submits it. */
export async function submit(
  { merchant, wallet }: Owner,
  { id, transaction }: SubscriptionPlan,
): Promise<SubscriptionPlan> {
  const signedTransaction = await signIssued(wallet, transaction!);
  return merchant.api.subscriptionPlans.submit(id, { signedTransaction });
}
