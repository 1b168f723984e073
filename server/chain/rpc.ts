import {
  createDefaultRpcTransport,
  createRpcMessage,
  createSolanaRpcFromTransport,
  isSolanaError,
  type PendingRpcRequest,
  type Rpc,
  type RpcTransport,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type SolanaRpcApi,
} from '@solana/kit';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Clock } from '../lib/clock.ts';
import { NoTimeLeftError, withinDeadline } from '../lib/deadline.ts';
import { type Candidate, firstAnswer, suspect } from './first-answer.ts';
import type { Signer } from './signer.ts';

/** What a status must have reached to count. `processed` is refused everywhere: it can be undone. */
export type Commitment = 'confirmed' | 'finalized';

/** One RPC node of a chain. */
export interface ChainNode extends Candidate {
  /** Host and port only: a provider's API key often stands in the URL's path or query, and never belongs in a log. */
  name: string;
  rpc: Rpc<SolanaRpcApi>;
  /** Every call of `rpc` goes through it, also after it was replaced. */
  transport: RpcTransport;
  /** Which chain the node serves; null until it has answered once. */
  identity: NodeIdentity | null;
  /** When it last said so, on the monotonic clock. Null: it must say it again before it is asked anything. */
  identifiedAtMs: number | null;
  /** The question that is under way, shared by all who wait for it. */
  identifying: Promise<NodeIdentity> | null;
}

/** What a node says about itself. */
export interface NodeIdentity {
  genesisHash: string;
  isLocalnet: boolean;
}

/** A Solana cluster of one mode, with the keys that the service signs with there. */
export interface Chain {
  clock: Clock;
  mode: 'test' | 'live';
  livemode: boolean;
  genesisHash: string;
  /** From here on a successful transaction counts as paid. */
  commitment: Commitment;
  /** Whether this is the embedded test chain, which alone has `autopay_*` methods. False until its node was reached. */
  readonly isLocalnet: boolean;
  /** Told once when a node turns out to serve another chain: somebody has to look after it. */
  onForeignNode?: ((node: string, genesisHash: string) => void) | undefined;
  /** In the order in which they are asked, those that failed lately last; and as second witnesses. */
  nodes: readonly ChainNode[];
  feePayer: Signer;
  /** The first one signs new mandates; the others only those that name them. */
  delegates: readonly Signer[];
  publishPlans: boolean;
  /** The most revocations of one merchant that are written on chain within a day. */
  revokesPublishedPerDay: number;
  /** What is bid at least per compute unit, and what at most; the second goes first. */
  minPriorityFeeMicroLamports: bigint;
  maxPriorityFeeMicroLamports: bigint;
}

export interface ConnectOptions extends Pick<
  Chain,
  | 'clock'
  | 'mode'
  | 'commitment'
  | 'feePayer'
  | 'delegates'
  | 'publishPlans'
  | 'revokesPublishedPerDay'
  | 'minPriorityFeeMicroLamports'
  | 'maxPriorityFeeMicroLamports'
  | 'onForeignNode'
> {
  rpcUrls: readonly string[];
  /** The chain that earlier records belong to. With it the service starts while every node is down. */
  expectedGenesisHash: string | null;
}

/** No node answered usably. It says nothing about any payer or payee: the fault is ours, and the work is retried. */
export class ChainUnavailableError extends UnavailableError {
  constructor(message: string, cause?: unknown, told = 'The Solana network did not answer in time.') {
    super(told, message, cause);
    this.name = 'ChainUnavailableError';
  }
}

/** The nodes serve another chain than the records belong to, or differ among themselves. Start-up must refuse. */
export class ChainMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainMismatchError';
  }
}

/** 8 s: a public node's history search takes up to 3 s, and two nodes must fit into a client's usual 30 s. */
const RPC_DEADLINE_MS = 8_000;
/** A node is asked again which chain it serves after this, and after each failure to reach it: behind an address there may be another one. */
const IDENTITY_MAX_AGE_MS = 60_000;

/**
 * The chain behind `rpcUrls`. A node that is down now is asked who it is before its first use; meanwhile calls fail with
 * `ChainUnavailableError`. Throws `ChainMismatchError`, and `ChainUnavailableError` when neither a node nor
 * `expectedGenesisHash` tells which chain this is.
 */
export async function connectChain(options: ConnectOptions): Promise<Chain> {
  const { rpcUrls, expectedGenesisHash, ...rest } = options;
  const nodes = rpcUrls.map(createNode);
  const answers = await Promise.allSettled(nodes.map((node) => identify(rest, node)));
  const hashes = new Set(nodes.flatMap((node) => node.identity?.genesisHash ?? []));
  if (expectedGenesisHash) hashes.add(expectedGenesisHash);
  const [genesisHash, ...others] = hashes;
  if (others.length > 0) {
    const served = nodes.map(
      (node) => `${node.name} serves ${node.identity?.genesisHash ?? 'an unknown chain'}`,
    );
    const expected = expectedGenesisHash ? `the database belongs to ${expectedGenesisHash}; ` : '';
    throw new ChainMismatchError(`The ${rest.mode} chain is not one chain: ${expected}${served.join(', ')}.`);
  }
  if (!genesisHash) throw (answers[0] as PromiseRejectedResult).reason;
  return {
    ...rest,
    livemode: rest.mode === 'live',
    genesisHash,
    nodes,
    get isLocalnet() {
      return nodes[0]?.identity?.isLocalnet ?? false;
    },
  };
}

