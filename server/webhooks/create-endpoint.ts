import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { textOf } from '../../rules/mandates/bought.ts';
import { filterOf } from '../../rules/webhooks/event-filter.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { encryptSecret, type SecretKeyRing } from '../lib/secret-box.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { checkWebhookUrl } from './outbound-policy.ts';
import { countEndpoints, type EndpointRow, insertEndpoint } from './queries.ts';

/**
 * In each mode. Each event may make a delivery per endpoint, and replacing a secret registers a new endpoint:
 * enough for years of that.
 */
const MAX_ENDPOINTS = 100;

/** What a request says of a new endpoint. */
export interface RequestedEndpoint {
  url: string;
  description?: string | null | undefined;
  /** Left out: every event. */
  events?: NonNullable<EndpointRow['events']> | undefined;
}

/**
 * Registers an endpoint, which receives every event from now on, or those that its filter names. A URL may be registered again: that replaces
 * a leaked secret. Throws parameter_invalid (url) for a URL that the outbound policy would reject at
 * delivery, as far as the URL alone tells, and for one endpoint too many.
 */
export async function createEndpoint(
  tx: Tx,
  { clock, secretKeys, webhookAllow }: Pick<Deployment, 'clock' | 'secretKeys' | 'webhookAllow'>,
  { merchantId, livemode }: Tenant,
  { url, description, events }: RequestedEndpoint,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const checked = checkWebhookUrl(url, { allow: webhookAllow, requireHttps: livemode });
  if (!checked.ok) throw new ApiError('parameter_invalid', { param: 'url', message: checked.reason });
  if ((await countEndpoints(tx, { merchantId, livemode }, MAX_ENDPOINTS)) >= MAX_ENDPOINTS) {
    throw new ApiError('parameter_invalid', {
      param: 'url',
      message: `There are ${MAX_ENDPOINTS} endpoints already, and an event may go to all of them. Use one of those.`,
    });
  }
  const id = newId('webhookEndpoint');
  const { secret, ...stored } = newEndpointSecret(secretKeys, id);
  const endpoint: EndpointRow = {
    id,
    merchantId,
    livemode,
    url,
    description: textOf(description),
    events: filterOf(events),
    ...stored,
    createdAt: clock.seconds(),
  };
  await insertEndpoint(tx, endpoint);
  return { endpoint, secret };
}

/** A new secret for the endpoint `id`, and what is stored of it. It cannot be shown again. */
export function newEndpointSecret(
  secretKeys: SecretKeyRing,
  id: string,
): { secret: string } & Pick<EndpointRow, 'secretBox' | 'secretLast4'> {
  const secret = newSecret('whsec_');
  return { secret, secretBox: encryptSecret(secretKeys, secret, id), secretLast4: secret.slice(-4) };
}
