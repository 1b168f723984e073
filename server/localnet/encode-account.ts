import { zstdCompressSync } from 'node:zlib';
import { type Address, getBase58Decoder } from '@solana/kit';
import type { Config } from './params.ts';
import { invalidParams, RpcError } from './rpc-error.ts';
import type { AccountState } from './svm.ts';
import { parsedTokenData } from './token-layouts.ts';

// Missing from TypeScript's library; Node has it.
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** u64 max marks a rent-exempt account. It exceeds 2^53, so it must not become a number. */
const RENT_EXEMPT_EPOCH = JSON.rawJSON('18446744073709551615');
/** Larger data would take a node too long in base58. */
const MAX_BASE58_BYTES = 128;

const base58 = getBase58Decoder();

/** An account in the shape and encoding that `config` requests; null stays null. */
export function encodeAccount(
  state: AccountState | null,
  config: Config,
  read: (address: Address) => AccountState | null,
) {
  if (!state) return null;
  return {
    data: encodeData(state, config, read),
    executable: state.executable,
    lamports: Number(state.lamports),
    owner: state.owner,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: state.data.length,
  };
}

function encodeData(state: AccountState, config: Config, read: (address: Address) => AccountState | null) {
  const bytes = sliceOf(state.data, config['dataSlice']);
  const base64 = () => Buffer.from(bytes).toString('base64');
  switch (config['encoding']) {
    case undefined:
    case null:
    case 'binary':
      return toBase58(bytes);
    case 'base58':
      return [toBase58(bytes), 'base58'];
    case 'base64':
      return [base64(), 'base64'];
    case 'base64+zstd':
      return [zstdCompressSync(bytes).toString('base64'), 'base64+zstd'];
    case 'jsonParsed':
      return parsedTokenData(state, read) ?? [base64(), 'base64'];
    default:
      throw invalidParams('Invalid params: unknown encoding');
  }
}

function toBase58(bytes: Uint8Array): string {
  if (bytes.length > MAX_BASE58_BYTES) {
    throw new RpcError(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    );
  }
  return base58.decode(bytes);
}

function sliceOf(data: Uint8Array, slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return data;
  const { offset, length } = slice as { offset?: unknown; length?: unknown };
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length))
    throw invalidParams('Invalid params: dataSlice');
  return data.subarray(offset as number, (offset as number) + (length as number));
}
