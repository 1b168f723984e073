import { authorize, waitForSettlement } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { Autopay, createMerchant, type TestWallet, type Token } from '@autopay/sdk';
import type { Receiver } from './receive-webhooks.ts';
import { elapsedSeconds, formatAmount, say, sayEvent } from './trail.ts';

const PERIOD_SECONDS = 5;
const PERIODS = 3;
const AMOUNT_ATOMIC = 2_500_000n;
const REFUND_ATOMIC = 1_000_000n;

/** What a caller can inspect afterwards. */
export interface Played {
  mandateId: string;
  /** The merchant's test-mode key. */
  secretKey: string;
  /** Where anyone can pay the merchant, in a browser. */
  linkUrl: string;
}

/**
 * Plays a subscription from sign-up to completion, using only the public API and the packages: three periods
 * are paid, one is refunded in part. Throws if the balances on chain do not match the charges and the refund.
 */
export async function playMainJob(baseUrl: string, receiver: Receiver): Promise<Played> {
  const merchant = await createMerchant({ name: 'Coffee Club' }, { baseUrl });
  const secretKey = merchant.keys.test;
  const autopay = new Autopay(secretKey, { baseUrl });
  say('merchant', merchant.id);
  const endpoint = await autopay.webhookEndpoints.create({ url: receiver.url });
  receiver.useSecret(endpoint.secret);
  say('webhooks', `${endpoint.url}, each signature verified`);

  const token = (await autopay.tokens.list()).data.find(({ floor }) => floor)!;
  receiver.onEvent((event) => sayEvent(event, token));
  const [payer, payee] = [await autopay.test.createWallet(), await autopay.test.createWallet()];
  const read = () => readBalances(autopay, token, payer, payee);
  const before = await read();
  say('balances', describeBalances(before, token));

  const mandateId = await subscribe(autopay, baseUrl, token, payer, payee);
  say('settled', `the first charge, ${elapsedSeconds().toFixed(1)} s after the start`);
  const second = await receiver.waitFor(
    ({ type, data: { object } }) =>
      type === 'charge.succeeded' && object.object === 'charge' && object.periodIndex === 1,
  );
  await refundInPart(autopay, second.data.object.id, payee, token);
  await receiver.waitFor(({ type }) => type === 'mandate.completed');

  const after = await read();
  say('balances', describeBalances(after, token));
  const moved = AMOUNT_ATOMIC * BigInt(PERIODS) - REFUND_ATOMIC;
  if (before.payer - after.payer !== moved || after.payee - before.payee !== moved) {
    throw new Error(`The balances do not add up: ${moved} atomic units should have moved.`);
  }
  const sum = `${PERIODS} x ${formatAmount(AMOUNT_ATOMIC, token)} less ${formatAmount(REFUND_ATOMIC, token)}`;
  say('adds up', `${sum} = ${formatAmount(moved, token)} moved on chain`);
  const link = await autopay.paymentLinks.create({
    name: 'Coffee of the month',
    payee: payee.address,
    mint: token.mint,
    amountPerPeriod: '12500000',
    periodSeconds: 30 * 86_400,
  });
  return { mandateId, secretKey, linkUrl: `${baseUrl}${link.url}` };
}

/** The merchant's server creates a mandate; the payer's browser signs its authorization; the first charge settles. */
async function subscribe(
  autopay: Autopay,
  baseUrl: string,
  token: Token,
  payer: TestWallet,
  payee: TestWallet,
): Promise<string> {
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

async function refundInPart(
  autopay: Autopay,
  chargeId: string,
  payee: TestWallet,
  token: Token,
): Promise<void> {
  const refund = await autopay.charges.refund(chargeId, {
    amount: String(REFUND_ATOMIC),
    reason: 'Spilled',
  });
  const signer = await signerFromKeyPair(bytesOf(payee.secretKey));
  const signed = await signer.signTransaction(bytesOf(refund.transaction!));
  const { status, txSignature } = await autopay.refunds.submit(refund.id, {
    signedTransaction: Buffer.from(signed).toString('base64'),
  });
  if (status !== 'succeeded') throw new Error(`The refund is ${status}.`);
  say(
    'refund',
    `of period 1, signed by the payee: ${status}, ${formatAmount(REFUND_ATOMIC, token)}, ${txSignature}`,
  );
}

interface Balances {
  payer: bigint;
  payee: bigint;
}

async function readBalances(
  autopay: Autopay,
  { mint }: Token,
  payer: TestWallet,
  payee: TestWallet,
): Promise<Balances> {
  const [ofPayer, ofPayee] = await Promise.all(
    [payer, payee].map(({ address }) => autopay.wallet.getBalance({ address, mint })),
  );
  return { payer: BigInt(ofPayer!.amount), payee: BigInt(ofPayee!.amount) };
}

function describeBalances({ payer, payee }: Balances, token: Token): string {
  return `payer ${formatAmount(payer, token)}, payee ${formatAmount(payee, token)}`;
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
