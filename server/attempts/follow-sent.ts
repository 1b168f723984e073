import { chainOf, type Deployment } from '../deployment.ts';
import { chunksOf } from '../lib/chunks.ts';
import type { Appliers } from './outcome.ts';
import { pollMs, resolveOnce } from './resolve-attempts.ts';

/**
 * Watches what this process sent, so that its outcome is recorded as soon as it lands, without anyone
 * waiting.
 */
export interface Follower {
  /** Returns at once. */
  follow(livemode: boolean, attemptIds: readonly string[]): void;
  /** Stops watching: the resolver handles what is still open. */
  stop(): Promise<void>;
}

/** Confirmation takes about a second, finality 13 s. After this the resolver handles what is still open. */
const FOLLOW_MS = 20_000;

/** An attempt that is watched; monotonic times. */
interface Followed {
  /** The resolver takes over. */
  untilMs: number;
  /** When its outcome can have changed. */
  checkAtMs: number;
}

/** Checked together: one call returns up to 256 statuses. */
const BATCH = 256;

/** A follower with one loop per mode, however many batches were sent: nodes limit the request rate. */
export function createFollower(deployment: Deployment, appliers: Appliers): Follower {
  const stopped = new AbortController();
  const open = { test: new Map<string, Followed>(), live: new Map<string, Followed>() };
  const loops = new Map<boolean, Promise<void>>();

  function follow(livemode: boolean, attemptIds: readonly string[]): void {
    const nowMs = deployment.clock.monotonicMs();
    const checkAtMs = nowMs + pollMs(chainOf(deployment, livemode)!);
    for (const id of attemptIds)
      open[livemode ? 'live' : 'test'].set(id, { untilMs: nowMs + FOLLOW_MS, checkAtMs });
    if (attemptIds.length === 0 || loops.has(livemode) || stopped.signal.aborted) return;
    loops.set(
      livemode,
      loop(livemode).then(() => void loops.delete(livemode)),
    );
  }

  async function loop(livemode: boolean): Promise<void> {
    const { clock, log } = deployment;
    const chain = chainOf(deployment, livemode)!;
    const ids = open[livemode ? 'live' : 'test'];
    while (ids.size > 0 && !stopped.signal.aborted) {
      const startedMs = clock.monotonicMs();
      const asked = [...ids].filter(([, { checkAtMs }]) => checkAtMs <= startedMs).map(([id]) => id);
      try {
        for (const batch of chunksOf(asked, BATCH)) {
          if (stopped.signal.aborted) break;
          const waits = await resolveOnce(deployment, appliers, chain, batch);
          const nowMs = clock.monotonicMs();
          for (const id of batch) {
            const [followed, waitMs] = [ids.get(id)!, waits.get(id)];
            if (waitMs === undefined || followed.untilMs <= nowMs) ids.delete(id);
            else followed.checkAtMs = nowMs + waitMs;
          }
        }
      } catch (error) {
        log.warn({ err: error }, 'sent charges are left to the resolver');
        for (const id of asked) ids.delete(id);
      }
      // Others may be sent meanwhile, and be due sooner than these.
      if (ids.size > 0) await clock.sleep(pollMs(chain), stopped.signal);
    }
  }

  return {
    follow,
    stop: async () => {
      stopped.abort();
      await Promise.all(loops.values());
    },
  };
}
