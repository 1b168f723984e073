import { getBase58Decoder } from '@solana/kit';
import { resolveAccountKeys } from './account-keys.ts';
import type { TransactionRecord } from './journal.ts';
import type { Config } from './params.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import type { Message } from './message.ts';
import { parseTransaction, type WireTransaction } from './wire.ts';

const base58 = getBase58Decoder();

/**
 * A landed transaction in the format of `getTransaction`. With `jsonParsed`, accounts have their roles and
 * instructions their program and accounts, in the form that nodes use for programs they cannot parse.
 */
export function encodeTransaction(record: TransactionRecord, config: Config) {
  const tx = parseTransaction(new Uint8Array(Buffer.from(record.wire, 'base64')));
  const { version } = tx.message;
  const supported = config['maxSupportedTransactionVersion'];
  if (version !== 'legacy' && typeof supported !== 'number') {
    const remedy =
      'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0';
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. ${remedy}`,
    );
  }
  const { err, meta, loaded } = record;
  const { feeLamports, logs, unitsConsumed, returnData, ...rest } = meta;
  return {
    slot: record.slot,
    blockTime: record.time,
    transaction: encodeBody(record, tx, config['encoding'] ?? 'json'),
    meta: {
      err,
      status: err ? { Err: err } : { Ok: null },
      fee: feeLamports,
      ...rest,
      logMessages: logs,
      rewards: [],
      ...(returnData ? { returnData } : {}),
      ...(config['encoding'] === 'jsonParsed'
        ? {
            innerInstructions: rest.innerInstructions.map(({ index, instructions }) => ({
              index,
              instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
                programId: record.keys[programIdIndex],
                accounts: accounts.map((i) => record.keys[i]),
                data,
                stackHeight,
              })),
            })),
          }
        : { loadedAddresses: loaded }),
      computeUnitsConsumed: unitsConsumed,
    },
    ...(typeof supported === 'number' ? { version } : {}),
  };
}

function encodeBody(record: TransactionRecord, tx: WireTransaction, encoding: unknown) {
  switch (encoding) {
    case 'json':
      return { message: jsonMessage(tx.message), signatures: tx.signatures };
    case 'jsonParsed':
      return { message: parsedMessage(tx.message, record), signatures: tx.signatures };
    case 'base64':
      return [record.wire, 'base64'];
    case 'base58':
      return [base58.decode(tx.bytes), 'base58'];
    default:
      throw invalidParams('Invalid params: unknown encoding');
  }
}

function jsonMessage(message: Message) {
  const { header } = message;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: message.staticAccounts,
    recentBlockhash: message.lifetimeToken,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: base58.decode(data),
      stackHeight: 1,
    })),
    ...lookupsOf(message),
  };
}

function parsedMessage(message: Message, record: TransactionRecord) {
  const roles = resolveAccountKeys(message, () => null);
  const statics = message.staticAccounts.length;
  const writables = statics + record.loaded.writable.length;
  return {
    accountKeys: record.keys.map((pubkey, i) => ({
      pubkey,
      signer: roles.isSigner(i),
      source: i < statics ? 'transaction' : 'lookupTable',
      writable: i < statics ? roles.isWritable(i) : i < writables,
    })),
    recentBlockhash: message.lifetimeToken,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programId: record.keys[programAddressIndex],
      accounts: accountIndices.map((i) => record.keys[i]),
      data: base58.decode(data),
      stackHeight: 1,
    })),
    ...lookupsOf(message),
  };
}

function lookupsOf(message: Message) {
  if (message.version === 'legacy') return {};
  return {
    addressTableLookups: message.addressTableLookups.map((lookup) => ({
      accountKey: lookup.lookupTableAddress,
      writableIndexes: lookup.writableIndexes,
      readonlyIndexes: lookup.readonlyIndexes,
    })),
  };
}
