import type crypto from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, KeyObject, sign, verify } from 'node:crypto';

type Bytes = ArrayBuffer | ArrayBufferView;

/** WebCrypto resolves from other threads, in any order. Here it resolves at once, so that runs repeat. */
export function answerWebCryptoAtOnce(): void {
  const { subtle } = globalThis.crypto;
  Object.assign(Object.getPrototypeOf(subtle), {
    digest: async (algorithm: string | { name: string }, data: Bytes) =>
      exact(createHash(nameOf(algorithm).replace('-', '').toLowerCase()).update(bytesOf(data)).digest()),
    sign: async (_: unknown, key: CryptoKey, data: Bytes) =>
      exact(sign(null, bytesOf(data), KeyObject.from(key))),
    verify: async (_: unknown, key: CryptoKey, signature: Bytes, data: Bytes) =>
      verify(null, bytesOf(data), KeyObject.from(key), bytesOf(signature)),
    importKey: async (
      format: string,
      data: Bytes | JsonWebKey,
      _: unknown,
      extractable: boolean,
      usages: KeyUsage[],
    ) => importKey(format, data).toCryptoKey('Ed25519', extractable, usages),
    exportKey: async (format: string, key: CryptoKey) => exportKey(format, KeyObject.from(key)),
  });
}

type KeyUsage = 'sign' | 'verify';

function importKey(format: string, data: Bytes | JsonWebKey): KeyObject {
  if (format === 'raw') {
    const x = bytesOf(data as Bytes).toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  }
  if (format === 'jwk') return createPublicKey({ key: data as crypto.JsonWebKey, format: 'jwk' });
  return createPrivateKey({ key: bytesOf(data as Bytes), format: 'der', type: 'pkcs8' });
}

function exportKey(format: string, key: KeyObject): ArrayBuffer | object {
  const jwk = key.export({ format: 'jwk' });
  return format === 'jwk' ? jwk : exact(Buffer.from(jwk.x!, 'base64url'));
}

function nameOf(algorithm: string | { name: string }): string {
  return typeof algorithm === 'string' ? algorithm : algorithm.name;
}

function bytesOf(data: Bytes): Buffer {
  return data instanceof ArrayBuffer
    ? Buffer.from(data)
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

function exact(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
