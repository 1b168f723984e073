import { Autopay } from '@autopay/sdk';
import { newWallet } from '../../bench/wallets.ts';
import type { SlowReaders } from '../attackers/slow-readers.ts';
import { newAttacker } from '../field.ts';
import { attackOn } from '../part.ts';
import { inThread } from '../thread.ts';

/** Of 200,000 characters each: several times what a page holds. */
const PRODUCTS = 30;
const TERMS = { amountPerPeriod: '1000000', periodSeconds: 86_400 };

/** A hundred connections ask for the longest lists there are, several times over, and read a byte a second. */
export const slowReaders = attackOn('slow readers', {}, async ({ url }) => {
  const { key } = await newAttacker(url);
  const api = new Autopay(key, { baseUrl: url });
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const payee = newWallet();
  for (let n = 0; n < PRODUCTS; n += 1)
    await api.products.create({ name: 'Long', payee, mint, contentBody: 'é'.repeat(200_000 / 2), ...TERMS });
  for (let n = 0; n < 100; n += 1) await api.mandates.create({ payer: newWallet(), payee, mint, ...TERMS });
  const readers: SlowReaders = {
    url,
    key,
    paths: [
      '/v1/products?limit=100',
      '/v1/products?limit=100',
      '/v1/events?limit=100',
      '/v1/mandates?limit=100',
    ],
    connections: 100,
    pipelined: 5,
    forMs: 45_000,
  };
  return (await inThread(new URL('../attackers/slow-readers.ts', import.meta.url), readers)).attempts;
});
