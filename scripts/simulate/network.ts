import type { Random } from './random.ts';
import type { SimulatedNode } from './node.ts';
import type { VirtualTime, Waiter } from './virtual-time.ts';

/** How long a call of a node takes, in virtual time. */
const LATENCY_MS = { least: 20, most: 250 };

export interface NetworkParts {
  time: VirtualTime;
  random: Random;
  nodes: readonly SimulatedNode[];
  /** The process behind the first part of a URL's host; null for one that is gone. */
  processNamed: (name: string) => Waiter | null;
  trace: (line: string) => void;
}

/** The URLs of the nodes as one process has them: the host says who asks whom. */
export function nodeUrls(process: string, nodes: readonly SimulatedNode[]): string[] {
  return nodes.map(({ name }) => `http://${process}.${name}.sim`);
}

/** Replaces `fetch`: what a process asks of a node takes virtual time, and dies with the process. */
export function connectNetwork({ time, random, nodes, processNamed, trace }: NetworkParts): void {
  globalThis.fetch = (async (input: unknown, init: RequestInit = {}) => {
    const [processName, nodeName] = new URL(String(input)).host.split('.');
    const node = nodes.find(({ name }) => name === nodeName);
    const waiter = processNamed(processName!);
    if (node === undefined || waiter === null) throw new Error(`Bug: nobody answers at ${String(input)}.`);
    const body = String(init.body);
    const method = /"method":"([^"]+)"/.exec(body)?.[1];
    await time.sleep(random.between(LATENCY_MS.least, LATENCY_MS.most), waiter);
    if (init.signal?.aborted) throw init.signal.reason;
    const reply = await node.answer(body);
    trace(
      `${processName} asks ${node.name} ${method}: ${reply.kind === 'body' ? summary(reply.body) : reply.kind}`,
    );
    if (reply.kind === 'silent') await aborted(init.signal, () => time.sleep(0, waiter));
    if (reply.kind === 'broken') throw new TypeError('fetch failed: the connection was closed');
    return { ok: true, status: 200, statusText: 'OK', text: async () => (reply as { body: string }).body };
  }) as unknown as typeof fetch;
}

/** Rejects once the caller gave up. `inTurn` never resolves for a process that died meanwhile. */
function aborted(signal: AbortSignal | null | undefined, inTurn: () => Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => void inTurn().then(() => reject(signal!.reason));
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp);
  });
}

/** Enough of a response for a reader of the trace; the rest is in its length. */
function summary(body: string): string {
  const result = body.replace(/^\{"jsonrpc":"2.0",/, '');
  return result.length > 100 ? `${result.slice(0, 80)} (${result.length})` : result;
}
