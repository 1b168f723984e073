import { operationTable } from '../../../../server/generated/operations.ts';
import type { Exchange } from '../../client.ts';
import type { Shop, World } from '../../world.ts';

/** The largest body that is read. */
export const LIMIT_BYTES = 262_144;

/** A body of exactly `bytes` that is otherwise a merchant's, with a name that is too long. */
export function bodyOf(bytes: number): string {
  const frame = JSON.stringify({ name: '' });
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}

export const mandateBody = (shop: Shop, payer: string, change: object = {}) => ({
  body: {
    payer,
    payee: shop.payee.address,
    mint: shop.mint,
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
    ...change,
  },
});

/** POST /v1/mandates of the shared merchant, with something changed. */
export async function create(world: World, change: object = {}, options: object = {}): Promise<Exchange> {
  const shop = await world.shop();
  const { address } = await payerOf(world, shop);
  return shop.call('POST', '/v1/mandates', { ...mandateBody(shop, address, change), ...options });
}

/** A payer of the shared merchant, for requests that never ask it to sign. */
export const payerOf = (world: World, shop: Shop) => world.once('a payer', () => world.wallet(shop));

/** The operations of the contract that can answer `code`, as a method and a path whose parameters are filled in. */
export function operationsThatAnswer(code: string): { method: string; path: string }[] {
  return Object.values(operationTable)
    .filter(({ errorCodes }) => (errorCodes as readonly string[]).includes(code))
    .map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'any') }));
}
