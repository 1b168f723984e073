import { addressBytes, type Bytes, concat, fromBase64, toBase58, toBase64 } from './bytes.ts';
import { isSignedBy } from './ed25519.ts';

/** One account of an instruction. */
export interface AccountMeta {
  address: string;
  isSigner: boolean;
  isWritable: boolean;
}

/** One instruction as a wallet signs it. */
export interface Instruction {
  program: string;
  accounts: readonly AccountMeta[];
  data: Uint8Array;
}

/** A signed transaction, decoded. */
export interface ReadTransaction {
  feePayer: string;
  blockhash: string;
  instructions: { program: string; accounts: string[]; data: Bytes }[];
  message: Bytes;
  /** By the signer's address. */
  signatures: Map<string, Bytes>;
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
/** SetComputeUnitLimit of 200,000 units, little-endian. */
const UNIT_LIMIT = [2, 0x40, 0x0d, 0x03, 0x00];

/**
 * An unsigned v0 transaction paid by `feePayer`: its message, and base64 of the whole with empty signatures.
 */
export function compile(
  feePayer: string,
  given: readonly Instruction[],
  blockhash: string,
): { message: Bytes; transaction: string } {
  const instructions = [
    { program: COMPUTE_BUDGET, accounts: [], data: Uint8Array.from(UNIT_LIMIT) },
    ...given,
  ];
  const metas = new Map<string, AccountMeta>([
    [feePayer, { address: feePayer, isSigner: true, isWritable: true }],
  ]);
  const add = (meta: AccountMeta) => {
    const known = metas.get(meta.address);
    metas.set(meta.address, {
      address: meta.address,
      isSigner: meta.isSigner || known?.isSigner === true,
      isWritable: meta.isWritable || known?.isWritable === true,
    });
  };
  for (const { program, accounts } of instructions) {
    for (const account of accounts) add(account);
    add({ address: program, isSigner: false, isWritable: false });
  }
  // Sorting is stable, so the fee payer stays first. Signers go before others, writable before read-only.
  const rank = ({ isSigner, isWritable }: AccountMeta) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1);
  const keys = [...metas.values()].sort((a, b) => rank(a) - rank(b));
  const signers = keys.filter(({ isSigner }) => isSigner);
  const placeOf = (address: string) => keys.findIndex((key) => key.address === address);
  const message = concat(
    [0x80, signers.length, signers.filter(({ isWritable }) => !isWritable).length],
    [keys.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length],
    compact(keys.length),
    ...keys.map(({ address }) => addressBytes(address)),
    addressBytes(blockhash),
    compact(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      [placeOf(program)],
      compact(accounts.length),
      accounts.map(({ address }) => placeOf(address)),
      compact(data.length),
      data,
    ]),
    // No lookup tables.
    compact(0),
  );
  const empty = new Uint8Array(64 * signers.length);
  return { message, transaction: toBase64(concat(compact(signers.length), empty, message)) };
}

/** Base64 of the bincode layout of Solana's Instruction, for wallets that build the transaction themselves. */
export function encodeInstruction({ program, accounts, data }: Instruction): string {
  const count = (value: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setUint32(0, value, true);
    return bytes;
  };
  return toBase64(
    concat(
      addressBytes(program),
      count(accounts.length),
      ...accounts.flatMap(({ address, isSigner, isWritable }) => [
        addressBytes(address),
        [Number(isSigner), Number(isWritable)],
      ]),
      count(data.length),
      data,
    ),
  );
}

/** Decodes a transaction in base64, v0 or legacy; null if it is invalid or uses lookup tables. */
export function readTransaction(base64: string): ReadTransaction | null {
  const wire = fromBase64(base64);
  try {
    return wire === null ? null : readWire(wire);
  } catch {
    // The bytes ended too early.
    return null;
  }
}

function readWire(wire: Bytes): ReadTransaction | null {
  const reader = readerOf(wire);
  const signatures = Array.from({ length: reader.compact() }, () => reader.take(64));
  const message = wire.slice(reader.at());
  const version = message[0]! & 0x80 ? reader.take(1)[0]! : null;
  if (version !== null && version !== 0x80) return null;
  const [signerCount] = reader.take(3);
  const keys = Array.from({ length: reader.compact() }, () => toBase58(reader.take(32)));
  const blockhash = toBase58(reader.take(32));
  const instructions = Array.from({ length: reader.compact() }, () => ({
    program: keyAt(keys, reader.take(1)[0]!),
    accounts: [...reader.take(reader.compact())].map((place) => keyAt(keys, place)),
    data: reader.take(reader.compact()),
  }));
  if (version !== null && reader.compact() > 0) return null;
  if (reader.at() !== wire.length || signerCount !== signatures.length) return null;
  return {
    feePayer: keyAt(keys, 0),
    blockhash,
    instructions,
    message,
    signatures: new Map(signatures.map((signature, at) => [keyAt(keys, at), signature])),
  };
}

/** Whether every required signature is present and valid. */
export async function isFullySigned({ signatures, message }: ReadTransaction): Promise<boolean> {
  const checks = [...signatures].map(([address, signature]) => isSignedBy(address, signature, message));
  return (await Promise.all(checks)).every(Boolean);
}

/** The fee payer's signature, which identifies the transaction. */
export function signatureOf({ feePayer, signatures }: ReadTransaction): string {
  return toBase58(signatures.get(feePayer)!);
}

function keyAt(keys: readonly string[], place: number): string {
  const key = keys[place];
  if (key === undefined) throw new RangeError('The message has no such account.');
  return key;
}

/** Solana's compact-u16: 7 bits a byte, lowest first. */
function compact(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...compact(value >> 7)];
}

function readerOf(bytes: Bytes) {
  let at = 0;
  const take = (length: number): Bytes => {
    if (at + length > bytes.length) throw new RangeError('The bytes end early.');
    at += length;
    return bytes.slice(at - length, at);
  };
  const readCompact = (shift = 0): number => {
    const byte = take(1)[0]!;
    const value = (byte & 0x7f) << shift;
    return byte & 0x80 && shift < 14 ? value | readCompact(shift + 7) : value;
  };
  return { take, compact: () => readCompact(), at: () => at };
}
