import { eventually } from '../support/eventually.ts';
import { rpcAt } from '../localnet/support.ts';
import type { Exchange } from './client.ts';
import type { World } from './world.ts';

/**
 * What a merchant may sell on a live chain, on a deployment with one: before it has a payout wallet, once it has proven one, and
 * what was offered for that wallet after another one was proven.
 */
export const liveSales = (world: World) =>
  world.once('live sales', async () => {
    const at = await world.deployments.startLive();
    const testShop = await world.openShop(at);
    const [payout, later, payer] = [
      testShop.payee,
      await world.wallet(testShop),
      await world.wallet(testShop),
    ];
    const person = await world.signUp(at);
    const key = person.signedUp.body.keys.live as string;
    const terms = { mint: at.live.mint, amountPerPeriod: '1000000', periodSeconds: 86_400 };
    const sell = (path: string, body: object) =>
      at.call('POST', path, { key, body: { ...terms, payee: payout.address, ...body } });
    const mandate = () => sell('/v1/mandates', { payer: payer.address });
    const order = () => sell('/v1/mandates', { payer: payer.address, sellMode: 'once' });
    const link = () => sell('/v1/payment_links', {});
    const product = () => sell('/v1/products', { name: 'Guide' });
    const ownProduct = () => sell('/v1/products', { name: 'Guide', payee: undefined });
    const sales = [mandate, order, link, product, ownProduct];
    const sellAll = async () => {
      const answers: Exchange[] = [];
      for (const each of sales) answers.push(await each());
      return answers;
    };

    const unset = await sellAll();
    await world.provePayout(at, person, payout);
    await rpcAt(at.live.rpcUrl, 'autopay_createTokenAccount', [
      { mint: at.live.mint, owner: payout.address },
    ]);
    // The account that receives the money is seen once its slot is confirmed.
    await eventually(async () => (await mandate()).status === 201);
    const proven = await sellAll();
    await world.provePayout(at, person, later, payout);
    const moved: Exchange[] = [];
    for (const { body } of proven.filter(({ path }) => path !== '/v1/mandates')) {
      const kind = body.object === 'product' ? 'products' : 'payment_links';
      const path = `/v1/checkout/${kind}/${body.id}/mandates`;
      moved.push(await at.call('POST', path, { body: { payer: payer.address } }));
    }
    return { unset, proven, moved };
  });
