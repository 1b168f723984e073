import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
} from '@solana/kit';
import type { PendingRpcRequest, Rpc, SolanaRpcApi } from '@solana/kit';
import { firstAnswer, isSuspect } from './first-answer.ts';
import { askNode, type Chain, type ChainNode, ChainUnavailableError, type Commitment } from './rpc.ts';

/** The highest slot a node has shown, and when. */
interface Seen {
  slot: bigint;
  atMs: number;
}

/**
 * Behind one address are many nodes, a slot (0.4 s) or two apart: one that trails catches up while it is
 * asked again.
 */
const TRAILING = { tries: 4, waitMs: 400 };
/**
 * 5 minutes: no honest node that still responds is further behind. A slot that no node shows for so long
 * never existed, and requiring it would stop everything forever.
 */
const MAX_AGE_MS = 300_000;
/** A node that takes longer to report its slot is skipped. */
const LEARN_MS = 1_000;

const seen = new WeakMap<Chain, Record<Commitment, Seen>>();

/** The slot that a response must have reached to decide about money; null while none is known. */
export function slotFloor(chain: Chain, commitment: Commitment): bigint | null {
  const { slot, atMs } = seenOn(chain)[commitment];
  return slot > 0n && chain.clock.monotonicMs() - atMs < MAX_AGE_MS ? slot : null;
}

/** Records that a node has shown `slot` at `commitment`. Finalized implies confirmed. */
export function noteSlot(chain: Chain, commitment: Commitment, slot: bigint): void {
  const atMs = chain.clock.monotonicMs();
  const levels: Commitment[] = commitment === 'finalized' ? ['finalized', 'confirmed'] : ['confirmed'];
  for (const level of levels) {
    const floor = slotFloor(chain, level);
    if (floor === null || slot >= floor) seenOn(chain)[level] = { slot, atMs };
  }
}

/**
 * A response at least as recent as any node has shown before, and as `atLeast`: an older one may show no
 * money for a payer who has just been paid. `request` gets the slot to require. Throws
 * `ChainUnavailableError`, also if no node has reached that slot.
 */
export async function askFresh<T extends { context: { slot: bigint } }>(
  chain: Chain,
  { commitment, atLeast = 0n }: { commitment: Commitment; atLeast?: bigint | undefined },
  request: (rpc: Rpc<SolanaRpcApi>, minContextSlot: bigint) => PendingRpcRequest<T>,
): Promise<T> {
  const floor = slotFloor(chain, commitment) ?? 0n;
  const minimum = floor > atLeast ? floor : atLeast;
  const answer = await firstAnswer(chain.clock, chain.nodes, (node, signal) =>
    askPatiently(chain, node, { minimum, signal }, (rpc) => request(rpc, minimum)),
  );
  noteSlot(chain, commitment, answer.context.slot);
  return answer;
}

/**
 * With several nodes, asks each that responds promptly how far it is: the next one to be asked may be behind.
 */
export async function learnSlot(chain: Chain, commitment: Commitment): Promise<void> {
  if (chain.nodes.length < 2) return;
  const nodes = chain.nodes.filter((node) => !isSuspect(chain.clock, node));
  const answers = await Promise.allSettled(
    nodes.map((node) => askNode(chain, node, (rpc) => rpc.getSlot({ commitment }), { deadlineMs: LEARN_MS })),
  );
  for (const answer of answers) if (answer.status === 'fulfilled') noteSlot(chain, commitment, answer.value);
}

async function askPatiently<T extends { context: { slot: bigint } }>(
  chain: Chain,
  node: ChainNode,
  { minimum, signal }: { minimum: bigint; signal: AbortSignal },
  request: (rpc: Rpc<SolanaRpcApi>) => PendingRpcRequest<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await askNode(chain, node, request, { signal });
      // Some proxies drop parameters they do not know.
      if (answer.context.slot >= minimum) return answer;
      if (tries === TRAILING.tries || signal.aborted) {
        throw new ChainUnavailableError(
          `The RPC node ${node.name} is behind: it shows slot ${answer.context.slot}, and ${minimum} was seen before.`,
        );
      }
    } catch (error) {
      if (!isBehind(error) || tries === TRAILING.tries || signal.aborted) throw error;
    }
    await chain.clock.sleep(TRAILING.waitMs, signal);
  }
}

function isBehind(error: unknown): boolean {
  const cause = error instanceof ChainUnavailableError ? error.cause : null;
  return isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED);
}

function seenOn(chain: Chain): Record<Commitment, Seen> {
  const known = seen.get(chain);
  if (known !== undefined) return known;
  const none = { confirmed: { slot: 0n, atMs: 0 }, finalized: { slot: 0n, atMs: 0 } };
  seen.set(chain, none);
  return none;
}
