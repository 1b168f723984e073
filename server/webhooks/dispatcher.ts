import type { Deployment } from '../deployment.ts';
import { type Attempted, type ClaimedDelivery, claimDue, MAX_IN_FLIGHT_PER_ENDPOINT } from './deliver.ts';
import { deliverTraced } from './deliver-traced.ts';
import { listOwners } from './queries.ts';
import { limitTargets } from './target-limit.ts';
import { type Turn, Turns } from './turns.ts';

/** Sends this process's share of the webhooks. */
export interface Dispatcher {
  /**
   * Signals that an endpoint may have something due, and returns at once: a hanging endpoint must not block a
   * job.
   */
  nudge(endpointId: string): void;
  /**
   * Starts nothing more, and resolves when running attempts have ended: 15 s at most, and a moment to record
   * them.
   */
  drain(): Promise<void>;
}

/**
 * Simultaneous attempts in one process. A TLS connection takes up to 100 KB, so these take 50 MB at worst;
 * and 128 endpoints must hang at once to fill it.
 */
const MAX_IN_FLIGHT = 512;
/** Simultaneous claims: a burst of events must not take every database connection from charges. */
const MAX_CLAIMS = 4;

/**
 * A merchant may use a quarter of the free places, so that some are always left for others: one whose
 * endpoints all hang gets 102 of 512, eight of them 42 each, and 170 stay free.
 */
const SHARE_OF_FREE = 1 / 4;
/**
 * An attempt that failed after this long was mostly waiting. Until the endpoint responds again, only one at a
 * time waits for it.
 */
const SLOW_MS = 5_000;
/** How many slow endpoints are remembered. */
const MAX_SLOW = 10_000;

/** A dispatcher that works until drained. Merchants take turns, and so do the endpoints of each. */
export function createDispatcher(
  deployment: Pick<
    Deployment,
    'db' | 'clock' | 'log' | 'secretKeys' | 'webhookAllow' | 'dnsServers' | 'webhooksPerTarget' | 'tracer'
  >,
  maxInFlight: number = MAX_IN_FLIGHT,
): Dispatcher {
  const { db, clock, log } = deployment;
  const limit = limitTargets(clock, deployment.webhooksPerTarget);
  /** Signalled endpoints whose merchant is not known yet. */
  const nudged = new Set<string>();
  let isLooking = false;
  const waiting = new Turns();
  const inFlightOf = new Map<string, number>();
  const slow = new Set<string>();
  const claiming = new Set<string>();
  const running = new Set<Promise<void>>();
  /** Running attempts, and places that a claim has reserved. */
  let inFlight = 0;
  let isDraining = false;

  function nudge(endpointId: string): void {
    if (isDraining) return;
    nudged.add(endpointId);
    if (!isLooking) track(findOwners());
  }

  /** Queues signalled endpoints under their merchants; a burst of signals takes one or two queries. */
  async function findOwners(): Promise<void> {
    isLooking = true;
    try {
      while (nudged.size > 0) {
        const endpointIds = [...nudged];
        nudged.clear();
        for (const turn of await listOwners(db, endpointIds)) if (!isDraining) waiting.add(turn);
        startClaims();
      }
    } catch (error) {
      log.error({ err: error }, 'endpoints could not be looked up; the next sweep tries again');
    }
    isLooking = false;
  }

  function placesOf(merchantId: string): number {
    const share = Math.floor((maxInFlight - inFlight) * SHARE_OF_FREE);
    return Math.max(MAX_IN_FLIGHT_PER_ENDPOINT, share) - (inFlightOf.get(merchantId) ?? 0);
  }

  function hold(merchantId: string, places: number): void {
    inFlight += places;
    const held = (inFlightOf.get(merchantId) ?? 0) + places;
    if (held > 0) inFlightOf.set(merchantId, held);
    else inFlightOf.delete(merchantId);
  }

  function startClaims(): void {
    for (;;) {
      if (claiming.size >= MAX_CLAIMS || inFlight >= maxInFlight) return;
      // An endpoint signalled again during its claim stays queued, since the claim may have missed what is
      // new.
      const turn = waiting.take((merchantId) => placesOf(merchantId) > 0, claiming);
      if (turn === null) return;
      track(claim(turn));
    }
  }

  async function claim(turn: Turn): Promise<void> {
    const { merchantId, endpointId } = turn;
    const most = slow.has(endpointId) ? 1 : MAX_IN_FLIGHT_PER_ENDPOINT;
    const places = Math.min(most, maxInFlight - inFlight, placesOf(merchantId));
    hold(merchantId, places);
    claiming.add(endpointId);
    let deliveries: ClaimedDelivery[] = [];
    try {
      deliveries = await claimDue(deployment, endpointId, places, most);
    } catch (error) {
      log.error({ err: error, endpointId }, 'webhooks could not be claimed; the next sweep tries again');
    }
    claiming.delete(endpointId);
    hold(merchantId, deliveries.length - places);
    for (const delivery of deliveries) track(attempt(turn, delivery));
    startClaims();
  }

  async function attempt(turn: Turn, delivery: ClaimedDelivery): Promise<void> {
    try {
      noteSpeed(turn.endpointId, await deliverTraced(deployment, delivery, { limit }));
    } catch (error) {
      log.error(
        { err: error, deliveryId: delivery.id },
        'a webhook attempt was not recorded; it is made again',
      );
    }
    hold(turn.merchantId, -1);
    if (!isDraining) waiting.add(turn);
    startClaims();
  }

  function noteSpeed(endpointId: string, { outcome, latencyMs }: Attempted): void {
    if (outcome === 'delivered') slow.delete(endpointId);
    if (outcome !== 'failed' || latencyMs < SLOW_MS) return;
    const [oldest] = slow;
    if (slow.size >= MAX_SLOW) slow.delete(oldest!);
    slow.add(endpointId);
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.then(() => running.delete(work));
  }

  return {
    nudge,
    drain: async () => {
      isDraining = true;
      nudged.clear();
      waiting.clear();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
