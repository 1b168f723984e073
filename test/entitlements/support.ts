import { insertMember } from '../support/member.ts';
import { sessionCookieName } from '../../rules/session-cookie.ts';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { makeOffer } from '../support/offers.ts';
import type { Answer, TestMerchant, TestService } from '../support/service.ts';

export const DAY = 86_400;
export const MONTH = 30 * DAY;
/** What one period costs in these tests, in atomic units. */
export const PRICE = '1000000';
export const CONTENT = { title: 'Chapter one', body: 'Grind fresh, weigh everything.' };

/** A product of a new payee, with content, 30 days a period. */
export async function makeProduct(
  service: TestService,
  merchant: TestMerchant,
  fields: Record<string, unknown> = {},
): Promise<Answer['body']> {
  const content = { contentTitle: CONTENT.title, contentBody: CONTENT.body };
  const { address: payee } = await service.wallet(merchant, { amount: '5000000' });
  return makeOffer(service, merchant, 'products', { payee, ...content, ...fields });
}

/** Asks whether `payer` is entitled, with whatever proof: a bearer credential, a client_secret, headers. */
export function askEntitlement(
  service: TestService,
  { product, payer }: { product: { id: string }; payer: { address: string } },
  { key, secret, headers = {} }: { key?: string; secret?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const proof = secret === undefined ? '' : `&client_secret=${secret}`;
  const path = `/v1/entitlements?product=${product.id}&payer=${payer.address}${proof}`;
  return service.call('GET', path, { key, headers });
}

/** The token of a payer who is signed in with their wallet. */
export async function walletSession(service: TestService, payer: { address: string }): Promise<string> {
  const token = newSecret('ws_');
  const now = Math.floor(Date.now() / 1000);
  await service.db`
    insert into wallet_sessions (id, payer, token_hash, created_at, expires_at)
    values (${newId('walletSession')}, ${payer.address}, ${hashSecret(token)}, ${now}, ${now + 3600})`;
  return token;
}

/** The headers of a merchant's person who is signed in. */
export async function merchantSession(
  service: TestService,
  merchant: TestMerchant,
): Promise<{ cookie: string }> {
  const token = newSecret('');
  const now = Math.floor(Date.now() / 1000);
  await service.db`
    insert into sessions (id, account_id, merchant_id, token_hash, created_at, expires_at)
    values (${newId('session')}, ${await insertMember(service.db, merchant.id)}, ${merchant.id}, ${hashSecret(token)}, ${now}, ${now + 3600})`;
  return { cookie: `${sessionCookieName(service.url)}=${token}` };
}
