import type { Chain } from '../chain/rpc.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { Followed, type Sent } from './followed.ts';
import type { Appliers } from './outcome.ts';
import { pollMs, resolveOnce } from './resolve-attempts.ts';

/**
 * Watches what this process sent, so that its outcome is recorded as soon as it lands, without anyone
 * waiting.
 */
export interface Follower {
  /** Returns at once. */
  follow(livemode: boolean, sent: readonly Sent[]): void;
  /**
   * Resolves when there is room to send `count` more, or `signal` aborts. Then call what it resolves with, after `follow`.
   */
  room(livemode: boolean, count: number, signal?: AbortSignal): Promise<() => void>;
  /** Stops watching: the resolver handles what is still open. */
  stop(): Promise<void>;
}

/** Confirmation takes about a second, finality 13 s. After this the resolver handles what is still open. */
const FOLLOW_MS = 20_000;
/** Checked together: few enough that what another merchant sends meanwhile is not long behind. One call returns up to 256 statuses. */
const BATCH = 128;
/** Batches checked at once: while Postgres records one, the others wait for a node that may be far away, or are prepared. */
const LANES = 4;
/** Nodes limit the request rate: what is due within this time shares a call. */
const TOGETHER_MS = 50;
/** How soon room is looked for again: a batch takes longer. */
const ROOM_AGAIN_MS = 50;

/** A follower with four loops per mode, however many batches were sent: nodes limit the request rate. */
export function createFollower(deployment: Deployment, appliers: Appliers): Follower {
  const { clock, log } = deployment;
  const stopped = new AbortController();
  const open = { test: new Followed(), live: new Followed() };
  const followedIn = (livemode: boolean) => open[livemode ? 'live' : 'test'];
  const lanes = { test: new Set<Promise<void>>(), live: new Set<Promise<void>>() };

  function follow(livemode: boolean, sent: readonly Sent[]): void {
    const nowMs = clock.monotonicMs();
    const followed = followedIn(livemode);
    const checkAtMs = nowMs + pollMs(chainOf(deployment, livemode)!, followed.size + sent.length);
    followed.add(sent, { untilMs: nowMs + FOLLOW_MS, checkAtMs });
    if (sent.length === 0 || stopped.signal.aborted) return;
    const running = lanes[livemode ? 'live' : 'test'];
    while (running.size < LANES) {
      const lane = watch(livemode);
      running.add(lane);
      void lane.then(() => running.delete(lane));
    }
  }

  async function watch(livemode: boolean): Promise<void> {
    const chain = chainOf(deployment, livemode)!;
    const followed = followedIn(livemode);
    while (followed.size > 0 && !stopped.signal.aborted) {
      const batch = followed.take(clock.monotonicMs(), BATCH);
      if (batch.length > 0) await check(chain, followed, batch);
      // What is sent meanwhile is due no sooner than after a poll. What is due at almost the same time shares a call.
      const untilNextMs = Math.min(followed.nextMs - clock.monotonicMs(), pollMs(chain, followed.size));
      if (batch.length < BATCH && followed.size > 0)
        await clock.sleep(Math.max(untilNextMs, TOGETHER_MS), stopped.signal);
    }
  }

  async function check(chain: Chain, followed: Followed, batch: readonly string[]): Promise<void> {
    try {
      const waits = await resolveOnce(deployment, appliers, chain, batch);
      const nowMs = clock.monotonicMs();
      for (const id of batch) {
        const waitMs = waits.get(id);
        followed.postpone(id, waitMs === undefined ? undefined : nowMs + waitMs, nowMs);
      }
    } catch (error) {
      log.warn({ err: error }, 'sent charges are left to the resolver');
      followed.forget(batch);
    }
  }

  async function room(livemode: boolean, count: number, signal?: AbortSignal): Promise<() => void> {
    const chain = chainOf(deployment, livemode);
    const followed = followedIn(livemode);
    if (chain === null) return () => {};
    while (!followed.reserve(count, clock.monotonicMs() + pollMs(chain, followed.size))) {
      if (signal?.aborted || stopped.signal.aborted) return () => {};
      await clock.sleep(ROOM_AGAIN_MS, signal);
    }
    return () => followed.release(count);
  }

  return {
    follow,
    room,
    stop: async () => {
      stopped.abort();
      await Promise.all([...lanes.test, ...lanes.live]);
    },
  };
}
