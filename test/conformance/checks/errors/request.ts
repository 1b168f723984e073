import { refused } from '../../client.ts';
import type { Checks } from '../check.ts';
import { bodyOf, create, LIMIT_BYTES } from './requests.ts';

export const REQUEST: Checks = {
  parameter_missing: async (world) =>
    refused(
      await world.embedded.call('POST', '/v1/merchants', { body: {} }),
      400,
      'parameter_missing',
      'name',
    ),
  parameter_invalid: async (world) => {
    refused(await create(world, { payer: 'nobody' }), 400, 'parameter_invalid', 'payer');
    refused(await create(world, { amountPerPeriod: 1_000_000 }), 400, 'parameter_invalid', 'amountPerPeriod');
    return refused(
      await create(world, { amountPerPeriod: '-1' }),
      400,
      'parameter_invalid',
      'amountPerPeriod',
    );
  },
  invalid_json: async (world) =>
    refused(await world.embedded.call('POST', '/v1/merchants', { body: '{"name":' }), 400, 'invalid_json'),
  request_too_large: async (world) => {
    const answer = await world.embedded.call('POST', '/v1/merchants', { body: bodyOf(LIMIT_BYTES + 1) });
    return refused(answer, 413, 'request_too_large');
  },
  resource_missing: async (world) => {
    const shop = await world.shop();
    const terms = {
      payee: shop.payee.address,
      mint: shop.mint,
      amountPerPeriod: '900',
      periodSeconds: 86_400,
    };
    const make = async (kind: string) =>
      (await shop.ok('POST', kind, { body: { name: 'Guide', ...terms } })).body.id;
    const { id } = await world.activate(shop);
    const other = await world.openShop();
    // What is not there, and what is another merchant's.
    const paths = [
      ...['products/prd', 'payment_links/lnk', 'mandates/man', 'charges/chg'].map(
        (kind) => `/v1/${kind}_1111111111111111111111`,
      ),
      `/v1/products/${await make('/v1/products')}`,
      `/v1/payment_links/${await make('/v1/payment_links')}`,
      `/v1/mandates/${id}`,
      `/v1/charges/${(await world.charges(shop, id)).body.data[0].id}`,
    ];
    for (const path of paths) refused(await other.call('GET', path), 404, 'resource_missing');
    return refused(await shop.call('GET', paths[0]!), 404, 'resource_missing');
  },
  unknown_route: async (world) =>
    refused(await world.embedded.call('GET', '/v1/nothing'), 404, 'unknown_route'),
  email_taken: async (world) => {
    const { email, password } = await world.person();
    const body = { name: 'Another', email: email.toUpperCase(), password, acknowledged: true };
    return refused(await world.embedded.call('POST', '/v1/signup', { body }), 409, 'email_taken', 'email');
  },
  acknowledgement_required: async (world) => {
    const body = { name: 'Another', email: 'another@coffee.example', password: 'correct horse battery' };
    const signUp = (more: object) =>
      world.embedded.call('POST', '/v1/signup', { body: { ...body, ...more } });
    refused(await signUp({ acknowledged: false }), 400, 'acknowledgement_required', 'acknowledged');
    return refused(await signUp({}), 400, 'acknowledgement_required', 'acknowledged');
  },
};
