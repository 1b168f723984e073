import type { Clock } from '../lib/clock.ts';

/** What choosing among nodes needs to know of one. */
export interface Candidate {
  /** Until then, on the monotonic clock, it is asked last: it failed, or left a question unanswered that another node answered. */
  suspectUntilMs: number;
}

/** Three of four answers of a public node come within this; the second node is asked meanwhile, and the first good answer wins. */
const HEDGE_MS = 750;
/** A node that was away is tried first again after this: it costs one question the time above. */
const SUSPECT_MS = 30_000;

/** The nodes in the order in which they are asked: as configured, those that failed lately last. */
export function inOrder<N extends Candidate>(clock: Clock, nodes: readonly N[]): N[] {
  const last = nodes.filter((node) => isSuspect(clock, node));
  return [...nodes.filter((node) => !last.includes(node)), ...last];
}

/** Whether `node` failed lately. */
export function isSuspect(clock: Clock, node: Candidate): boolean {
  return node.suspectUntilMs > clock.monotonicMs();
}

/** Has `node` asked last for a while. */
export function suspect(clock: Clock, node: Candidate): void {
  node.suspectUntilMs = clock.monotonicMs() + SUSPECT_MS;
}

/**
 * The first node's answer that comes. The next node is asked as soon as one fails, or has not answered for 750 ms; what is
 * still open when an answer comes is aborted. Throws the last failure when every node has failed. Only for questions that any
 * honest node may answer.
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
    over.abort();
    resolve(answer);
  }

  function lost(node: N, failure: unknown): void {
    open.delete(node);
    if (queue.length > 0) return askNext();
    if (open.size > 0) return;
    over.abort();
    reject(failure);
  }

  if (queue.length === 0) reject(new Error('Bug: a chain without nodes'));
  askNext();
  return promise;
}
