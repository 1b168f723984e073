import { Autopay } from '@autopay/sdk';
import type { Page } from 'playwright-core';
import { type Person, signUp } from '../../support/person.ts';
import type { TestMerchant, TestService, TestWallet } from '../../support/service.ts';
import type { Visitor } from './visitor.ts';

/** A merchant whose owner sits at the dashboard, signed in. */
export interface Owner extends Visitor {
  person: Person;
  merchant: TestMerchant;
}

/** Signs a visitor up, without the form. */
export async function signUpVisitor(
  service: TestService,
  visitor: Visitor,
  more: object = {},
): Promise<Owner> {
  const person = await signUp(service, more);
  const [name, value] = person.cookie.split('=') as [string, string];
  await visitor.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Strict' }]);
  const { test: testKey, live: liveKey } = person.keys;
  const api = new Autopay(testKey, { baseUrl: service.url });
  return { ...visitor, person, merchant: { id: person.merchantId, testKey, liveKey, api } };
}

/** What is sold where a test does not say otherwise: 12.50 every 30 days. */
const TERMS = { name: 'Espresso of the month', amountPerPeriod: '12500000', periodSeconds: 30 * 86_400 };

/** Makes a payment link on the floor token. Returns its whole address. */
export async function makeLink(
  service: TestService,
  merchant: TestMerchant,
  payee: Pick<TestWallet, 'address'>,
  terms: object = {},
): Promise<string> {
  const body = { ...TERMS, payee: payee.address, mint: await service.mint(merchant), ...terms };
  const { url } = await merchant.api.paymentLinks.create(body as never);
  return service.url + url;
}

/** Makes a product for 49.00 once, with something to read. Returns its whole address. */
export async function makeProduct(
  service: TestService,
  merchant: TestMerchant,
  payee: Pick<TestWallet, 'address'>,
  terms: object = {},
): Promise<string> {
  const once = { sellMode: 'once', amountOnce: '49000000', name: 'Brewing course' };
  const content = { contentTitle: 'Chapter one', contentBody: 'Water first.\nThen beans.' };
  const mint = await service.mint(merchant);
  const body = { ...TERMS, ...once, ...content, payee: payee.address, mint, ...terms };
  const { url } = await merchant.api.products.create(body as never);
  return service.url + url;
}

/** Fills the form that signs up, and sends it. */
export async function fillSignUp(
  page: Page,
  { name = 'Coffee Club', email, password = 'correct horse battery' }: Partial<Record<string, string>>,
): Promise<void> {
  await page.getByLabel('Name of the business').fill(name!);
  await page.getByLabel('E-mail').fill(email!);
  await page.getByLabel('Password').fill(password!);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
}
