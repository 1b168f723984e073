import { authorizeMandate } from './checkout.ts';
import type { Answer, TestMerchant, TestService, TestWallet } from './service.ts';

/** The two kinds of offers, by their route. */
export type OfferRoute = 'payment_links' | 'products';

/** Requests a link or product of 30 days on the floor token; `fields` replace and add. */
export async function askOffer(
  service: TestService,
  merchant: TestMerchant,
  route: OfferRoute,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const mint = await service.mint(merchant);
  const body = { name: 'Beans', mint, amountPerPeriod: '1000000', periodSeconds: 30 * 86_400, ...fields };
  return service.call('POST', `/v1/${route}`, { key: merchant.testKey, body, headers });
}

/** A link or product as created; an error fails the test. */
export async function makeOffer(...args: Parameters<typeof askOffer>): Promise<Answer['body']> {
  const answer = await askOffer(...args);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Starts a mandate from a link or product, as a payer's browser does. */
export function askStart(
  service: TestService,
  offer: { id: string },
  payer: { address: string },
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const route: OfferRoute = offer.id.startsWith('prd_') ? 'products' : 'payment_links';
  const body = { payer: payer.address, ...fields };
  return service.call('POST', `/v1/checkout/${route}/${offer.id}/mandates`, { body });
}

/** Starts a mandate and signs it with the payer's real key: it is active or paid, and its first charge is under way. */
export async function buy(
  service: TestService,
  offer: { id: string },
  payer: TestWallet,
  fields: Record<string, unknown> = {},
): Promise<Answer['body']> {
  const { status, body } = await askStart(service, offer, payer, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await authorizeMandate(service, body, payer);
  return body;
}
