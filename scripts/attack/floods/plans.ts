import { newWallet } from '../../bench/wallets.ts';
import { sleep } from '../../../server/lib/clock.ts';
import { Autopay } from '@autopay/sdk';
import type { Ask } from '../attackers/requests.ts';
import { type Field, newAttacker } from '../field.ts';
import { attackOn } from '../part.ts';
import { attackersAddress } from '../raw-http.ts';
import { flood } from './flood.ts';

const STARTED = 600;
const ADDRESSES = 60;
/** Plans are published every few seconds. */
const PUBLISHED_WITHIN_MS = 15_000;
const TERMS = { amountPerPeriod: '1000000', periodSeconds: 86_400 };

/** Strangers start mandates from a link that no wallet ever signs: the fee payer must not pay for them. */
export const plans = attackOn('floods: unsigned mandates', {}, async (field, findings) => {
  const { url } = field;
  const api = new Autopay((await newAttacker(url)).key, { baseUrl: url });
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const link = await api.paymentLinks.create({ name: 'Free', payee: newWallet(), mint, ...TERMS });
  const before = await feePayersLamports(field);
  const asks: Ask[] = Array.from({ length: STARTED }, (_, n) => ({
    from: attackersAddress(n % ADDRESSES),
    method: 'POST',
    path: `/v1/checkout/payment_links/${link.id}/mandates`,
    body: { payer: newWallet() },
  }));
  await flood(url, asks, findings);
  await sleep(PUBLISHED_WITHIN_MS);
  const spent = before - (await feePayersLamports(field));
  findings.expect(spent === 0, `the fee payer paid ${spent} lamports for mandates that nobody signed`);
  return STARTED;
});

async function feePayersLamports({ url }: Field): Promise<number> {
  const readiness = await (await fetch(`${url}/readyz`)).text();
  return Number(/"feePayerLamports":"(\d+)"/.exec(readiness)![1]);
}
