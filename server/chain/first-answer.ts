import type { Clock } from '../lib/clock.ts';
import { OVER } from '../lib/deadline.ts';

/** What choosing among nodes needs to know about each. */
export interface Candidate {
  /**
   * Until this monotonic time it is asked last: it failed, or left a request open that another node answered.
   */
  suspectUntilMs: number;
}

/**
 * Three of four responses of a public node come within this time; then the second node is asked too, and the
 * first good response wins.
 */
const HEDGE_MS = 750;
/** A node that was down is tried first again after this, at the cost of one hedged request. */
const SUSPECT_MS = 30_000;

/** The nodes in the order in which they are asked: as configured, but those that failed lately last. */
export function inOrder<N extends Candidate>(clock: Clock, nodes: readonly N[]): N[] {
  const last = nodes.filter((node) => isSuspect(clock, node));
  return [...nodes.filter((node) => !last.includes(node)), ...last];
}

/** Whether `node` failed lately. */
export function isSuspect(clock: Clock, node: Candidate): boolean {
  return node.suspectUntilMs > clock.monotonicMs();
}

/** Moves `node` to the end of the order for a while. */
export function suspect(clock: Clock, node: Candidate): void {
  node.suspectUntilMs = clock.monotonicMs() + SUSPECT_MS;
}

/**
 * The first response of any node. The next node is asked as soon as one fails or has not responded for 750
 * ms; open requests are aborted once a response comes. Throws the last failure if every node has failed. Only
 * for requests that any honest node may answer.
 */
export function firstAnswer<N extends Candidate, T>(
  clock: Clock,
  nodes: readonly N[],
  askOne: (node: N, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const queue = inOrder(clock, nodes);
  const open = new Map<N, number>();
  const over = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<T>();

  function askNext(): void {
    const node = queue.shift();
    if (node === undefined) return;
    open.set(node, clock.monotonicMs());
    askOne(node, over.signal).then(
      (answer) => won(node, answer),
      (failure: unknown) => lost(node, failure),
    );
    void clock.sleep(HEDGE_MS, over.signal).then(() => {
      if (!over.signal.aborted && open.has(node)) askNext();
    });
  }

  function won(node: N, answer: T): void {
    if (over.signal.aborted) return;
    open.delete(node);
    const nowMs = clock.monotonicMs();
    for (const [other, sinceMs] of open) if (nowMs - sinceMs >= HEDGE_MS) suspect(clock, other);
    over.abort(OVER);
    resolve(answer);
  }

  function lost(node: N, failure: unknown): void {
    open.delete(node);
    if (queue.length > 0) return askNext();
    if (open.size > 0) return;
    over.abort(OVER);
    reject(failure);
  }

  if (queue.length === 0) reject(new Error('Bug: a chain without nodes'));
  askNext();
  return promise;
}
