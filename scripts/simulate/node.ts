import { getBase58Decoder } from '@solana/kit';
import type { Chain } from '../../server/localnet/chain.ts';
import { Rpc } from '../../server/localnet/json-rpc.ts';
import type { Random } from './random.ts';

/**
 * How a node misbehaves for a while:
 * - `lose`: acts, and its reply is lost
 * - `refuse`: answers an error and does not act
 * - `hang`: never responds
 * - `drop`: takes a transaction, and forgets it
 * - `delay`: takes a transaction, and passes it on some slots later
 * - `lag`: responds as it was some slots ago
 * - `prune`: knows nothing from before `sinceSlot`, and says so
 * - `blank`: says that it knows no transaction, though it has a whole history
 * - `fork`: shows a transaction as confirmed in a block that is never finalized; it may land in another one
 *   later
 * - `twice`: passes on what it was sent, and once more some slots later
 */
export type NodeFaultKind =
  | 'lose'
  | 'refuse'
  | 'hang'
  | 'drop'
  | 'delay'
  | 'lag'
  | 'prune'
  | 'blank'
  | 'fork'
  | 'twice';

export interface NodeFault {
  kind: NodeFaultKind;
  /** Share of the calls that it hits, 0 to 1. */
  share: number;
  /** For `lag`, `delay`, `fork` and `twice`. */
  slots: number;
}

/** What comes of one call. */
export type Reply =
  | { kind: 'body'; body: string }
  /** The connection breaks without a response. */
  | { kind: 'broken' }
  /** Nothing, until the caller gives up. */
  | { kind: 'silent' };

const base58 = getBase58Decoder();
const SENT = 'sendTransaction';
const HISTORY: ReadonlySet<string> = new Set([
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getTransaction',
]);

interface Request {
  id: unknown;
  method: string;
  params: unknown[];
}

/** One RPC node: the chain as it shows it, with the faults that it has at the moment. */
export class SimulatedNode {
  readonly name: string;
  /** Since when nothing has been wrong with it; Infinity while something is. */
  wellSinceMs = 0;
  #faults: readonly NodeFault[] = [];
  /** Below this slot it has no history. */
  #prunedBefore = 0;
  /** By signature: the slot in which a block of another fork has it. */
  readonly #forked = new Map<string, number>();
  readonly #rpc: Rpc;
  readonly #chain: Chain;
  readonly #random: Random;
  readonly #later: (slots: number, act: () => void) => void;
  readonly #count: (what: string) => void;

  constructor(
    name: string,
    chain: Chain,
    parts: {
      random: Random;
      /** Lets something happen some slots later. */
      later: (slots: number, act: () => void) => void;
      count: (what: string) => void;
    },
  ) {
    this.name = name;
    this.#chain = chain;
    this.#rpc = new Rpc(chain, new AbortController().signal);
    this.#random = parts.random;
    this.#later = parts.later;
    this.#count = parts.count;
  }

  get faults(): readonly NodeFault[] {
    return this.#faults;
  }

  setFaults(faults: readonly NodeFault[], nowMs: number): void {
    this.#faults = faults;
    this.wellSinceMs = faults.length === 0 ? nowMs : Infinity;
  }

