import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPublicKeyFromAddress, verifySignature } from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-keys-'));
  path = join(directory, 'keys/delegate.json');
});

afterEach(() => rm(directory, { recursive: true }));

it('makes a key that signs, in a file that only its owner can read', async () => {
  expect(await generateKeyFile(path)).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { address, signTransactionMessage } = await fileSigner(path);
  const message = Buffer.from('a compiled message');
  const signature = await signTransactionMessage(message);
  expect(signature).toHaveLength(64);
  expect(await verifySignature(await getPublicKeyFromAddress(address), signature, message)).toBe(true);
});

it('never overwrites a key', async () => {
  await generateKeyFile(path);
  const before = await readFile(path);
  expect(await generateKeyFile(path)).toBe(false);
  expect(await readFile(path)).toEqual(before);
  expect(await readdir(join(directory, 'keys'))).toEqual(['delegate.json']);
});

it('makes one key when several processes start at once', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => generateKeyFile(path)));
  expect(made.filter(Boolean)).toHaveLength(1);
});

it('reads a keypair of the Solana CLI', async () => {
  // The key pair of RFC 8032 section 7.1, test 1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
  await generateKeyFile(path);
  await writeFile(path, JSON.stringify([...seed, ...publicKey]));
  const { signTransactionMessage } = await fileSigner(path);
  expect(Buffer.from(await signTransactionMessage(new Uint8Array())).toString('hex')).toMatch(
    /^e5564300c360ac729086e2cc806e828a/,
  );
});

it('refuses a file whose halves do not belong together', async () => {
  await generateKeyFile(path);
  const bytes = JSON.parse(await readFile(path, 'utf8')) as number[];
  await writeFile(path, JSON.stringify(bytes.with(63, bytes[63]! ^ 1)));
  await expect(fileSigner(path)).rejects.toThrow(/is damaged/);
});

it.each(['', '{}', '[1,2,3]', JSON.stringify(Array(64).fill(256)), JSON.stringify('x'.repeat(64))])(
  'refuses %j as a key file',
  async (text) => {
    await generateKeyFile(path);
    await chmod(path, 0o600);
    await writeFile(path, text);
    await expect(fileSigner(path)).rejects.toThrow(/is not a Solana keypair/);
  },
);

it.each([0o644, 0o640, 0o604, 0o610, 0o620])(
  'refuses a key file with mode %o, and says what to do',
  async (mode) => {
    await generateKeyFile(path);
    await chmod(path, mode);
    await expect(fileSigner(path)).rejects.toThrow(
      `(mode 0${mode.toString(8)}). Allow its owner alone: chmod 600 ${path}`,
    );
  },
);

it('says how to make a key file that is missing', async () => {
  await expect(fileSigner(path)).rejects.toThrow(/solana-keygen new --outfile/);
});
