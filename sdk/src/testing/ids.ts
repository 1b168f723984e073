import { ID_PREFIXES, type IdKind } from '../../../rules/id-prefixes.ts';
import { randomBytes, toBase58 } from './bytes.ts';

let sequence = 0;

/** A new id of `kind`, which sorts by creation time like the service's. */
export function newId(kind: IdKind): string {
  sequence += 1;
  const bytes = randomBytes(16);
  const view = new DataView(bytes.buffer);
  // 48 bits of Unix milliseconds as in a UUIDv7, then a counter, since many ids share a millisecond.
  view.setUint16(0, Math.floor(Date.now() / 2 ** 32));
  view.setUint32(2, Date.now() % 2 ** 32);
  view.setUint32(6, sequence);
  return ID_PREFIXES[kind] + toBase58(bytes);
}

/** `prefix` followed by 32 random bytes in base58: a key, client secret, session token or webhook secret. */
export function newSecret(prefix: string): string {
  return prefix + toBase58(randomBytes(32));
}

/** An address whose key nobody holds. */
export function newAddress(): string {
  return toBase58(randomBytes(32));
}

/** A well-formed signature for a transaction that exists on no chain. */
export function newSignature(): string {
  return toBase58(randomBytes(64));
}
