import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrCreateKeyRing, parseKeyRing } from '../../server/config/key-ring.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-ring-'));
  path = join(directory, 'secrets-keys');
});

afterEach(() => rm(directory, { recursive: true }));

it('makes one key on the first start, for its owner alone, and finds it again', async () => {
  const rings = await Promise.all([loadOrCreateKeyRing(path), loadOrCreateKeyRing(path)]);
  expect(rings[0]).toEqual(rings[1]);
  expect(rings[0][0].key).toHaveLength(32);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('stops at a damaged file, rather than make a key that decrypts nothing', async () => {
  await writeFile(path, 'k1:short', { mode: 0o600 });
  await expect(loadOrCreateKeyRing(path)).rejects.toThrow(/Restore it from a backup/);
});

it('stops at a file that others may read', async () => {
  await loadOrCreateKeyRing(path);
  await chmod(path, 0o644);
  await expect(loadOrCreateKeyRing(path)).rejects.toThrow(
    `(mode 0644). Allow its owner alone: chmod 600 ${path}`,
  );
});

it('encrypts with the first key and keeps the others', () => {
  const [one, two] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64'));
  expect(parseKeyRing(`new:${two}, old:${one}`)?.map(({ id, key }) => [id, key[0]])).toEqual([
    ['new', 2],
    ['old', 1],
  ]);
  expect(parseKeyRing(`new:${two},`)).toBe(null);
});
