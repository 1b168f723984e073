import { keyPrefix, presentApiKey } from '../../../rules/merchants/present-api-key.ts';
import { newId, newSecret } from './ids.ts';
import type { Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { ApiKeyRow } from './rows.ts';
import { tenantOf, type World } from './world.ts';

/** Creates a key that is valid from now on. */
export function issueKey(
  world: World,
  terms: Pick<ApiKeyRow, 'merchantId' | 'livemode' | 'scope' | 'name'>,
): ApiKeyRow {
  const row = { ...terms, id: newId('apiKey'), key: newSecret(keyPrefix(terms)) };
  return world.apiKeys.insert({ ...row, createdAt: world.shownNow, revokedAt: null });
}

function present(row: ApiKeyRow, key?: string) {
  return presentApiKey({ ...row, last4: row.key.slice(-4) }, key);
}

/** The operations on API keys. They cover both modes, whatever the mode of the request. */
export const apiKeyHandlers = {
  listApiKeys: (world, call) => {
    const { merchantId } = tenantOf(call);
    const made = world.apiKeys.filter((row) => row.merchantId === merchantId);
    return { status: 200, body: pageById(call.query, made, (row) => present(row)) };
  },
  createApiKey: (world, call) => {
    const { name, mode, scope = 'full' } = call.body;
    const { merchantId } = tenantOf(call);
    const row = issueKey(world, { merchantId, livemode: mode === 'live', scope, name });
    return { status: 201, body: present(row, row.key) };
  },
  revokeApiKey: (world, call) => {
    const { merchantId } = tenantOf(call);
    const row = world.apiKeys.get(call.path.id, (each) => each.merchantId === merchantId);
    row.revokedAt ??= world.shownNow;
    return { status: 200, body: present(row) };
  },
} satisfies Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'>;
