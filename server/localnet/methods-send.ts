import type { Address, Signature } from '@solana/kit';
import { encodeAccount } from './encode-account.ts';
import {
  type Call,
  commitmentOf,
  type Config,
  configParam,
  contextSlot,
  type Method,
  stringParam,
  toAddress,
  withContext,
} from './params.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import type { AccountState, Outcome } from './svm.ts';
import { describeError, type TransactionError } from './svm-errors.ts';
import {
  assembleTransaction,
  decodeText,
  parseMessage,
  parseTransaction,
  withBlockhash,
  type WireTransaction,
} from './wire.ts';

/** What a fault does with a transaction that passed its preflight. */
export type SendFate = 'land' | 'drop' | 'expire';

const NOTHING_RAN = { feeLamports: 0, logs: [], unitsConsumed: 0, innerInstructions: [], returnData: null };

/** Methods that run or simulate transactions. */
export class Sending {
  /** Transactions that a fault expired: they never land, whoever sends them again. */
  readonly #expired = new Set<Signature>();

  /**
   * As on a real node: preflight unless skipped, then the signature is returned, whatever happens to the
   * transaction.
   */
  send(params: unknown[], call: Call, fate: SendFate): Signature {
    const config = configParam(params, 1);
    const tx = transactionParam(params, config);
    if (config['skipPreflight'] !== true) this.#preflight(tx, call, config);
    const signature = tx.signatures[0]!;
    if (fate === 'expire') this.#expired.add(signature);
    const { chain } = call;
    if (fate === 'land' && !this.#refusal(tx, call, chain.slots.current())) chain.land(tx);
    return signature;
  }

  simulate(params: unknown[], call: Call) {
    const config = configParam(params, 1);
    const { sigVerify = false, replaceRecentBlockhash = false } = config;
    if (sigVerify && replaceRecentBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const slot = contextSlot(call, config);
    const { blockhashes } = call.chain;
    const given = transactionParam(params, config);
    const tx = replaceRecentBlockhash ? withBlockhash(given, blockhashes.at(slot)) : given;
    const refusal = this.#refusal(tx, call, slot);
    const { outcome, written } = refusal
      ? { outcome: { ...NOTHING_RAN, err: refusal }, written: new Map() }
      : simulateNow(tx, call, sigVerify === true);
    return withContext(slot, {
      ...simulationResult(outcome),
      accounts: accountsAfter(config, outcome, written, call),
      innerInstructions: config['innerInstructions'] ? outcome.innerInstructions : null,
      replacementBlockhash: replaceRecentBlockhash
        ? { blockhash: blockhashes.at(slot), lastValidBlockHeight: blockhashes.lastValidHeight(slot) }
        : null,
    });
  }

  #preflight(tx: WireTransaction, call: Call, config: Config): void {
    const slot = contextSlot(call, config, commitmentOf(config, 'preflightCommitment'));
    const refusal = this.#refusal(tx, call, slot);
    const outcome = refusal ? { ...NOTHING_RAN, err: refusal } : simulateNow(tx, call, true).outcome;
    if (outcome.err === null) return;
    if (outcome.err === 'SignatureFailure')
      throw new RpcError(-32003, 'Transaction signature verification failure');
    throw new RpcError(-32002, `Transaction simulation failed: ${describeError(outcome.err)}`, {
      ...simulationResult(outcome),
      accounts: null,
      innerInstructions: null,
      replacementBlockhash: null,
    });
  }

  /** Why a bank at `slot` would reject it, in Agave's order: age first, then duplicates. */
  #refusal(tx: WireTransaction, { chain }: Call, slot: number): TransactionError | null {
    const expired = this.#expired.has(tx.signatures[0]!);
    if (expired || !chain.blockhashes.isValid(tx.blockhash, slot)) return 'BlockhashNotFound';
    return chain.isProcessed(tx) ? 'AlreadyProcessed' : null;
  }
}

/** The fee of a message in base64; null if its blockhash is unknown. */
export const getFeeForMessage: Method = (params, call) => {
  const config = configParam(params, 1);
  const slot = contextSlot(call, config);
  const message = decodeText(stringParam(params, 0), 'base64', 'solana_message::versioned::VersionedMessage');
  const { header, lifetimeToken } = parseMessage(message);
  if (!call.chain.blockhashes.isValid(lifetimeToken, slot)) return withContext(slot, null);
  const unsigned = Array.from({ length: header.numSignerAccounts }, () => new Uint8Array(64));
  const tx = parseTransaction(assembleTransaction(unsigned, message));
  return withContext(slot, simulateNow(tx, call, false).outcome.feeLamports);
};

/**
 * Simulation runs on the newest state at any commitment: only blockhashes are judged at the requested slot.
 */
function simulateNow(tx: WireTransaction, { chain }: Call, verifySignatures: boolean) {
  return chain.simulate(tx, verifySignatures);
}

/** Base58 is the default, as on a real node. */
function transactionParam(params: unknown[], config: Config): WireTransaction {
  const encoding = config['encoding'] ?? 'base58';
  if (encoding !== 'base58' && encoding !== 'base64') {
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
  }
  const type = 'solana_transaction::versioned::VersionedTransaction';
  return parseTransaction(decodeText(stringParam(params, 0), encoding, type));
}

function simulationResult({ err, logs, unitsConsumed, returnData, feeLamports }: Outcome) {
  return { err, logs, unitsConsumed, returnData, fee: feeLamports };
}

function accountsAfter(
  { accounts }: Config,
  outcome: Outcome,
  written: Map<Address, AccountState>,
  { chain }: Call,
) {
  if (!accounts) return null;
  const { addresses, encoding = 'base64' } = accounts as { addresses?: unknown; encoding?: unknown };
  if (!Array.isArray(addresses)) throw invalidParams('Invalid params: accounts.addresses must be an array');
  const read = (address: Address) => written.get(address) ?? chain.accounts.read(address);
  return addresses.map((text) => {
    const address = toAddress(text);
    return outcome.err ? null : encodeAccount(read(address), { encoding }, read);
  });
}
