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
