import type { Deployment } from '../deployment.ts';
import { type ClaimedDelivery, claimDue, deliver, MAX_IN_FLIGHT_PER_ENDPOINT } from './deliver.ts';

/** Sends this process's share of the webhooks. */
export interface Dispatcher {
  /** Says that an endpoint may have something due, and returns at once: an endpoint that hangs holds up no job. */
  nudge(endpointId: string): void;
  /** Begins nothing more, and resolves when what was begun has ended: 15 s at the most, and a moment to write it down. */
  drain(): Promise<void>;
}

/**
 * Attempts at a time in one process. A TLS connection takes up to 100 KB, so these take 50 MB at the worst; and 128 endpoints must
 * hang at once before they fill it.
 */
const MAX_IN_FLIGHT = 512;
/** Claims at a time: a burst of events must not take every database connection from the work that moves money. */
const MAX_CLAIMS = 4;

/** A dispatcher that works until it is drained. Endpoints take turns, in the order in which they were nudged. */
export function createDispatcher(
  deployment: Pick<Deployment, 'db' | 'clock' | 'log' | 'secretKeys' | 'webhookAllow' | 'dnsServers'>,
  maxInFlight: number = MAX_IN_FLIGHT,
): Dispatcher {
  const { log } = deployment;
  const waiting = new Set<string>();
  const claiming = new Set<string>();
  const running = new Set<Promise<void>>();
  /** Attempts under way, and places that a claim has reserved. */
  let inFlight = 0;
  let isDraining = false;

  function nudge(endpointId: string): void {
    if (!isDraining) waiting.add(endpointId);
    startClaims();
  }

  function startClaims(): void {
    for (const endpointId of waiting) {
      if (claiming.size >= MAX_CLAIMS || inFlight >= maxInFlight) return;
      // It was nudged again during its claim, which may have missed what is new: it stays waiting.
      if (claiming.has(endpointId)) continue;
      waiting.delete(endpointId);
      track(claim(endpointId));
    }
  }

  async function claim(endpointId: string): Promise<void> {
    const places = Math.min(MAX_IN_FLIGHT_PER_ENDPOINT, maxInFlight - inFlight);
    inFlight += places;
    claiming.add(endpointId);
    let deliveries: ClaimedDelivery[] = [];
    try {
      deliveries = await claimDue(deployment, endpointId, places);
    } catch (error) {
      log.error({ err: error, endpointId }, 'webhooks could not be claimed; the next sweep tries again');
    }
    claiming.delete(endpointId);
    inFlight -= places - deliveries.length;
    for (const delivery of deliveries) track(attempt(delivery));
    startClaims();
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    try {
      await deliver(deployment, delivery);
    } catch (error) {
      log.error(
        { err: error, deliveryId: delivery.id },
        'a webhook attempt was not recorded; it is made again',
      );
    }
    inFlight -= 1;
    nudge(delivery.endpointId);
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.then(() => running.delete(work));
  }

  return {
    nudge,
    drain: async () => {
      isDraining = true;
      waiting.clear();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
