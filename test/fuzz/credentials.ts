import type { World } from '../conformance/world.ts';
import type { Credentials } from './requests.ts';

/** Somebody of every class, and nobody. */
export async function allCredentials(world: World, ownerKey: string): Promise<Credentials> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const client = world.embedded;
  const [shop, other, person, stranger] = [
    await world.shop(),
    await world.openShop(),
    await world.signUp(),
    await world.signUp(),
  ];
  const readOnly = await client.ok('POST', '/v1/api_keys', {
    headers: stranger.headers,
    body: { name: 'Reports', mode: 'test', scope: 'read' },
  });
  const { token } = await world.signIn(client, shop.payee);
  return {
    'apiKey full': bearer(shop.key),
    'apiKey live': bearer(shop.liveKey),
    'apiKey read': bearer(readOnly.body.key),
    'apiKey of another': bearer(other.key),
    'session of its own': person.headers,
    'session from elsewhere': { ...stranger.headers, origin: 'https://evil.example' },
    walletSession: bearer(token),
    ownerKey: bearer(ownerKey),
    none: {},
    garbage: bearer('sk_test_garbage'),
  };
}
