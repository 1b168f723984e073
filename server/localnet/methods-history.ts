import type { HistoryEntry } from './history.ts';
import { BLOCKHASH_WINDOW } from './blockhashes.ts';
import { encodeTransaction } from './encode-transaction.ts';
import {
  type Call,
  configParam,
  contextSlot,
  type Method,
  settledCommitmentOf,
  toAddress,
  toSignature,
  withContext,
} from './params.ts';
import { invalidParams } from './rpc-error.ts';

/** Limits of a real node, per call. */
const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;

/** Methods that read landed transactions. */
export const historyMethods: Record<string, Method> = {
  /** Without `searchTransactionHistory` only the last 150 slots are known, as in a node's status cache. */
  getSignatureStatuses: (params, call) => {
    const signatures = params[0];
    if (!Array.isArray(signatures)) throw invalidParams('Invalid params: an array of signatures is needed');
    if (signatures.length > MAX_STATUSES)
      throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
    const slot = call.chain.slots.at('processed', call.lagSlots);
    const oldest = configParam(params, 1)['searchTransactionHistory'] === true ? 0 : slot - BLOCKHASH_WINDOW;
    const statuses = signatures.map((text) => {
      const entry = call.chain.history.find(toSignature(text));
      return entry && entry.slot <= slot && entry.slot >= oldest ? statusOf(entry, slot, call) : null;
    });
    return withContext(slot, statuses);
  },

  getSignaturesForAddress: (params, call) => {
    const address = toAddress(params[0]);
    const config = configParam(params, 1);
    const slot = contextSlot(call, config, settledCommitmentOf(config));
    const limit = config['limit'] ?? MAX_SIGNATURES;
    if (!Number.isSafeInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_SIGNATURES) {
      throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
    }
    const { history, slots } = call.chain;
    const find = (name: string) => (config[name] ? history.find(toSignature(config[name])) : undefined);
    const [before, until] = [find('before'), find('until')];
    if (config['before'] && !before) return [];
    const found = [];
    for (const entry of history.newestFirst(address)) {
      if (until && entry.position <= until.position) break;
      if (entry.slot > slot || (before && entry.position >= before.position)) continue;
      const { signature, err, memo, time } = entry;
      const confirmationStatus = slots.commitmentOf(entry.slot, call.lagSlots);
      found.push({ signature, slot: entry.slot, err, memo, blockTime: time, confirmationStatus });
      if (found.length === limit) break;
    }
    return found;
  },

  getTransaction: (params, call) => {
    const signature = toSignature(params[0]);
    const config = typeof params[1] === 'string' ? { encoding: params[1] } : configParam(params, 1);
    const slot = contextSlot(call, config, settledCommitmentOf(config));
    const entry = call.chain.history.find(signature);
    if (!entry || entry.slot > slot) return null;
    return encodeTransaction(call.chain.readTransaction(entry.ref), config);
  },
};

function statusOf(entry: HistoryEntry, slot: number, call: Call) {
  const confirmationStatus = call.chain.slots.commitmentOf(entry.slot, call.lagSlots);
  return {
    slot: entry.slot,
    confirmations: confirmationStatus === 'finalized' ? null : slot - entry.slot,
    err: entry.err,
    status: entry.err ? { Err: entry.err } : { Ok: null },
    confirmationStatus,
  };
}
