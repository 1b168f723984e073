import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAssets } from '../../server/pages/assets.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** By Node's own client, which unpacks nothing. */
async function raw(path: string, encodings: string) {
  const [response] = (await once(
    get(service.url + path, { headers: { 'accept-encoding': encodings } }),
    'response',
  )) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}

it('every file of a page is sent compressed as the build left it, and kept for good', async () => {
  const paths = loadAssets().files.map(({ path }) => path);
  const page = (await raw('/dashboard', 'identity')).bytes.toString();
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(3);
  expect(paths).toEqual(expect.arrayContaining(named));
  for (const path of paths) {
    const plain = await raw(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };
    const sizes = { br: 0, gzip: 0 };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['*', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['gzip', 'gzip'],
    ] as const) {
      const { headers, bytes } = await raw(path, accepted);
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(bytes.length),
      });
      expect(unpacked[encoding](bytes)).toEqual(plain.bytes);
      sizes[encoding] = bytes.length;
    }
    // Of a page of a few lines neither leaves much.
    if (plain.bytes.length > 1_000) expect(sizes.br).toBeLessThan(sizes.gzip);
  }
});
