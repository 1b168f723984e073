import { blockHeightOf, FIRST_SLOT, SLOTS_PER_EPOCH } from './slots.ts';
import {
  API_VERSION,
  configParam,
  contextSlot,
  integerParam,
  type Method,
  stringParam,
  toAddress,
  withContext,
} from './params.ts';
import { invalidParams, RpcError } from './rpc-error.ts';

/** Methods about the node, its slots and its blockhashes. */
export const clusterMethods: Record<string, Method> = {
  getHealth: () => 'ok',

  getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),

  getGenesisHash: (_, { chain }) => chain.genesisHash,

  getIdentity: (_, { chain }) => ({ identity: chain.authority.address }),

  getSlot: (params, call) => contextSlot(call, configParam(params, 0)),

  getBlockHeight: (params, call) => blockHeightOf(contextSlot(call, configParam(params, 0))),

  getEpochInfo: (params, call) => {
    const absoluteSlot = contextSlot(call, configParam(params, 0));
    return {
      absoluteSlot,
      blockHeight: blockHeightOf(absoluteSlot),
      epoch: Math.floor(absoluteSlot / SLOTS_PER_EPOCH),
      slotIndex: absoluteSlot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: null,
    };
  },

  getBlockTime: (params, call) => {
    const slot = integerParam(params, 0);
    if (slot > call.chain.slots.at('confirmed', call.lagSlots))
      throw new RpcError(-32004, `Block not available for slot ${slot}`);
    return call.chain.slots.timeOf(slot);
  },

  /** History is never pruned. */
  getFirstAvailableBlock: () => FIRST_SLOT,

  getLatestBlockhash: (params, call) => {
    const slot = contextSlot(call, configParam(params, 0));
    const { blockhashes } = call.chain;
    return withContext(slot, {
      blockhash: blockhashes.at(slot),
      lastValidBlockHeight: blockhashes.lastValidHeight(slot),
    });
  },

  isBlockhashValid: (params, call) => {
    const slot = contextSlot(call, configParam(params, 1));
    return withContext(slot, call.chain.blockhashes.isValid(stringParam(params, 0), slot));
  },

  getMinimumBalanceForRentExemption: (params, { chain }) =>
    Number(chain.svm.rentExemptLamports(integerParam(params, 0))),

  /** Blocks here are never full, so nobody pays for priority. */
  getRecentPrioritizationFees: (params, { chain }) => {
    const accounts = params[0] ?? [];
    if (!Array.isArray(accounts) || accounts.length > 128)
      throw invalidParams('Too many inputs provided; max 128');
    accounts.forEach(toAddress);
    const newest = chain.slots.current();
    return Array.from({ length: 20 }, (_, i) => ({ slot: newest - 19 + i, prioritizationFee: 0 }));
  },

  getRecentPerformanceSamples: (_, { chain }) => [sampleOf(chain)],
};

/** The last minute, as nodes sample it. */
function sampleOf({ slots, history }: Parameters<Method>[1]['chain']) {
  const samplePeriodSecs = 60;
  const numSlots = Math.max(1, Math.round((samplePeriodSecs * 1000) / slots.slotMs));
  const slot = slots.current();
  const numTransactions = [...history.since(slot - numSlots)].length;
  return { slot, numSlots, samplePeriodSecs, numTransactions, numNonVoteTransactions: numTransactions };
}
