import { type Exchange, refused } from '../client.ts';
import type { World } from '../world.ts';
import type { Checks } from './check.ts';

/** The chains here have no Subscriptions program; test/merchant-plans has what these operations do on one that has. */
const UNKNOWN = '/v1/subscription_plans/spl_2vXqPm3nKtRs5wYz8BcDfG';

async function missing(world: World, path: string, body?: object): Promise<Exchange> {
  const shop = await world.shop();
  const answer = await shop.call('POST', UNKNOWN + path, body === undefined ? {} : { body });
  return refused(answer, 404, 'resource_missing');
}

/** Proves a wallet for test mode alone, as whoever the headers sign in. */
async function proveForTests(world: World, headers: Record<string, string>): Promise<void> {
  const { payee } = await world.shop();
  const { address } = payee;
  const path = `/v1/payout_wallet/challenge?address=${address}`;
  const { message } = (await world.embedded.ok('GET', path, { headers })).body;
  const body = { address, message, signature: await payee.signMessage(message), testOnly: true };
  await world.embedded.ok('POST', '/v1/payout_wallet', { headers, body });
}

/** The operations on plans that a merchant's wallet owns. */
export const PLANS: Checks = {
  'POST /v1/subscription_plans': async (world) => {
    const shop = await world.openShop();
    const body = { mint: shop.mint, amountPerPeriod: '1000000', periodSeconds: 3_600 };
    const odd = { ...body, periodSeconds: 3_601 };
    const post = (sent: object) => shop.call('POST', '/v1/subscription_plans', { body: sent });
    refused(await post(odd), 400, 'parameter_invalid', 'periodSeconds');
    refused(await post({ ...body, mint: shop.payee.address }), 400, 'mint_not_allowed', 'mint');
    return refused(await post(body), 400, 'no_payout_wallet');
  },
  'POST /v1/subscription_plans/adopt': async (world) => {
    const shop = await world.openShop();
    const body = { account: shop.payee.address, payers: null };
    // In test mode a wallet that is proven for test mode alone is enough.
    const { headers } = await world.signUp();
    const adopt = () => world.embedded.call('POST', '/v1/subscription_plans/adopt', { headers, body });
    refused(await adopt(), 400, 'no_payout_wallet');
    await proveForTests(world, headers);
    refused(await adopt(), 400, 'parameter_invalid');
    return refused(
      await shop.call('POST', '/v1/subscription_plans/adopt', { body }),
      400,
      'no_payout_wallet',
    );
  },
  'GET /v1/subscription_plans': async (world) => {
    const shop = await world.shop();
    return shop.ok('GET', '/v1/subscription_plans');
  },
  'GET /v1/subscription_plans/{id}': async (world) => {
    const shop = await world.shop();
    return refused(await shop.call('GET', UNKNOWN), 404, 'resource_missing');
  },
  'POST /v1/subscription_plans/{id}/transaction': (world) => missing(world, '/transaction'),
  'POST /v1/subscription_plans/{id}/close': (world) => missing(world, '/close'),
  'POST /v1/subscription_plans/{id}/pullers': async (world) =>
    missing(world, '/pullers', { puller: (await world.shop()).payee.address }),
  'POST /v1/subscription_plans/{id}/submit': (world) =>
    missing(world, '/submit', { signedTransaction: 'AXw9b3sBAAEDZm9v' }),
};
