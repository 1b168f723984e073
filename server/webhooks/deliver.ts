import type { Deployment } from '../deployment.ts';
import { API_VERSION } from '../generated/operations.ts';
import { decryptSecret } from '../lib/secret-box.ts';
import { deferDelivery, lockDelivery } from './delivery-queries.ts';
import { dnsLookup } from './lookup-host.ts';
import { decideDelivery } from '../../rules/webhooks/machine.ts';
import { type PostWebhook, postWebhook } from './post-webhook.ts';
import { type ClaimedRow, claimDeliveries, lockEndpoint, recordAttempt } from './queries.ts';
import { SIGNATURE_HEADER, signWebhook } from './sign-webhook.ts';
import type { TargetLimit } from './target-limit.ts';
import { wakeAt } from './wake.ts';

/**
 * The most simultaneous attempts to one endpoint, over all processes, so that one that hangs costs little.
 */
export const MAX_IN_FLIGHT_PER_ENDPOINT = 4;
/** An attempt ends within 15 s. The rest is for recording it, and for clocks that differ by some seconds. */
const LEASE_SECONDS = 30;
const USER_AGENT = `Autopay/${API_VERSION}`;

/** A delivery that only this process attempts until the lease ends. */
export interface ClaimedDelivery extends ClaimedRow {
  endpointId: string;
  livemode: boolean;
  url: string;
  secret: string;
  leaseUntil: number;
}

/** How an attempt went, to decide how many more run at once. */
export interface Attempted {
  outcome: 'delivered' | 'failed' | 'refused' | 'deferred';
  latencyMs: number;
}

type Parts = Pick<Deployment, 'db' | 'clock' | 'log' | 'secretKeys' | 'webhookAllow' | 'dnsServers'>;

/**
 * Leases at most `limit` due deliveries of an endpoint, oldest due first, so that at most `maxInFlight` are
 * in progress.
 */
export function claimDue(
  { db, clock, secretKeys }: Parts,
  endpointId: string,
  limit: number,
  maxInFlight: number = MAX_IN_FLIGHT_PER_ENDPOINT,
): Promise<ClaimedDelivery[]> {
  return db.begin(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    if (endpoint === null) return [];
    const { url, livemode } = endpoint;
    const secret = decryptSecret(secretKeys, endpoint.secretBox, endpointId).toString();
    const now = clock.seconds();
    const leaseUntil = now + LEASE_SECONDS;
    const rows = await claimDeliveries(tx, endpoint, {
      now,
      leaseUntil,
      limit,
      maxInFlight,
    });
    return rows.map((row) => ({ ...row, endpointId, livemode, url, secret, leaseUntil }));
  });
}

/**
 * Makes one attempt and records its result. If a process dies in between, the attempt is unknown: the lease
 * expires and the delivery is made again, so receivers deduplicate by event id.
 */
export async function deliver(
  { db, clock, log, webhookAllow, dnsServers }: Parts,
  delivery: ClaimedDelivery,
  { limit, post = postWebhook }: { limit?: TargetLimit; post?: PostWebhook } = {},
): Promise<Attempted> {
  const { id: deliveryId, endpointId, livemode, url, secret, leaseUntil } = delivery;
  const attemptedAt = clock.seconds();
  const body = Buffer.from(delivery.body);
  const result = await post({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      [SIGNATURE_HEADER]: signWebhook(secret, body, attemptedAt),
    },
    policy: { allow: webhookAllow, requireHttps: livemode },
    lookup: dnsServers === null ? undefined : dnsLookup(dnsServers),
    limit,
  });
  if (result.outcome === 'deferred') {
    const nextAttemptAt = clock.seconds() + result.waitSeconds;
    await db.begin(async (tx) => {
      const held = await lockDelivery(tx, deliveryId);
      if (held.leaseUntil !== leaseUntil) return;
      await deferDelivery(tx, deliveryId, nextAttemptAt);
      await wakeAt(tx, endpointId, nextAttemptAt);
    });
    log.info(
      { deliveryId, endpointId, nextAttemptAt },
      'webhook deferred: its target has had enough for now',
    );
    return { outcome: 'deferred', latencyMs: 0 };
  }
  const { outcome, status: responseStatus, latencyMs, responseHead, error } = result;
  const attempt = { attemptedAt, outcome, responseStatus, latencyMs, responseHead, error };
  const next = await db.begin(async (tx) => {
    const held = await lockDelivery(tx, deliveryId);
    if (held.leaseUntil !== leaseUntil) return null;
    const decided = decideDelivery(outcome, held, clock.seconds());
    await recordAttempt(tx, deliveryId, { ...attempt, ...decided });
    if (decided.nextAttemptAt !== null) await wakeAt(tx, endpointId, decided.nextAttemptAt);
    return decided;
  });
  log.info(
    { deliveryId, endpointId, outcome, responseStatus, latencyMs, error, status: next?.status },
    'webhook attempt',
  );
  if (next === null) log.warn({ deliveryId }, 'a webhook attempt outlived its lease and was not recorded');
  return { outcome, latencyMs };
}
