import { Autopay, createMerchant } from '@autopay/sdk';
import { sleep } from '../../../server/lib/clock.ts';
import type { Sql } from '../../../server/db/connect.ts';
import { newWallet } from '../../bench/wallets.ts';

/** As many endpoints as a merchant may have in one mode. */
const ENDPOINTS = 100;
/** Thousands of deliveries take less than one on a quiet machine. */
const ATTEMPTED_MS = 300_000;
const POLL_MS = 500;

/** A merchant whose events go to up to 100 URLs. */
export interface Sender {
  /** Makes an event, which goes to every URL. */
  send(): Promise<unknown>;
}

/**
 * Merchants whose events go to these URLs, whether the service registers them or not: it must also refuse what got into the database
 * otherwise.
 */
export async function sendersTo(baseUrl: string, sql: Sql, urls: readonly string[]): Promise<Sender[]> {
  const senders = [];
  for (let at = 0; at < urls.length; at += ENDPOINTS) {
    const { id, keys } = await createMerchant({ name: 'Attacker' }, { baseUrl });
    const api = new Autopay(keys.test, { baseUrl });
    const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
    const wanted = urls.slice(at, at + ENDPOINTS);
    await Promise.all(wanted.map((url) => register(api, sql, id, url)));
    const terms = { mint, amountPerPeriod: '1', periodSeconds: 86_400 };
    senders.push({ send: () => api.mandates.create({ payer: newWallet(), payee: newWallet(), ...terms }) });
  }
  return senders;
}

async function register(api: Autopay, sql: Sql, merchantId: string, url: string): Promise<void> {
  const { id } = await api.webhookEndpoints.create({ url: 'http://1.1.1.1/replaced' });
  // Postgres stores no NUL.
  await sql`
    update webhook_endpoints set url = ${url.replaceAll('\u0000', '%00')} where id = ${id} and merchant_id = ${merchantId}`;
}

/**
 * Waits until every event so far was attempted at every URL, and returns how many deliveries that makes.
 * Throws after five minutes.
 */
export async function untilAttempted(sql: Sql): Promise<number> {
  for (
    const deadline = performance.now() + ATTEMPTED_MS;
    performance.now() < deadline;
    await sleep(POLL_MS)
  ) {
    const [{ left, all }] = await sql<[{ left: number; all: number }]>`
      select count(*) filter (where attempts = 0) as left, count(*) as all from webhook_deliveries`;
    if (left === 0) return all;
  }
  throw new Error(`There are webhooks that were not attempted within ${ATTEMPTED_MS} ms.`);
}
