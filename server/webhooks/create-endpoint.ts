import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { encryptSecret } from '../lib/secret-box.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { checkWebhookUrl } from './outbound-policy.ts';
import { countEndpoints, type EndpointRow, insertEndpoint } from './queries.ts';

/** In each mode. An event makes a delivery for every one, and a secret is replaced by registering anew: enough for years of that. */
const MAX_ENDPOINTS = 100;

/**
 * Registers an endpoint, which gets every event from now on. A URL may be registered again: that is how a leaked secret is replaced.
 * Throws parameter_invalid (url) for what the outbound policy would refuse at delivery, as far as the URL alone tells, and for one too many.
 */
export async function createEndpoint(
  tx: Tx,
  { clock, secretKeys, webhookAllow }: Pick<Deployment, 'clock' | 'secretKeys' | 'webhookAllow'>,
  { merchantId, livemode }: Tenant,
  url: string,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const checked = checkWebhookUrl(url, { allow: webhookAllow, requireHttps: livemode });
  if (!checked.ok) throw new ApiError('parameter_invalid', { param: 'url', message: checked.reason });
  if ((await countEndpoints(tx, { merchantId, livemode }, MAX_ENDPOINTS)) >= MAX_ENDPOINTS) {
    throw new ApiError('parameter_invalid', {
      param: 'url',
      message: `There are ${MAX_ENDPOINTS} endpoints already, and each event goes to all of them. Use one of those.`,
    });
  }
  const id = newId('webhookEndpoint');
  const secret = newSecret('whsec_');
  const endpoint: EndpointRow = {
    id,
    merchantId,
    livemode,
    url,
    secretBox: encryptSecret(secretKeys, secret, id),
    secretLast4: secret.slice(-4),
    createdAt: clock.seconds(),
  };
  await insertEndpoint(tx, endpoint);
  return { endpoint, secret };
}
