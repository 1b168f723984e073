import { isIPv6 } from 'node:net';
import type { Clock } from '../lib/clock.ts';
import { ipv6Network } from '../lib/ipv6-network.ts';

const WINDOW_MS = 60_000;
/** With more targets in a minute, the oldest counts are dropped: 10 MB. */
const MAX_TARGETS = 100_000;

/** Seconds to wait before one more webhook may go to `address`; 0: send now, and it is counted. */
export type TargetLimit = (address: string) => number;

/**
 * At most `perMinute` webhooks go to one address from this process, whoever owns the endpoints. Anyone may
 * register somebody else's address many times: without this limit the service would turn their events into a
 * flood.
 */
export function limitTargets(clock: Pick<Clock, 'monotonicMs'>, perMinute: number): TargetLimit {
  const targets = new Map<string, { startedMs: number; sent: number }>();
  return (address) => {
    // One machine may have every address of its /64.
    const name = isIPv6(address) ? ipv6Network(address, 64) : address;
    const nowMs = clock.monotonicMs();
    let target = targets.get(name);
    if (target === undefined || nowMs >= target.startedMs + WINDOW_MS) {
      targets.delete(name);
      const [oldest] = targets.keys();
      if (targets.size >= MAX_TARGETS) targets.delete(oldest!);
      target = { startedMs: nowMs, sent: 0 };
      targets.set(name, target);
    }
    if (target.sent >= perMinute) return Math.ceil((target.startedMs + WINDOW_MS - nowMs) / 1000);
    target.sent += 1;
    return 0;
  };
}
