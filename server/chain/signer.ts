import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  type Address,
  createKeyPairFromBytes,
  getAddressFromPublicKey,
  type SignatureBytes,
} from '@solana/kit';
import { createPrivateFile, readPrivateFile } from '../lib/private-file.ts';
import { StartError } from '../lib/start-error.ts';

/**
 * A key that signs for the service: a file today, possibly a key management service behind the same two
 * members.
 */
export interface Signer {
  address: Address;
  /** The Ed25519 signature (64 bytes) over the bytes of a compiled transaction message. */
  signTransactionMessage(message: Uint8Array): Promise<SignatureBytes>;
}

/** A Solana CLI keypair has the 32-byte seed, then the 32-byte public key. */
const KEYPAIR_BYTES = 64;

/**
 * The key in a Solana CLI keypair file, a JSON array of 64 bytes. Throws if the halves do not belong
 * together.
 */
export async function fileSigner(path: string): Promise<Signer> {
  const bytes = await readKeyFile(path);
  const { publicKey } = await createKeyPairFromBytes(bytes).catch((cause: unknown) => {
    throw new StartError(
      `The key file ${path} is damaged: its public half does not belong to its private half.`,
      { cause },
    );
  });
  // Node's own signing, since each message that goes through WebCrypto costs a round through the thread pool.
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: toBase64Url(bytes.subarray(0, 32)),
      x: toBase64Url(bytes.subarray(32)),
    },
  });
  return {
    address: await getAddressFromPublicKey(publicKey),
    signTransactionMessage: async (message) =>
      new Uint8Array(sign(null, message, privateKey)) as SignatureBytes,
  };
}

/** Writes a new key to `path` (0600), unless the file exists. Returns whether it wrote one. */
export async function generateKeyFile(path: string): Promise<boolean> {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const bytes = [d, x].flatMap((half) => [...Buffer.from(half as string, 'base64url')]);
  return createPrivateFile(path, `${JSON.stringify(bytes)}\n`);
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

async function readKeyFile(path: string): Promise<Uint8Array> {
  const text = await readPrivateFile(path).catch((cause: unknown) => {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The key file ${path} cannot be read. Create one with: solana-keygen new --outfile ${path}`,
      { cause },
    );
  });
  const bytes = parseBytes(text);
  if (!bytes) {
    throw new StartError(
      `The key file ${path} is not a Solana keypair, which is a JSON array of ${KEYPAIR_BYTES} bytes.`,
    );
  }
  return bytes;
}

function parseBytes(text: string): Uint8Array | null {
  try {
    const values: unknown = JSON.parse(text);
    if (!Array.isArray(values) || values.length !== KEYPAIR_BYTES) return null;
    return values.every((value) => Number.isInteger(value) && value >= 0 && value <= 255)
      ? Uint8Array.from(values)
      : null;
  } catch {
    return null;
  }
}