/** The first node's answer that comes. Throws `ChainUnavailableError` with the last failure when none does. */
export function ask<T>(chain: Chain, request: (rpc: Rpc<SolanaRpcApi>) => PendingRpcRequest<T>): Promise<T> {
  return firstAnswer(chain.clock, chain.nodes, (node, signal) => askNode(chain, node, request, { signal }));
}

/** How one node is asked. */
export interface AskNodeOptions {
  /** 8 s unless given. */
  deadlineMs?: number;
  /** Aborts when the answer is no longer needed. */
  signal?: AbortSignal;
}

/**
 * One node's answer, within the deadline, which covers learning which chain the node serves. Throws `ChainUnavailableError`, whose
 * cause is what the node said.
 */
export function askNode<T>(
  chain: Chain,
  node: ChainNode,
  request: (rpc: Rpc<SolanaRpcApi>) => PendingRpcRequest<T>,
  options: AskNodeOptions = {},
): Promise<T> {
  const asking = async (abortSignal: AbortSignal) => {
    await requireSameChain(chain, node);
    return request(node.rpc).send({ abortSignal });
  };
  return within(chain.clock, node, asking, options);
}

async function requireSameChain(chain: Chain, node: ChainNode): Promise<void> {
  const before = node.identity?.genesisHash;
  const { genesisHash } = await currentIdentity(chain, node);
  if (genesisHash === chain.genesisHash) return;
  if (genesisHash !== before) chain.onForeignNode?.(node.name, genesisHash);
  throw new ChainUnavailableError(`The RPC node ${node.name} serves another chain: ${genesisHash}.`);
}

/** The result of one of the embedded test chain's own `autopay_*` methods. */
export async function askLocalnet<T>(
  chain: Chain,
  methodName: string,
  params: readonly unknown[],
): Promise<T> {
  const node = chain.nodes[0];
  if (!node || !chain.isLocalnet)
    throw new Error(`Bug: ${methodName} was called on a chain that is not the localnet`);
  const response = await callRaw(chain.clock, node, methodName, params);
  if (response.error) throw new Error(`${methodName}: ${response.error.message}`);
  return response.result as T;
}

function createNode(url: string): ChainNode {
  const node: ChainNode = {
    name: new URL(url).host,
    rpc: createSolanaRpcFromTransport((config) => node.transport(config)),
    transport: createDefaultRpcTransport({ url }),
    identity: null,
    identifiedAtMs: null,
    identifying: null,
    suspectUntilMs: 0,
  };
  return node;
}

/** Which chain the node serves, asked anew when the last answer is old or the node could not be reached since. */
async function currentIdentity(chain: Chain, node: ChainNode): Promise<NodeIdentity> {
  const { identity, identifiedAtMs } = node;
  const isFresh = identifiedAtMs !== null && chain.clock.monotonicMs() - identifiedAtMs < IDENTITY_MAX_AGE_MS;
  if (identity !== null && isFresh) return identity;
  node.identifying ??= identify(chain, node).finally(() => (node.identifying = null));
  return node.identifying;
}

async function identify(
  { clock, mode }: Pick<Chain, 'clock' | 'mode'>,
  node: ChainNode,
): Promise<NodeIdentity> {
  const askedAtMs = clock.monotonicMs();
  const genesisHash = await within(clock, node, (abortSignal) =>
    node.rpc.getGenesisHash().send({ abortSignal }),
  );
  if (node.identity?.genesisHash !== genesisHash) {
    // A live node is never asked: no answer of its could make it a test chain.
    node.identity = { genesisHash, isLocalnet: mode === 'test' && (await isLocalnet(clock, node)) };
  }
  node.identifiedAtMs = askedAtMs;
  return node.identity;
}

async function isLocalnet(clock: Clock, node: ChainNode): Promise<boolean> {
  try {
    return !(await callRaw(clock, node, 'autopay_localnetInfo', [])).error;
  } catch (error) {
    // Some providers answer an unknown method with a 4xx and no JSON-RPC body.
    const cause = error instanceof Error ? error.cause : null;
    if (isSolanaError(cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) && cause.context.statusCode < 500)
      return false;
    throw error;
  }
}

interface RawResponse {
  result?: unknown;
  error?: { code: number; message: string };
}

function callRaw(
  clock: Clock,
  node: ChainNode,
  methodName: string,
  params: readonly unknown[],
): Promise<RawResponse> {
  const payload = createRpcMessage({ methodName, params });
  return within(clock, node, (signal) => node.transport<RawResponse>({ payload, signal }));
}

async function within<T>(
  clock: Clock,
  node: ChainNode,
  send: (abortSignal: AbortSignal) => Promise<T>,
  { deadlineMs = RPC_DEADLINE_MS, signal }: AskNodeOptions = {},
): Promise<T> {
  try {
    return await withinDeadline(clock, deadlineMs, send, signal);
  } catch (cause) {
    if (cause instanceof ChainUnavailableError) throw cause;
    if (!(signal?.aborted || cause instanceof NoTimeLeftError)) noteFailure(clock, node, cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChainUnavailableError(`The RPC node ${node.name} failed: ${reason}`, cause);
  }
}

function noteFailure(clock: Clock, node: ChainNode, cause: unknown): void {
  // An error that the node itself gave, whose codes are negative, says that it is there. After any other it may be replaced.
  const isThere = isSolanaError(cause) && cause.context.__code < 0;
  if (!isThere) node.identifiedAtMs = null;
  if (!isThere || isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY))
    suspect(clock, node);
}
