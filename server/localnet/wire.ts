import {
  type Address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  type Signature,
} from '@solana/kit';
import { bytesOf } from './addresses.ts';
import { decodeMessage, type Message } from './message.ts';
import { invalidParams } from './rpc-error.ts';

/** An IPv6 minimum MTU of 1280 minus 48 bytes of headers: the size of one packet, so of one transaction. */
export const PACKET_BYTES = 1232;
/** The longest text of PACKET_BYTES bytes in each encoding, as Agave computes it. */
const MAX_TEXT = { base58: 1683, base64: 1644 } as const;

/** The encodings in which nodes accept transactions. */
export type WireEncoding = keyof typeof MAX_TEXT;
/** A well-formed transaction; its signatures are not verified yet. */
export interface WireTransaction {
  bytes: Uint8Array;
  messageBytes: Uint8Array;
  message: Message;
  signatures: Signature[];
  blockhash: string;
}

const base58Encoder = getBase58Encoder();
const base58Decoder = getBase58Decoder();
const base64Encoder = getBase64Encoder();

/** The bytes of `text`; -32602 if they exceed the packet size, worded as on a real node. */
export function decodeText(text: string, encoding: WireEncoding, type: string): Uint8Array {
  const limit = MAX_TEXT[encoding];
  if (text.length > limit) {
    const sizes = `${text.length} bytes (max: encoded/raw ${limit}/${PACKET_BYTES})`;
    throw invalidParams(`${encoding} encoded ${type} too large: ${sizes}`);
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array((encoding === 'base58' ? base58Encoder : base64Encoder).encode(text));
  } catch {
    throw invalidParams(`invalid ${encoding} encoding`);
  }
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(`decoded ${type} too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  }
  return bytes;
}

/** The transaction in `bytes`; -32602 unless it is legacy or version 0 and in canonical form. */
export function parseTransaction(bytes: Uint8Array): WireTransaction {
  const count = bytes[0] ?? 0;
  const messageStart = 1 + 64 * count;
  // 19 signatures fill a packet, so a two-byte count never occurs.
  if (count === 0 || count > 19 || bytes.length <= messageStart) throw malformed();
  const messageBytes = bytes.subarray(messageStart);
  const message = parseMessage(messageBytes);
  if (message.header.numSignerAccounts !== count) throw unsanitary();
  const signatures = Array.from(
    { length: count },
    (_, i) => base58Decoder.decode(bytes.subarray(1 + 64 * i, 65 + 64 * i)) as Signature,
  );
  return { bytes, messageBytes, message, signatures, blockhash: message.lifetimeToken };
}

/** The message in `bytes`, with the same requirements. */
export function parseMessage(bytes: Uint8Array): Message {
  const message = decodeMessage(bytes);
  if (!message) throw malformed();
  assertSanitary(message);
  return message;
}

/** Bytes of a transaction with `signatures` (64 bytes each) over `messageBytes`. */
export function assembleTransaction(signatures: Uint8Array[], messageBytes: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([Uint8Array.of(signatures.length), ...signatures, messageBytes]));
}

/** The same transaction with another blockhash, for simulation; its signatures no longer match. */
export function withBlockhash(tx: WireTransaction, blockhash: string): WireTransaction {
  const { staticAccounts, version } = tx.message;
  // Version byte (not in legacy), three header bytes, key count (one byte below 128 keys, and a packet holds 35), keys.
  const offset = (version === 0 ? 1 : 0) + 3 + 1 + 32 * staticAccounts.length;
  const bytes = Uint8Array.from(tx.bytes);
  bytes.set(bytesOf(blockhash as Address), 1 + 64 * tx.signatures.length + offset);
  return parseTransaction(bytes);
}

/**
 * The rules of Agave's `Message::sanitize`: every index is in range, and the fee payer is a writable signer.
 */
function assertSanitary(message: Message): void {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const looked = message.addressTableLookups.map(
    (lookup) => lookup.writableIndexes.length + lookup.readonlyIndexes.length,
  );
  const statics = message.staticAccounts.length;
  const total = statics + looked.reduce((sum, n) => sum + n, 0);
  const sound =
    numSignerAccounts + numReadonlyNonSignerAccounts <= statics &&
    numReadonlySignerAccounts < numSignerAccounts &&
    total <= 256 &&
    looked.every((n) => n > 0) &&
    message.instructions.every(
      ({ programAddressIndex, accountIndices }) =>
        programAddressIndex > 0 && programAddressIndex < statics && accountIndices.every((i) => i < total),
    );
  if (!sound) throw unsanitary();
}

function malformed() {
  return invalidParams('failed to deserialize solana_transaction::versioned::VersionedTransaction');
}

function unsanitary() {
  return invalidParams('invalid transaction: Transaction failed to sanitize accounts offsets correctly');
}
