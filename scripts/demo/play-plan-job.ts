import { join } from 'node:path';
import { waitForSettlement } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import type { MandateWithSecret } from '@autopay/sdk';
import { createCheckoutInstruction, submitCheckout } from '@autopay/sdk/checkout';
import { createClient } from '@autopay/sdk/core';
import { type Address, createKeyPairSignerFromBytes, signBytes } from '@solana/kit';
import { parsePlan } from '../../server/chain/subscriptions/accounts.ts';
import { fileSigner, type Signer } from '../../server/chain/signer.ts';
import { type DemoChain, demoChain } from './demo-chain.ts';
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
import { type Thief, tryPull } from './try-pulls.ts';

/** The program counts in whole hours. */
const PERIOD_SECONDS = 3600;
const PERIODS = 3;
const AMOUNT_ATOMIC = 2_500_000n;
const REFUND_ATOMIC = 1_000_000n;

/**
 * Plays a subscription under the plan scheme, an hour a period on the test clock, and in between tries to pull with the service's own delegate key
 * what the payer did not agree to. Throws if one of these attempts is not refused, or if the balances do not add up.
 */
export async function playPlanJob(
  { url, chainUrl, dataDir }: { url: string; chainUrl: string; dataDir: string },
  receiver: Receiver,
): Promise<Played> {
  const shop = await openShop(url, receiver);
  const chain = demoChain(chainUrl);
  const before = await sayBalances(shop);
  const mandate = await createMandate(shop);
  await subscribe(shop, mandate);
  const plan = await sayPlan(shop, chain, mandate.id);
  const checkout = { apiBase: url, mandateId: mandate.id, clientSecret: mandate.client_secret };
  const { firstCharge } = await waitForSettlement(checkout);
  if (firstCharge?.status !== 'succeeded') throw new Error(`The first charge is ${firstCharge?.status}.`);
  say('settled', `the first charge, ${elapsedSeconds().toFixed(1)} s after the start`);

  const other = await shop.autopay.test.createWallet();
  const thief: Thief = {
    chain,
    delegate: await fileSigner(join(dataDir, 'keys', 'delegate.json')),
    feePayer: await walletSigner(other.secretKey),
    payer: shop.payer.address as Address,
    mint: shop.token.mint as Address,
    plan,
  };
  const payee = shop.payee.address as Address;
  await tryPull(thief, {
    what: 'a second pull in the same hour',
    amountAtomic: AMOUNT_ATOMIC,
    to: payee,
    error: 400,
  });
  // On the chain alone: the service charges when its own clock follows, so nothing is pulled of this hour yet.
  await chain.moveClock(shop.merchantId, PERIOD_SECONDS);
  say('clock', 'the next hour begins on chain');
  await tryPull(thief, {
    what: `${formatAmount(AMOUNT_ATOMIC + 1n, shop.token)} instead of ${formatAmount(AMOUNT_ATOMIC, shop.token)}`,
    amountAtomic: AMOUNT_ATOMIC + 1n,
    to: payee,
    error: 400,
  });
  await tryPull(thief, {
    what: `${formatAmount(AMOUNT_ATOMIC, shop.token)} to another wallet`,
    amountAtomic: AMOUNT_ATOMIC,
    to: other.address as Address,
    error: 506,
  });

  await shop.autopay.test.advanceClock({ seconds: PERIOD_SECONDS });
  const second = await receiver.waitFor(
    ({ type, data: { object } }) =>
      type === 'charge.succeeded' && object.object === 'charge' && object.periodIndex === 1,
  );
  await refundInPart(shop, second.data.object.id, REFUND_ATOMIC);
  await shop.autopay.test.advanceClock({ seconds: PERIOD_SECONDS });
  await receiver.waitFor(({ type }) => type === 'mandate.completed');
  const after = await sayBalances(shop);
  const sum = { periods: PERIODS, amountAtomic: AMOUNT_ATOMIC, refundAtomic: REFUND_ATOMIC };
  requireAddUp(shop, { before, after }, sum);
  say(
    'the program',
    'enforced how much, once per hour, and who is paid: three pulls were tried, and none moved anything',
  );
  say(
    'the service',
    'decided when within each hour, and that a mandate that has ended is never pulled again',
  );
  return { mandateId: mandate.id, secretKey: shop.secretKey, linkUrl: await openLink(shop) };
}

/** The merchant's server creates a mandate. The deployment's scheme is its own. */
async function createMandate({ autopay, token, payer, payee }: Shop): Promise<MandateWithSecret> {
  const mandate = await autopay.mandates.create({
    payer: payer.address,
    payee: payee.address,
    mint: token.mint,
    amountPerPeriod: String(AMOUNT_ATOMIC),
    periodSeconds: PERIOD_SECONDS,
    maxPeriods: PERIODS,
  });
  if (mandate.scheme !== 'plan') throw new Error(`The mandate's scheme is ${mandate.scheme}.`);
  say('mandate', `${mandate.id}: ${formatAmount(AMOUNT_ATOMIC, token)} every hour, ${PERIODS} times`);
  return mandate;
}

/** The payer signs what is issued, once or twice: it depends on the program's version. */
async function subscribe(
  { baseUrl, payer }: Shop,
  { id, client_secret: clientSecret }: MandateWithSecret,
): Promise<void> {
  const client = createClient(null, { baseUrl });
  const signer = await signerFromKeyPair(bytesOf(payer.secretKey));
  const secret = { client_secret: clientSecret };
  for (let signatures = 1; ; signatures += 1) {
    const { transaction, remaining } = await createCheckoutInstruction(client, id, secret);
    const signed = await signer.signTransaction(bytesOf(transaction));
    const signedTransaction = Buffer.from(signed).toString('base64');
    await submitCheckout(client, id, secret, { signedTransaction });
    if (remaining > 0) continue;
    return say('signed', `by the payer, ${signatures === 1 ? 'once' : 'twice'}: a subscription to a plan`);
  }
}

/** Reads the plan back from the chain and prints what it lets anybody do. Returns its address. */
async function sayPlan(
  { autopay, token, payee }: Shop,
  chain: DemoChain,
  mandateId: string,
): Promise<Address> {
  const { subscription } = await autopay.mandates.get(mandateId);
  if (subscription === null) throw new Error('The mandate has no subscription on chain.');
  const address = subscription.plan as Address;
  const plan = parsePlan(await chain.read(address));
  if (plan === null || plan.destinations.join() !== payee.address)
    throw new Error(`The plan ${address} is not one that pays ${payee.address} alone.`);
  const terms = `at most ${formatAmount(plan.amountAtomic, token)} in each hour, to ${payee.address} alone`;
  say(
    'plan',
    `${address}: ${terms}, until ${new Date(Number(plan.endsAt) * 1000).toISOString().slice(11, 19)} UTC`,
  );
  return address;
}

/** A test wallet that signs as the service's keys do. */
async function walletSigner(secretKey: string): Promise<Signer> {
  const { address, keyPair } = await createKeyPairSignerFromBytes(bytesOf(secretKey));
  return { address, signTransactionMessage: (message) => signBytes(keyPair.privateKey, message) };
}
