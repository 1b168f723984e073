import assert from 'node:assert/strict';
import { rpcAt } from '../../../localnet/support.ts';
import { eventually } from '../../../support/eventually.ts';
import { refused } from '../../client.ts';
import { liveSales } from '../../live-sales.ts';
import type { World } from '../../world.ts';
import type { Checks } from '../check.ts';
import { create, mandateBody, payerOf } from './requests.ts';

const KINDS = ['payment_links', 'products'] as const;

/** A link or product of the shared merchant, and what starts a mandate from it. */
async function offer(world: World, kind: 'payment_links' | 'products', sellMode: string) {
  const shop = await world.shop();
  const terms = { payee: shop.payee.address, mint: shop.mint, amountPerPeriod: '900', periodSeconds: 86_400 };
  const made = await shop.ok('POST', `/v1/${kind}`, { body: { name: 'Guide', ...terms, sellMode } });
  const { address } = await payerOf(world, shop);
  return (asked: string) =>
    world.embedded.call('POST', `/v1/checkout/${kind}/${made.body.id}/mandates`, {
      body: { payer: address, sellMode: asked },
    });
}

export const COMMERCE: Checks = {
  recurring_unavailable: async (world) => {
    const { shop } = await world.purchased();
    const { address } = await world.wallet(shop);
    const answer = await shop.call('POST', '/v1/mandates', mandateBody(shop, address));
    return refused(answer, 400, 'recurring_unavailable', 'sellMode');
  },
  not_for_sale_once: async (world) => {
    const answers = [];
    for (const kind of KINDS) answers.push(await (await offer(world, kind, 'subscription'))('once'));
    for (const answer of answers) refused(answer, 400, 'not_for_sale_once', 'sellMode');
    return answers[0]!;
  },
  not_for_sale_subscription: async (world) => {
    const answers = [];
    for (const kind of KINDS) answers.push(await (await offer(world, kind, 'once'))('subscription'));
    for (const answer of answers) refused(answer, 400, 'not_for_sale_subscription', 'sellMode');
    return answers.at(-1)!;
  },
  no_payout_wallet: async (world) => {
    const { unset, proven, moved } = await liveSales(world);
    for (const answer of unset) refused(answer, 400, 'no_payout_wallet', 'payee');
    // The same requests once the wallet is proven; and what was offered for it once it is another.
    for (const answer of proven) assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.ok(moved.length > 0);
    for (const answer of moved) refused(answer, 400, 'no_payout_wallet');
    return unset[0]!;
  },
  mint_not_allowed: async (world) => {
    const { payee } = await world.shop();
    return refused(await create(world, { mint: payee.address }), 400, 'mint_not_allowed', 'mint');
  },
  decimals_unsupported: async (world) => {
    const { call, ok, at } = await world.shop();
    const answer = await call('POST', '/v1/test/tokens', { body: { decimals: 13 } });
    refused(answer, 400, 'decimals_unsupported', 'decimals');
    // A token that exists on chain, asked for by a merchant, and put on the registry by the owner.
    const { result } = await rpcAt(at.localnetUrl!, 'autopay_createMint', [{ decimals: 13 }]);
    const { mint } = result;
    const { id } = (await ok('POST', '/v1/token_requests', { body: { mint } })).body;
    const key = world.ownerKey;
    const path = `/v1/platform/token_requests/${id}/approve`;
    // The token is seen once its slot is confirmed.
    const approved = await eventually(async () => {
      const answer = await at.call('POST', path, { key, body: { symbol: 'FINE' } });
      return answer.code !== 'parameter_invalid' && answer;
    });
    refused(approved, 400, 'decimals_unsupported', 'mint');
    const body = { mint, symbol: 'FINE' };
    return refused(
      await at.call('POST', '/v1/platform/tokens', { key, body }),
      400,
      'decimals_unsupported',
      'mint',
    );
  },
  floor_token: async (world) => {
    const { call, mint } = await world.shop();
    const answer = await call('POST', '/v1/tokens', { body: { mint, enabled: false } });
    const key = world.ownerKey;
    const removed = await world.embedded.call('DELETE', `/v1/platform/tokens/${mint}`, { key });
    refused(removed, 400, 'floor_token');
    refused(answer, 400, 'floor_token', 'enabled');
    const { data } = (await world.embedded.ok('GET', '/v1/platform/tokens', { key })).body;
    assert.ok(data.some((token: { mint: string; floor: boolean }) => token.mint === mint && token.floor));
    return answer;
  },
};
