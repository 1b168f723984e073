import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Http, startHttp } from './http-under-test.ts';

let http: Http;

beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.close());

const load = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${http.port}${path}`, init);
/** By Node's own client, which unpacks nothing. */
async function raw(path: string, headers: Record<string, string>) {
  const request = get({ port: http.port, host: '127.0.0.1', path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}
describe('the contract', () => {
  const TYPES = { '/openapi.json': 'application/json', '/openapi.yaml': 'application/yaml; charset=utf-8' };
  const FILES = { '/openapi.json': 'server/generated/openapi.json', '/openapi.yaml': 'openapi.yaml' };
  const PATHS = Object.keys(TYPES) as (keyof typeof TYPES)[];

  it.each(PATHS)('%s is the one that is in the repository', async (path) => {
    const response = await load(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, TYPES[path]]);
    expect(await response.text()).toBe(
      await readFile(join(import.meta.dirname, '..', '..', FILES[path]), 'utf8'),
    );
  });

  it.each(PATHS)('%s takes less than 60 kB where the client can unpack it', async (path) => {
    const packed = await raw(path, { 'accept-encoding': 'br;q=0.5, gzip' });
    const smaller = await raw(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(smaller.headers['content-encoding']).toBe('br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.bytes.length).toBeLessThan(60_000);
    expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
    const plain = await raw(path, { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect(brotliDecompressSync(smaller.bytes)).toEqual(plain.bytes);
  });

  it.each(PATHS)('%s is sent again only when it has changed', async (path) => {
    const headers = { 'accept-encoding': 'gzip' };
    const first = await raw(path, headers);
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}-gzip"$/);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await raw(path, { ...headers, 'if-none-match': condition });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    }
    for (const condition of ['"other"', etag.replace('gzip', 'identity')]) {
      const again = await raw(path, { ...headers, 'if-none-match': condition });
      expect(again.status).toBe(200);
    }
  });

  it('answers HEAD as GET', async () => {
    const head = await load('/openapi.json', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    const get = await load('/openapi.json', { headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });
});
