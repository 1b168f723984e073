import assert from 'node:assert/strict';
import { decodeInstruction } from '@autopay/checkout-js/inspect';
import type { Exchange } from '../client.ts';
import type { Row } from '../specification.ts';
import { landed } from '../wallet.ts';
import type { World } from '../world.ts';
import type { Check, Checks } from './check.ts';

/**
 * Where an object with each field is found: most in a plain read, what is shown once in the response to its
 * creation.
 */
const MERCHANT = async (world: World) => (await world.shop()).created;
const MANDATE = async (world: World) => (await world.completed()).ended;
const MANDATE_CREATED = async (world: World) => (await world.completed()).created;
const CHARGE = async (world: World) => {
  const { shop, id } = await world.completed();
  return shop.ok('GET', `/v1/charges/${(await world.charges(shop, id)).body.data[0].id}`);
};
const REFUND = (world: World) =>
  world.once('refund', async () => {
    const { shop, id } = await world.completed();
    const { data } = (await world.charges(shop, id)).body;
    const made = await shop.ok('POST', `/v1/charges/${data[0].id}/refund`, { body: { amount: '400000' } });
    const signedTransaction = await shop.payee.signTransaction(made.body.transaction);
    await shop.ok('POST', `/v1/refunds/${made.body.id}/submit`, { body: { signedTransaction } });
    return shop.ok('GET', `/v1/refunds/${made.body.id}`);
  });

/** Fields that are null in some states stand here in a state in which they are not. */
const SOURCES: Record<string, (world: World) => Promise<Exchange>> = {
  Merchant: MERCHANT,
  "Mandate (object 'mandate')": MANDATE,
  "Mandate (object 'mandate')/client_secret": MANDATE_CREATED,
  "Mandate (object 'mandate')/trialEndsAt": async (world) => {
    const { shop, id } = await world.trial();
    return world.mandate(shop, id);
  },
  "Charge (object 'charge')": CHARGE,
  "Refund (object 'refund')": REFUND,
};

/** The values that a field may have, where the specification says more than its type. */
const VALUES: Record<string, RegExp> = {
  "Mandate (object 'mandate')/status": /^(pending|active|revoked|expired|completed)$/,
  "Charge (object 'charge')/status": /^(scheduled|processing|succeeded|retrying|abandoned|skipped)$/,
  "Charge (object 'charge')/refundedAmount": /^[0-9]+$/,
  "Refund (object 'refund')/status": /^(pending|succeeded|failed)$/,
};

/** What a field must be, where the request that made its object says it, or the chain. */
const EXPECTED: Record<string, (world: World) => Promise<Record<string, unknown>>> = {
  Merchant: async () => ({ name: 'Coffee Club' }),
  "Mandate (object 'mandate')": async (world) => {
    const { shop, id, payer } = await world.completed();
    return {
      id,
      merchantId: shop.id,
      payer: payer.address,
      payee: shop.payee.address,
      mint: shop.mint,
      amountPerPeriod: '1000000',
      periodSeconds: 86_400,
      maxPeriods: 3,
      periodsCharged: 3,
      fundsSufficientAtSignup: true,
    };
  },
  "Mandate (object 'mandate')/trialEndsAt": async (world) => {
    const { shop, id } = await world.trial();
    const { startAt } = (await world.mandate(shop, id)).body;
    return { trialEndsAt: startAt + 7 * 86_400 };
  },
  "Charge (object 'charge')": async (world) => {
    const { id } = await world.completed();
    return { mandateId: id, periodIndex: 2, amount: '1000000' };
  },
  "Refund (object 'refund')": async (world) => {
    const { shop, id } = await world.completed();
    const [charge] = (await world.charges(shop, id)).body.data;
    return { chargeId: charge.id, mandateId: id, amount: '400000' };
  },
};

/** Where what is shown at creation alone must be missing later. */
const SHOWN_ONCE: Record<string, (world: World) => Promise<Exchange>> = {
  'Merchant/keys': async (world) => (await world.shop()).ok('GET', '/v1/merchant'),
  "Mandate (object 'mandate')/client_secret": MANDATE,
};

/** The check of a row of a table of fields: the field is there, of its type and, where it is a constant, with its value. */
export function fieldCheck({ section, cells }: Row): Check | null {
  const noun = section.slice(section.lastIndexOf(' / ') + 3);
  const field = cells['Field']!;
  const source = SOURCES[`${noun}/${field}`] ?? SOURCES[noun];
  if (source === undefined) return null;
  return async (world) => {
    const exchange = await source(world);
    const value = exchange.body[field];
    assert.match(
      cells['Type']!,
      new RegExp(`\\b${typeOf(value)}\\b`),
      `${field} is ${JSON.stringify(value)}`,
    );
    const constant = /'(\w+)'$/.exec(cells['Notes']!)?.[1];
    if (field === 'object') assert.equal(value, constant);
    const values = VALUES[`${noun}/${field}`];
    if (values) assert.match(value, values);
    const expected = await (EXPECTED[`${noun}/${field}`] ?? EXPECTED[noun])?.(world);
    if (expected && field in expected) assert.equal(value, expected[field]);
    if (field === 'txSignature') await landed((await world.completed()).shop.at.localnetUrl!, value);
    if (noun === 'Merchant' && field === 'keys') {
      assert.match(value.test, /^sk_test_/);
      assert.match(value.live, /^sk_live_/);
    }
    const again = await SHOWN_ONCE[`${noun}/${field}`]?.(world);
    assert.equal(again?.body[field], undefined, `${field} is shown again.`);
    return exchange;
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isSafeInteger(value) ? 'integer' : typeof value;
}

/** The shapes that stand in one row each. */
export const OTHER_SHAPES: Checks = {
  payout_wallet_challenge: async (world) => {
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/challenge?address=${payee.address}`;
    const challenge = await world.embedded.ok('GET', path, { headers });
    assert.ok(challenge.body.message.includes(payee.address));
    return holds(challenge, { address: payee.address }, ['message']);
  },
  payout_wallet_link_tx: async (world) => {
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/link_tx?address=${payee.address}`;
    const fields = ['memo', 'transaction'];
    const link = await world.embedded.ok('GET', path, { headers });
    // One signature's place, which is empty.
    const bytes = Buffer.from(link.body.transaction, 'base64');
    assert.deepEqual([bytes[0], bytes.subarray(1, 65)], [1, Buffer.alloc(64)]);
    return holds(link, { address: payee.address }, fields);
  },
  balance: async (world) => {
    const shop = await world.shop();
    const { address } = await world.wallet(shop, '123456');
    const path = `/v1/wallet/balance?address=${address}&mint=${shop.mint}`;
    return holds(await world.embedded.ok('GET', path), { address, mint: shop.mint, amount: '123456' }, []);
  },
  'checkout instruction': async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const issued = await world.checkout(shop, opened, 'instruction');
    // That signing it authorizes the mandate is shown where its endpoint is.
    const { accounts } = decodeInstruction(issued.body.instruction);
    assert.ok(accounts.some(({ address, signer }) => signer && address === opened.payer.address));
    return holds(issued, {}, ['instruction']);
  },
};

/** Holds that a response has these values, and texts in these fields. */
function holds(exchange: Exchange, values: object, texts: readonly string[]): Exchange {
  assert.deepEqual({ ...exchange.body, ...values }, exchange.body);
  for (const field of texts) assert.match(exchange.body[field], /\S/);
  return exchange;
}