  async answer(body: string): Promise<Reply> {
    const request = JSON.parse(body) as Request;
    const hits = this.faults.filter(
      ({ kind, share }) => applies(kind, request.method) && this.#random.chance(share),
    );
    const hit = (kind: NodeFaultKind) => hits.find((fault) => fault.kind === kind);
    for (const { kind } of hits) this.#count(`node ${kind}`);
    if (hit('hang')) return { kind: 'silent' };
    if (hit('refuse')) {
      return bodyOf(request, { error: { code: -32005, message: 'Node is unhealthy', data: {} } });
    }
    const taken = hit('drop') ?? hit('delay') ?? hit('fork');
    if (taken) return bodyOf(request, { result: this.#takeOnly(request, body, taken) });
    if (hit('blank') && HISTORY.has(request.method))
      return bodyOf(request, { result: this.#nothing(request) });
    const pruned = hit('prune') ? this.#answerPruned(request) : null;
    if (pruned !== null) return bodyOf(request, { result: pruned });
    const lag = hit('lag');
    this.#rpc.faults.set(lag ? [{ method: '*', kind: 'lag', slots: Math.min(64, lag.slots) }] : []);
    const twice = hit('twice');
    if (twice) this.#passOnLater(body, twice.slots);
    const answered = this.#withForks(request, await this.#rpc.answer(body));
    return hit('lose') ? { kind: 'broken' } : { kind: 'body', body: answered };
  }

  /** The signature of a transaction that is not run now: later, or never. */
  #takeOnly({ params }: Request, body: string, { kind, slots }: NodeFault): string {
    const signature = signatureOf(params[0] as string);
    if (kind === 'fork') this.#forked.set(signature, this.#chain.slots.current());
    if (kind === 'delay' || (kind === 'fork' && this.#random.chance(0.5))) this.#passOnLater(body, slots);
    return signature;
  }

  #passOnLater(body: string, slots: number): void {
    this.#later(slots, () => {
      this.#rpc.faults.set([]);
      void this.#rpc.answer(body.replace('"skipPreflight":false', '"skipPreflight":true'));
    });
  }

  /** Until it would be finalized, a block of another fork looks like any. */
  #withForks({ method, params }: Request, body: string): string {
    if (method !== 'getSignatureStatuses' || this.#forked.size === 0) return body;
    const reply = JSON.parse(body) as { result?: { context: { slot: number }; value: unknown[] } };
    for (const [at, signature] of (params[0] as string[]).entries()) {
      const slot = this.#forked.get(signature);
      const { result } = reply;
      if (slot === undefined || !result || result.value[at] !== null || result.context.slot < slot) continue;
      if (slot <= this.#chain.slots.at('finalized')) continue;
      const confirmations = result.context.slot - slot;
      const seen = { confirmations, err: null, status: { Ok: null }, confirmationStatus: 'confirmed' };
      result.value[at] = { slot, ...seen };
    }
    return JSON.stringify(reply);
  }

  #nothing({ method, params }: Request): unknown {
    const slot = this.#chain.slots.at('confirmed');
    if (method === 'getSignatureStatuses') {
      return { context: { apiVersion: '3.0.0', slot }, value: (params[0] as unknown[]).map(() => null) };
    }
    return method === 'getSignaturesForAddress' ? [] : null;
  }

  /**
   * A pruned node has no history but the last slots, and names its first block truthfully. Null where it
   * responds as ever.
   */
  #answerPruned(request: Request): unknown {
    this.#prunedBefore = Math.max(this.#prunedBefore, this.#chain.slots.at('finalized') - PRUNED_SLOTS);
    if (request.method === 'getFirstAvailableBlock') return this.#prunedBefore;
    if (!HISTORY.has(request.method)) return null;
    const known = [...this.#chain.history.since(this.#prunedBefore)];
    const signatures = request.method === 'getSignatureStatuses' ? (request.params[0] as string[]) : [];
    // Where all that is asked about is recent, a pruned node is as good as any.
    if (signatures.some((one) => known.some(({ signature }) => signature === one))) return null;
    if (request.method === 'getSignaturesForAddress' && known.length > 0) return null;
    return this.#nothing(request);
  }
}

/** About an hour: some providers keep no more for cheap plans. */
const PRUNED_SLOTS = 9_000;

const ONLY_SENDING: ReadonlySet<NodeFaultKind> = new Set(['drop', 'delay', 'fork', 'twice']);

function applies(kind: NodeFaultKind, method: string): boolean {
  if (ONLY_SENDING.has(kind)) return method === SENT;
  if (kind === 'blank') return HISTORY.has(method);
  if (kind === 'prune') return HISTORY.has(method) || method === 'getFirstAvailableBlock';
  return method !== 'getGenesisHash';
}

function bodyOf({ id }: Request, rest: object): Reply {
  return { kind: 'body', body: JSON.stringify({ jsonrpc: '2.0', id, ...rest }) };
}

/** The first signature stands right behind the count of signatures. */
function signatureOf(wire: string): string {
  return base58.decode(Buffer.from(wire, 'base64').subarray(1, 65));
}
