import { newAttacker } from '../field.ts';
import { attackOn } from '../part.ts';
import { attackersAddress } from '../raw-http.ts';
import { flood } from './flood.ts';

const MINTED = 600;
/** A twentieth of the 600 requests a minute of an address; a flood may last over the turn of a minute. */
const MINTED_AT_MOST = 2 * 30;
/** Of one address with all its keys, in a minute. */
const TOTAL = 3_000;
const KEYS = 5;

/** One address makes merchants, and then asks with all their keys at once. */
export const merchants = attackOn(
  'floods: merchants',
  { AUTOPAY_RATE_TOTAL_PER_MINUTE: String(TOTAL) },
  async ({ url, sql }, findings) => {
    const from = attackersAddress(0);
    const mint = { from, method: 'POST', path: '/v1/merchants', body: { name: 'Attacker' } };
    const made = await flood(
      url,
      Array.from({ length: MINTED }, () => mint),
      findings,
    );
    findings.expect(
      (made['201'] ?? 0) <= MINTED_AT_MOST,
      `${made['201']} merchants were made from one address`,
    );
    const [row] = await sql<[{ count: number }]>`select count(*) as count from merchants`;
    // One is the bystander.
    findings.expect(row.count <= MINTED_AT_MOST + 1, `${row.count} merchants are in the database`);
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n += 1) keys.push((await newAttacker(url)).key);
    const asks = Array.from({ length: 2 * TOTAL + 1_000 }, (_, n) => ({
      from: attackersAddress(1),
      method: 'GET',
      path: '/v1/merchant',
      key: keys[n % keys.length]!,
    }));
    const { 200: served = 0 } = await flood(url, asks, findings);
    findings.expect(
      served <= 2 * TOTAL,
      `${served} requests of one address were served, with ${keys.length} keys`,
    );
    return MINTED + asks.length;
  },
);
