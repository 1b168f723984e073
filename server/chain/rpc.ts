import {
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
import { httpTransport } from './http-transport.ts';
import { type Candidate, firstAnswer, suspect } from './first-answer.ts';
import type { Signer } from './signer.ts';

/** The commitment a status must have reached to count. `processed` is never accepted: it can be undone. */
export type Commitment = 'confirmed' | 'finalized';

/** One RPC node of a chain. */
export interface ChainNode extends Candidate {
  /** Host and port only: a provider's API key is often in the URL's path or query, and must not be logged. */
  name: string;
  rpc: Rpc<SolanaRpcApi>;
  /** Every call of `rpc` goes through this, also after it was replaced. */
  transport: RpcTransport;
  /** Which chain the node serves; null until its first response. */
  identity: NodeIdentity | null;
  /**
   * When the node last identified itself, on the monotonic clock. Null: it must do so again before its next
   * request.
   */
  identifiedAtMs: number | null;
  /** The identification in progress, shared by all who wait for it. */
  identifying: Promise<NodeIdentity> | null;
}

/** What a node reports about itself. */
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
  /** The commitment from which a successful transaction counts as paid. */
  commitment: Commitment;
  /**
   * Whether this is the embedded test chain, the only one with `autopay_*` methods. False until its node was
   * reached.
   */
  readonly isLocalnet: boolean;
  /** Called once when a node turns out to serve another chain: a person has to act. */
  onForeignNode?: ((node: string, genesisHash: string) => void) | undefined;
  /** Called when it becomes known, or changes, what the chain's Subscriptions program can do; null: it is not there. */
  onSubscriptions?: ((found: { opensInOneStep: boolean } | null) => void) | undefined;
  /**
   * In the order in which they are asked, those that failed lately last; the same order for second witnesses.
   */
  nodes: readonly ChainNode[];
  feePayer: Signer;
  /** The first signs new mandates; the others serve only mandates that name them. */
  delegates: readonly Signer[];
  /** Owns the plans that payers subscribe to, and pays the rent in them. */
  planOwner: Signer;
  publishPlans: boolean;
  /** The most revocations of one merchant published on chain within a day. */
  revokesPublishedPerDay: number;
  /** The lowest and highest bid per compute unit; the cap takes precedence. */
  minPriorityFeeMicroLamports: bigint;
  maxPriorityFeeMicroLamports: bigint;
  /** The most charges of one payee and token that are pulled in one transaction. */
  pullsPerTransaction: number;
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
  | 'pullsPerTransaction'
  | 'onForeignNode'
  | 'onSubscriptions'
> {
  /** The fee payer unless given. */
  planOwner?: Signer;
  rpcUrls: readonly string[];
  /** The chain that earlier records belong to. With it the service can start while every node is down. */
  expectedGenesisHash: string | null;
  /** How a node is reached: over HTTP, unless the network is simulated. */
  transportTo?: (url: string) => RpcTransport;
}

/**
 * No node gave a usable response. It says nothing about any payer or payee: the fault is ours, and the work
 * is retried.
 */
export class ChainUnavailableError extends UnavailableError {
  constructor(message: string, cause?: unknown, told = 'The Solana network did not answer in time.') {
    super(told, message, cause);
    this.name = 'ChainUnavailableError';
  }
}

/**
 * The nodes serve a different chain than the records belong to, or differ among themselves. The service must
 * not start.
 */
export class ChainMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainMismatchError';
  }
}

/** 8 s: a public node's history search takes up to 3 s, and two nodes must fit into a client's usual 30 s. */
const RPC_DEADLINE_MS = 8_000;
/**
 * A node is asked again which chain it serves after this time, and after each failure to reach it: another
 * node may be behind the address.
 */
const IDENTITY_MAX_AGE_MS = 60_000;

/**
 * The chain behind `rpcUrls`. A node that is down now must identify itself before its first use; meanwhile
 * calls fail with `ChainUnavailableError`. Throws `ChainMismatchError`, and `ChainUnavailableError` if
 * neither a node nor `expectedGenesisHash` says which chain this is.
 */
export async function connectChain(options: ConnectOptions): Promise<Chain> {
  const { rpcUrls, expectedGenesisHash, transportTo = httpTransport, ...rest } = options;
  const nodes = rpcUrls.map((url) => createNode(url, transportTo(url)));
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
    planOwner: rest.feePayer,
    ...rest,
    livemode: rest.mode === 'live',
    genesisHash,
    nodes,
    get isLocalnet() {
      return nodes[0]?.identity?.isLocalnet ?? false;
    },
  };
}

/** The first response of any node. Throws `ChainUnavailableError` with the last failure if there is none. */
export function ask<T>(chain: Chain, request: (rpc: Rpc<SolanaRpcApi>) => PendingRpcRequest<T>): Promise<T> {
  return firstAnswer(chain.clock, chain.nodes, (node, signal) => askNode(chain, node, request, { signal }));
}

/** Options for asking one node. */
export interface AskNodeOptions {
  /** 8 s unless given. */
  deadlineMs?: number;
  /** Aborts when the response is no longer needed. */
  signal?: AbortSignal;
}

/**
 * One node's response, within a deadline that includes learning which chain the node serves. Throws
 * `ChainUnavailableError`, whose cause is the node's error.
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

/** The result of one of the embedded test chain's `autopay_*` methods. */
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

function createNode(url: string, transport: RpcTransport): ChainNode {
  const node: ChainNode = {
    name: new URL(url).host,
    rpc: createSolanaRpcFromTransport((config) => node.transport(config)),
    transport,
    identity: null,
    identifiedAtMs: null,
    identifying: null,
    suspectUntilMs: 0,
  };
  return node;
}

/**
 * Which chain the node serves; asked again when the last response is old or the node could not be reached
 * since.
 */
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
    // A live node is not asked: no response could make it a test chain.
    node.identity = { genesisHash, isLocalnet: mode === 'test' && (await isLocalnet(clock, node)) };
  }
  node.identifiedAtMs = askedAtMs;
  return node.identity;
}

async function isLocalnet(clock: Clock, node: ChainNode): Promise<boolean> {
  try {
    return !(await callRaw(clock, node, 'autopay_localnetInfo', [])).error;
  } catch (error) {
    // Some providers respond to an unknown method with a 4xx and no JSON-RPC body.
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
  // Negative error codes come from the node itself, so it is there. After any other error it may have been
  // replaced.
  const isThere = isSolanaError(cause) && cause.context.__code < 0;
  if (!isThere) node.identifiedAtMs = null;
  if (!isThere || isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY))
    suspect(clock, node);
}
