import {
  type Address,
  isSolanaError,
  type PendingRpcRequest,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  type SolanaRpcApi,
} from '@solana/kit';
import { chunksOf } from '../lib/chunks.ts';
import { fromBase64, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { ask, askNode, type Chain, type ChainNode, ChainUnavailableError, type Commitment } from './rpc.ts';

/** A successful transaction with the reference. */
export interface FoundTransaction {
  signature: Signature;
  read: ReadTransaction;
  slot: bigint;
  /** How much the token balance of `account` grew in it, in atomic units; negative if it shrank. */
  balanceChangeOf(account: Address): bigint;
}

export interface ReferenceSearch {
  reference: Address;
  commitment: Commitment;
  /** Checked first, listed or not: a node's address index may lag behind its history. */
  signature?: Signature | undefined;
  /** Signatures that need not be read again: their content cannot change. */
  examined: ReadonlySet<string>;
  /** Anyone can send transactions with the reference, so one search reads at most this many. */
  maxTransactions: number;
  /** Ask only this node. */
  node?: ChainNode;
  minContextSlot?: bigint;
}

export interface ReferenceMatches<T> {
  matches: T[];
  /** Successful transactions that matched nothing, to be skipped next time. */
  examined: string[];
  /** Whether every successful transaction with the reference has been examined now. */
  isComplete: boolean;
}

/** The limit of `getSignaturesForAddress`. */
const PAGE = 1_000;
/** 20,000 signatures: more than an honest reference ever has; creating them costs a spammer 0.1 SOL. */
const MAX_PAGES = 20;
/** Simultaneous reads: public nodes reject more than a few from one address. */
const PARALLEL_READS = 5;

/**
 * What `judge` returns for the successful transactions with a reference, newest first. Failed and examined
 * entries are skipped without being read. Throws `ChainUnavailableError`.
 */
export async function searchReference<T>(
  chain: Chain,
  search: ReferenceSearch,
  judge: (found: FoundTransaction) => Promise<readonly T[]>,
): Promise<ReferenceMatches<T>> {
  const result: ReferenceMatches<T> = { matches: [], examined: [], isComplete: true };
  const listed = await listSignatures(chain, search);
  const wanted = new Set([...(search.signature ? [search.signature] : []), ...listed.signatures]);
  const unread = [...wanted].filter((signature) => !search.examined.has(signature));
  result.isComplete = listed.isComplete && unread.length <= search.maxTransactions;
  const batch = unread.slice(0, search.maxTransactions);
  for (const signatures of chunksOf(batch, PARALLEL_READS)) {
    const reads = await Promise.all(
      signatures.map((signature) => fetchTransaction(chain, search, signature)),
    );
    for (const [index, read] of reads.entries()) {
      const signature = signatures[index]!;
      const matches = typeof read === 'string' ? [] : await judge(read);
      result.matches.push(...matches);
      // One that the node cannot show yet is examined later; a failed one may still succeed on another fork.
      if (read === 'unavailable' && signature !== search.signature) result.isComplete = false;
      if (matches.length === 0 && read !== 'unavailable' && read !== 'failed')
        result.examined.push(signature);
    }
  }
  return result;
}

async function listSignatures(chain: Chain, search: ReferenceSearch) {
  const { reference, commitment, minContextSlot } = search;
  const signatures: Signature[] = [];
  let before: Signature | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const entries = await askEither(chain, search.node, (rpc) =>
      rpc.getSignaturesForAddress(reference, {
        commitment,
        limit: PAGE,
        ...(before ? { before } : {}),
        ...(minContextSlot === undefined ? {} : { minContextSlot }),
      }),
    );
    signatures.push(...entries.filter((entry) => entry.err === null).map((entry) => entry.signature));
    if (entries.length < PAGE) return { signatures, isComplete: true };
    before = entries.at(-1)!.signature;
  }
  return { signatures, isComplete: false };
}

/**
 * `unavailable`: the node has no such transaction at this commitment. `unreadable`: neither we nor a wallet
 * made it.
 */
async function fetchTransaction(
  chain: Chain,
  search: ReferenceSearch,
  signature: Signature,
): Promise<FoundTransaction | 'unavailable' | 'failed' | 'unreadable'> {
  const answer = await getTransaction(chain, search, signature);
  if (answer === 'unreadable') return answer;
  if (!answer?.meta) return 'unavailable';
  const { meta, slot, transaction } = answer;
  if (meta.err !== null) return 'failed';
  const read = readTransaction(fromBase64(transaction[0]), meta.loadedAddresses ?? null);
  // The node must have returned the requested transaction: its signature is its identity.
  if (read?.signature !== signature) return 'unreadable';
  return {
    signature,
    read,
    slot,
    balanceChangeOf(account) {
      const at = read.accountKeys.indexOf(account);
      const total = (balances: typeof meta.preTokenBalances) =>
        BigInt(balances?.find((balance) => Number(balance.accountIndex) === at)?.uiTokenAmount.amount ?? 0);
      return at < 0 ? 0n : total(meta.postTokenBalances) - total(meta.preTokenBalances);
    },
  };
}

async function getTransaction(chain: Chain, search: ReferenceSearch, signature: Signature) {
  try {
    return await askEither(chain, search.node, (rpc) =>
      rpc.getTransaction(signature, {
        commitment: search.commitment,
        encoding: 'base64',
        maxSupportedTransactionVersion: 1,
      }),
    );
  } catch (error) {
    // One transaction of an unknown version must not block the search forever.
    const cause = error instanceof ChainUnavailableError ? error.cause : null;
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION;
    if (isSolanaError(cause, code)) return 'unreadable';
    throw error;
  }
}

function askEither<T>(
  chain: Chain,
  node: ChainNode | undefined,
  request: (rpc: Rpc<SolanaRpcApi>) => PendingRpcRequest<T>,
): Promise<T> {
  return node ? askNode(chain, node, request) : ask(chain, request);
}
