import assert from 'node:assert/strict';
import type { Exchange } from '../client.ts';
import type { Row } from '../specification.ts';
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
  "Mandate (object 'mandate')/amountPerPeriod": /^[0-9]+$/,
  "Charge (object 'charge')/status": /^(scheduled|processing|succeeded|retrying|abandoned|skipped)$/,
  "Charge (object 'charge')/amount": /^[0-9]+$/,
  "Charge (object 'charge')/refundedAmount": /^[0-9]+$/,
  "Refund (object 'refund')/status": /^(pending|succeeded|failed)$/,
  "Refund (object 'refund')/amount": /^[0-9]+$/,
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
    return holds(await world.embedded.ok('GET', path, { headers }), { address: payee.address }, ['message']);
  },
  payout_wallet_link_tx: async (world) => {
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/link_tx?address=${payee.address}`;
    const fields = ['memo', 'transaction'];
    return holds(await world.embedded.ok('GET', path, { headers }), { address: payee.address }, fields);
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
    return holds(await world.checkout(shop, opened, 'instruction'), {}, ['instruction']);
  },
};

/** Holds that a response has these values, and texts in these fields. */
function holds(exchange: Exchange, values: object, texts: readonly string[]): Exchange {
  assert.deepEqual({ ...exchange.body, ...values }, exchange.body);
  for (const field of texts) assert.match(exchange.body[field], /\S/);
  return exchange;
}
