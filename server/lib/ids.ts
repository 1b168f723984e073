import { hash, randomBytes, randomFillSync } from 'node:crypto';
import { ID_PREFIXES, type IdKind } from '../../rules/id-prefixes.ts';
import { fromBase58, toBase58 } from './base58.ts';

/** 16 bytes whose first byte is not 0 before the year 10889, so 21 or 22 base58 digits. */
const ID_BODY = /^[1-9A-HJ-NP-Za-km-z]{20,22}$/;

let lastMs = 0;
let sequence = 0;

/** A new id of `kind`. Ids created by one process sort in order of creation, even within a millisecond. */
export function newId(kind: IdKind, nowMs: number = Date.now()): string {
  return ID_PREFIXES[kind] + toBase58(uuidV7(nowMs));
}

/**
 * The id of `kind` derived from its parent's id and what distinguishes it among that parent's: always the
 * same, so that an object recreated after a restore has the id it had before. The time in it is the parent's
 * (48 bits), the rest comes from a SHA-256. Such ids do not sort by time.
 */
export function derivedId(
  kind: IdKind,
  parentId: string,
  ...distinction: readonly (string | number)[]
): string {
  const parent = fromBase58(parentId.slice(parentId.indexOf('_') + 1), 16)!;
  const lines = ['autopay/id/v1', kind, parentId, ...distinction];
  const digest = hash('sha256', lines.join('\n'), 'buffer');
  const bytes = new Uint8Array([...parent.subarray(0, 6), ...digest.subarray(0, 10)]);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return ID_PREFIXES[kind] + toBase58(bytes);
}

/** A string that sorts before every id of `kind` that `newId` creates from `ms` on. */
export function firstIdOf(kind: IdKind, ms: number): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint16(0, Math.floor(ms / 2 ** 32));
  new DataView(bytes.buffer).setUint32(2, ms % 2 ** 32);
  return ID_PREFIXES[kind] + toBase58(bytes);
}

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Of ids until the year 2248. */
const ID_DIGITS = 21;

/** The first and the last millisecond of ids whose bodies begin like this; null if none does. */
export function timesOfIds(beginning: string): { fromMs: number; toMs: number } | null {
  if (beginning.length > ID_DIGITS || [...beginning].some((digit) => !DIGITS.includes(digit))) return null;
  const msOf = (body: string) =>
    Number([...body].reduce((value, digit) => value * 58n + BigInt(DIGITS.indexOf(digit)), 0n) >> 80n);
  const [fromMs, toMs] = [msOf(beginning.padEnd(ID_DIGITS, '1')), msOf(beginning.padEnd(ID_DIGITS, 'z'))];
  return { fromMs, toMs };
}

/**
 * Whether `text` has the form of an id of `kind`. Any other path id gets the response for a missing object.
 */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind];
  return text.startsWith(prefix) && ID_BODY.test(text.slice(prefix.length));
}

/**
 * `prefix` followed by 32 random bytes in base58: an API key, client secret or webhook secret (256 bits, so
 * SHA-256 alone protects it).
 */
export function newSecret(prefix: string): string {
  return prefix + toBase58(randomBytes(32));
}

/** RFC 9562 section 5.7, with the 12 bits after the version as a counter within one millisecond (method 1 of section 6.2). */
function uuidV7(nowMs: number): Uint8Array {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const bytes = sixteenRandomBytes();
  new DataView(bytes.buffer).setUint16(0, Math.floor(lastMs / 2 ** 32));
  new DataView(bytes.buffer).setUint32(2, lastMs % 2 ** 32);
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes;
}

/** Randomness for the next ids: filled for 256 at once, since asking for it takes longer than all the rest. */
const pool = new Uint8Array(16 * 256);
let used = pool.length;

function sixteenRandomBytes(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.slice(used - 16, used);
}
