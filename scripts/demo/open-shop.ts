import { Autopay, createMerchant, type TestWallet, type Token } from '@autopay/sdk';
import type { Receiver } from './receive-webhooks.ts';
import { formatAmount, say, sayEvent } from './trail.ts';

/** A merchant who has just signed up, with a payer and the wallet that is paid. */
export interface Shop {
  merchantId: string;
  /** The merchant's test-mode key. */
  secretKey: string;
  autopay: Autopay;
  baseUrl: string;
  token: Token;
  payer: TestWallet;
  payee: TestWallet;
}

/** What a caller can inspect after a demo. */
export interface Played {
  mandateId: string;
  /** The merchant's test-mode key. */
  secretKey: string;
  /** Where anyone can pay the merchant, in a browser. */
  linkUrl: string;
}

/** Signs up, registers the receiver for webhooks, and makes the wallets. */
export async function openShop(baseUrl: string, receiver: Receiver): Promise<Shop> {
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
  return { merchantId: merchant.id, secretKey, autopay, baseUrl, token, payer, payee };
}

/** What payer and payee hold, in atomic units. */
export interface Balances {
  payer: bigint;
  payee: bigint;
}

/** Reads both balances and prints them. */
export async function sayBalances({ autopay, token, payer, payee }: Shop): Promise<Balances> {
  const { mint } = token;
  const [ofPayer, ofPayee] = await Promise.all(
    [payer, payee].map(({ address }) => autopay.wallet.getBalance({ address, mint })),
  );
  const balances = { payer: BigInt(ofPayer!.amount), payee: BigInt(ofPayee!.amount) };
  const { payer: paid, payee: received } = balances;
  say('balances', `payer ${formatAmount(paid, token)}, payee ${formatAmount(received, token)}`);
  return balances;
}

/** Throws unless the payer lost, and the payee got, `periods` times the amount less the refund. */
export function requireAddUp(
  { token }: Shop,
  { before, after }: { before: Balances; after: Balances },
  { periods, amountAtomic, refundAtomic }: { periods: number; amountAtomic: bigint; refundAtomic: bigint },
): void {
  const moved = amountAtomic * BigInt(periods) - refundAtomic;
  if (before.payer - after.payer !== moved || after.payee - before.payee !== moved)
    throw new Error(`The balances do not add up: ${moved} atomic units should have moved.`);
  const sum = `${periods} x ${formatAmount(amountAtomic, token)} less ${formatAmount(refundAtomic, token)}`;
  say('adds up', `${sum} = ${formatAmount(moved, token)} moved on chain`);
}

/** A page on which anyone can subscribe for the same token. Returns its address. */
export async function openLink({ autopay, baseUrl, payee, token }: Shop): Promise<string> {
  const { url } = await autopay.paymentLinks.create({
    name: 'Coffee of the month',
    payee: payee.address,
    mint: token.mint,
    amountPerPeriod: '12500000',
    periodSeconds: 30 * 86_400,
  });
  return `${baseUrl}${url}`;
}

/** base64 as bytes. */
export function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
