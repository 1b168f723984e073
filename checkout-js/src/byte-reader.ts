import { base58FromBytes } from './base58.ts';
import { malformed } from './base64.ts';

/** Reads bytes from front to back. Each method throws transaction_mismatch for missing or malformed bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#offset;
  }

  take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#offset) throw malformed();
    this.#offset += length;
    return this.#bytes.slice(this.#offset - length, this.#offset);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  flag(): boolean {
    const flag = this.byte();
    if (flag > 1) throw malformed();
    return flag === 1;
  }

  address(): string {
    return base58FromBytes(this.take(32));
  }

  /** A length of 8 bytes, as bincode encodes it. */
  longLength(): number {
    const bytes = this.take(8);
    const length = new DataView(bytes.buffer).getBigUint64(0, true);
    if (length > BigInt(this.#bytes.length)) throw malformed();
    return Number(length);
  }

  /**
   * A length of 1 to 3 bytes as transactions encode it: 7 bits per byte, lowest first. Only the shortest form
   * is accepted.
   */
  shortLength(): number {
    let length = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte();
      length += (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || length > 0xffff) break;
        return length;
      }
    }
    throw malformed();
  }

  list<T>(length: number, read: () => T): T[] {
    const items: T[] = [];
    while (items.length < length) items.push(read());
    return items;
  }

  /** Nothing may follow: bytes that were not read would still be signed. */
  end(): void {
    if (this.#offset !== this.#bytes.length) throw malformed();
  }
}
