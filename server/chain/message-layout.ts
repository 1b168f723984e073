/** Where the parts of a compiled v0 message are in its bytes. */
export interface MessageLayout {
  /** Of the 32 bytes of each account, in their order. */
  accountOffsets: readonly number[];
  blockhashOffset: number;
  instructions: readonly InstructionLayout[];
}

export interface InstructionLayout {
  /** The position of its program among the accounts. */
  program: number;
  /** The positions of its accounts. */
  accounts: Uint8Array;
  dataOffset: number;
  dataLength: number;
}

export const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The version, then how many accounts sign, sign without being written, and are only read. */
const HEADER_BYTES = 4;

/** The message in a transaction that this service has made: after the signatures, of which there are fewer than 128. */
export function messageOf(wire: Uint8Array): Uint8Array {
  return wire.subarray(1 + wire[0]! * SIGNATURE_BYTES);
}

/** The layout of a v0 message that this service has compiled: one of somebody else is decoded by kit, which checks it. */
export function layoutOf(message: Uint8Array): MessageLayout {
  let offset = HEADER_BYTES;
  const count = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[offset++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const skip = (length: number) => {
    offset += length;
    return offset - length;
  };
  const accountOffsets = Array.from({ length: count() }, () => skip(KEY_BYTES));
  const blockhashOffset = skip(KEY_BYTES);
  const instructions = Array.from({ length: count() }, () => {
    const program = message[skip(1)]!;
    const accountCount = count();
    const accountsOffset = skip(accountCount);
    const dataLength = count();
    return {
      program,
      accounts: message.subarray(accountsOffset, accountsOffset + accountCount),
      dataOffset: skip(dataLength),
      dataLength,
    };
  });
  return { accountOffsets, blockhashOffset, instructions };
}
