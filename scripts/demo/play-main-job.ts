import { authorize, waitForSettlement } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import {
  bytesOf,
  openLink,
  openShop,
  type Played,
  requireAddUp,
  sayBalances,
  type Shop,
} from './open-shop.ts';
import type { Receiver } from './receive-webhooks.ts';
import { refundInPart } from './refund-in-part.ts';
import { elapsedSeconds, formatAmount, say } from './trail.ts';

const PERIOD_SECONDS = 5;
const PERIODS = 3;
const AMOUNT_ATOMIC = 2_500_000n;
const REFUND_ATOMIC = 1_000_000n;

/**
 * Plays a subscription from sign-up to completion, using only the public API and the packages: three periods
 * are paid, one is refunded in part. Throws if the balances on chain do not match the charges and the refund.
 */
export async function playMainJob(baseUrl: string, receiver: Receiver): Promise<Played> {
  const shop = await openShop(baseUrl, receiver);
  const before = await sayBalances(shop);
  const mandateId = await subscribe(shop);
  say('settled', `the first charge, ${elapsedSeconds().toFixed(1)} s after the start`);
  const second = await receiver.waitFor(
    ({ type, data: { object } }) =>
      type === 'charge.succeeded' && object.object === 'charge' && object.periodIndex === 1,
  );
  await refundInPart(shop, second.data.object.id, REFUND_ATOMIC);
  await receiver.waitFor(({ type }) => type === 'mandate.completed');
  const after = await sayBalances(shop);
  const sum = { periods: PERIODS, amountAtomic: AMOUNT_ATOMIC, refundAtomic: REFUND_ATOMIC };
  requireAddUp(shop, { before, after }, sum);
  return { mandateId, secretKey: shop.secretKey, linkUrl: await openLink(shop) };
}

/** The merchant's server creates a mandate; the payer's browser signs its authorization; the first charge settles. */
async function subscribe({ autopay, baseUrl, token, payer, payee }: Shop): Promise<string> {
  const mandate = await autopay.mandates.create({
    payer: payer.address,
    payee: payee.address,
    mint: token.mint,
    amountPerPeriod: String(AMOUNT_ATOMIC),
    periodSeconds: PERIOD_SECONDS,
    maxPeriods: PERIODS,
  });
  say(
    'mandate',
    `${mandate.id}: ${formatAmount(AMOUNT_ATOMIC, token)} every ${PERIOD_SECONDS} s, ${PERIODS} times`,
  );
  const checkout = { apiBase: baseUrl, mandateId: mandate.id, clientSecret: mandate.client_secret };
  const signer = await signerFromKeyPair(bytesOf(payer.secretKey));
  await authorize({ ...checkout, signer });
  const { firstCharge } = await waitForSettlement(checkout);
  if (firstCharge?.status !== 'succeeded') throw new Error(`The first charge is ${firstCharge?.status}.`);
  return mandate.id;
}
