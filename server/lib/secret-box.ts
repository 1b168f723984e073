import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** A 256-bit AES key, and the id that finds it again for what it encrypted. */
export interface SecretKey {
  id: string;
  key: Uint8Array;
}

/** The first key encrypts; the others are older keys, kept to decrypt data written before a rotation. */
export type SecretKeyRing = readonly [SecretKey, ...SecretKey[]];

const ALGORITHM = 'aes-256-gcm';
/** The first byte of every box, so that other layouts can follow. */
const VERSION = 1;
/**
 * The length that GCM uses directly (NIST SP 800-38D, 5.2.1.1). Random ones are safe for 2^32 boxes per key.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `plaintext` encrypted with the ring's first key. `context` is not stored, and decryption needs the same
 * one: name the row, so that a box copied into another row does not open. Layout: version, length of the key
 * id, key id, nonce, tag, ciphertext.
 */
export function encryptSecret(
  [current]: SecretKeyRing,
  plaintext: string | Uint8Array,
  context: string,
): Buffer {
  const id = Buffer.from(current.id);
  const header = Buffer.from([VERSION, id.length, ...id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, preparedKey(current), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(header, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts `box`. Throws if it was altered, belongs to another context, or its key is not on the ring. */
export function decryptSecret(ring: SecretKeyRing, box: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
  const headerBytes = 2 + (bytes[1] ?? 0);
  if (bytes[0] !== VERSION || bytes.length < headerBytes + NONCE_BYTES + TAG_BYTES) {
    throw new Error('This is not an encrypted secret.');
  }
  const header = bytes.subarray(0, headerBytes);
  const id = header.subarray(2).toString();
  const found = ring.find((candidate) => candidate.id === id);
  if (!found) {
    throw new Error(
      `A secret was encrypted with the key "${id}", which is not on the key ring. Add it back.`,
    );
  }
  const nonce = bytes.subarray(headerBytes, headerBytes + NONCE_BYTES);
  const tag = bytes.subarray(nonce.length + headerBytes, headerBytes + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, preparedKey(found), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(header, context));
  decipher.setAuthTag(tag);
  const ciphertext = bytes.subarray(headerBytes + NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** Preparing a key takes several times as long as encrypting a response with it. */
const prepared = new WeakMap<SecretKey, KeyObject>();

function preparedKey(secret: SecretKey): KeyObject {
  const known = prepared.get(secret);
  if (known !== undefined) return known;
  const key = createSecretKey(secret.key);
  prepared.set(secret, key);
  return key;
}

/** The header contains its own length, so no other header and context give the same bytes. */
function associatedData(header: Uint8Array, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)]);
}
