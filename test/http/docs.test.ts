import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
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
const page = async () => (await load('/docs')).text();
/** Everything that the page's own HTML makes a browser load. */
const named = (html: string) =>
  [...html.matchAll(/<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);

describe('the reference of the API', () => {
  it('is a page that may load nothing but from its own origin, and that nobody may frame', async () => {
    const { status, headers } = await load('/docs');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'svc-request-id': expect.stringMatching(/^req_/),
      'ratelimit-limit': '600',
    });
    expect(headers.get('content-security-policy')!.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('names only what is there, on this origin', async () => {
    const urls = named(await page());
    expect(urls.length).toBeGreaterThanOrEqual(4);
    for (const url of urls) {
      expect(url).toMatch(/^\/[^/]/);
      const { status, headers } = await load(url);
      expect([url, status, headers.get('x-content-type-options')]).toEqual([url, 200, 'nosniff']);
      const type = /\.(\w+)(?:\?|$)/.exec(url)![1]!;
      const expected = {
        js: 'text/javascript; charset=utf-8',
        css: 'text/css; charset=utf-8',
        svg: 'image/svg+xml',
      };
      expect(headers.get('content-type')).toBe(expected[type as keyof typeof expected]);
    }
  });

  it('has neither scripts nor styles within it, which its policy would stop', async () => {
    const html = await page();
    expect(html).not.toMatch(/https?:/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    for (const [, script] of html.matchAll(/<script[^>]*>([^<]*)/g)) expect(script).toBe('');
  });

  it('has style sheets that load nothing', async () => {
    const sheets = named(await page()).filter((url) => url.includes('.css'));
    expect(sheets.length).toBeGreaterThan(0);
    for (const url of sheets) {
      const css = await (await load(url)).text();
      expect(css).not.toContain('@import');
      for (const [, target] of css.matchAll(/url\((["']?[^)]{5})/g)) expect(target).toMatch(/^["']?data:/);
    }
  });

  it('lets browsers keep its parts for good, under an address that changes with their content', async () => {
    const parts = named(await page()).filter((url) => url.startsWith('/docs/'));
    for (const url of parts) {
      const response = await load(url);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const hash = createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex');
      expect(url.split('?')[1]).toBe(hash.slice(0, 16));
    }
  });

  it("reads this deployment's contract, and asks no other server what it thinks of it", async () => {
    const start = named(await page()).find((url) => url.startsWith('/docs/start.js'))!;
    const given: Record<string, unknown>[] = [];
    const SwaggerUIBundle = (options: Record<string, unknown>) => given.push(options);
    runInNewContext(await (await load(start)).text(), { SwaggerUIBundle });
    expect(given).toMatchObject([{ url: '/openapi.json', validatorUrl: null, queryConfigEnabled: false }]);
    expect(await page()).toContain(`id="${String(given[0]!['dom_id']).slice(1)}"`);
    expect((await load('/openapi.json')).status).toBe(200);
  });

  it('handles HEAD like GET', async () => {
    const [get, head] = [await load('/docs'), await load('/docs', { method: 'HEAD' })];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });
});

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

  it.each(PATHS)('%s takes less than 40 kB where the client can unpack it', async (path) => {
    const packed = await raw(path, { 'accept-encoding': 'br;q=0.5, gzip' });
    const smaller = await raw(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(smaller.headers['content-encoding']).toBe('br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.bytes.length).toBeLessThan(40_000);
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

describe('beside the reference', () => {
  it('nothing else is served, whatever its package holds', async () => {
    const paths = [
      '/docs/',
      '/Docs',
      '/docs/page.html',
      '/docs/index.html',
      '/docs/package.json',
      '/docs/swagger-ui-bundle.js.map',
      '/docs/swagger-ui-bundle.js/',
      '/docs/Swagger-ui.css',
      '/docs/..%2fdocs.ts',
      '/docs/%2e%2e/package.json',
    ];
    const answers = [
      ...(await Promise.all(paths.map(async (path) => [path, await load(path)] as const))),
      ['POST', await load('/docs', { method: 'POST', body: '{}' })] as const,
    ];
    for (const [path, response] of answers) {
      const { error } = (await response.json()) as { error: { code: string } };
      expect([path, response.status, error.code]).toEqual([path, 404, 'unknown_route']);
    }
  });

  it('each part counts as a request of its address', async () => {
    const strict = await startHttp({ limits: { address: 3 } });
    try {
      const at = (path: string) => fetch(`http://127.0.0.1:${strict.port}${path}`);
      const statuses = [];
      for (const path of ['/docs', '/docs/start.js', '/docs/index.css', '/docs', '/docs/start.js']) {
        statuses.push((await at(path)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      const refused = await at('/docs');
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    } finally {
      await strict.close();
    }
  });
});
