import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../pages/docs/page-data.ts';
import { OPERATIONS } from '../../server/http/contract.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const load = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);
const textOf = async (path: string) => (await load(path)).text();
/** Everything that a page's own HTML makes a browser load. */
const named = (html: string) =>
  [...html.matchAll(/<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);

describe('/docs', () => {
  const path = '/docs';

  it('may load nothing but from its own origin, and nobody may frame it', async () => {
    const { status, headers } = await load(path, { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'svc-request-id': expect.stringMatching(/^req_/),
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
    const urls = named(await textOf(path));
    expect(urls.length).toBeGreaterThanOrEqual(2);
    for (const url of urls) {
      expect(url).toMatch(/^\/[^/]/);
      const { status, headers } = await load(url);
      expect([url, status, headers.get('x-content-type-options')]).toEqual([url, 200, 'nosniff']);
    }
  });

  it('has neither scripts nor styles within it, which its policy would stop', async () => {
    const html = await textOf(path);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    for (const [, script] of html.matchAll(/<script[^>]*>([^<]*)/g)) expect(script).toBe('');
  });

  it('has style sheets that load nothing', async () => {
    const sheets = named(await textOf(path)).filter((url) => url.includes('.css'));
    expect(sheets.length).toBeGreaterThan(0);
    for (const url of sheets) {
      const css = await textOf(url);
      expect(css).not.toContain('@import');
      for (const [, target] of css.matchAll(/url\((["']?[^)]{5})/g)) expect(target).toMatch(/^["']?data:/);
    }
  });

  it('is sent again only when it has changed', async () => {
    const etag = (await load(path)).headers.get('etag')!;
    expect((await load(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('handles HEAD like GET', async () => {
    const [get, head] = [await load(path), await load(path, { method: 'HEAD' })];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });
});

describe('the guides', () => {
  it('come first, the quickstart before all, and then the reference', async () => {
    const html = await textOf('/docs');
    const order = [
      'id="quickstart"',
      'id="first-subscription"',
      'id="going-live"',
      'id="reference"',
      'id="createMandate"',
    ];
    const places = order.map((each) => html.indexOf(each));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('have the address and a token of the deployment that serves them, and no placeholder but the key', async () => {
    const html = await textOf('/docs');
    const merchant = await service.merchant();
    const mint = await service.mint(merchant);
    expect(html).toContain(`AUTOPAY_URL=${service.url}`);
    expect(html).toContain(`<span data-fill="mint">${mint}</span>`);
    expect(html).toContain(`TUSD, 6 decimals: <code>${mint}</code>`);
    expect(html).not.toContain('MINT_ADDRESS');
    expect(html).not.toContain('127.0.0.1:3000');
    expect(trialsIn(html).find(({ path }) => path === '/v1/payment_links')!.body).toContain(mint);
  });

  it('may be found by search engines, as no other page may', async () => {
    expect(await textOf('/docs')).not.toContain('noindex');
    expect(await textOf('/dashboard')).toContain('noindex');
  });

  it('are read by nobody in particular: no key is in the page, whoever asks', async () => {
    const merchant = await service.merchant();
    const headers = { authorization: `Bearer ${merchant.testKey}` };
    expect(await (await load('/docs', { headers })).text()).toBe(await textOf('/docs'));
    const keys = (await textOf('/docs')).match(/[sr]k_(?:test|live)_\w+/g);
    expect([...new Set(keys)].toSorted()).toEqual(['sk_live_YOUR_KEY', 'sk_test_YOUR_KEY']);
  });
});

describe('the reference', () => {
  it('has every operation of the contract, and leads nowhere within it that is not there', async () => {
    const html = await textOf('/docs');
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const { operationId } of OPERATIONS) expect(ids).toContain(operationId);
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    expect(html).not.toMatch(/undefined|\[object/);
  });

  it('can be tried, operation by operation, and begins with what the contract gives as an example', async () => {
    const trials = trialsIn(await textOf('/docs'));
    expect(trials.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted(),
    );
    const creating = trials.find(({ method, path }) => method === 'POST' && path === '/v1/mandates')!;
    expect(creating.takesKey).toBe(true);
    expect(creating.parameters).toContainEqual({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      options: null,
    });
    expect(JSON.parse(creating.body!)).toMatchObject({ amountPerPeriod: expect.any(String) });
    expect(trials.find(({ path }) => path === '/v1/checkout/mandates/{id}')).toMatchObject({
      takesKey: false,
    });
  });

  it('is there within 4 s at 400 kbit/s: what it loads is 100 kB at most, and 100 kB more to try it', async () => {
    const html = await textOf('/docs');
    const first = new Set(['/docs', ...named(html)]);
    expect(await sizeOf(first)).toBeLessThan(100_000);
    const all = new Set(first);
    // Addresses that are added meanwhile are visited too.
    for (const url of all)
      if (url.endsWith('.js'))
        for (const [, file] of (await textOf(url)).matchAll(/"\.\/([\w-]+\.js)"/g))
          all.add(`/assets/${file}`);
    expect(all.size).toBeGreaterThan(first.size);
    expect((await sizeOf(all)) - (await sizeOf(first))).toBeLessThan(100_000);
  });

  async function sizeOf(urls: Iterable<string>): Promise<number> {
    const lengths = await Promise.all(
      [...urls].map(async (url) => Number((await load(url)).headers.get('content-length'))),
    );
    return lengths.reduce((sum, length) => sum + length, 0);
  }
});

/** The forms that a page offers. */
function trialsIn(html: string): Trial[] {
  return [...html.matchAll(/ data-trial="([^"]*)"/g)].map(([, json]) =>
    JSON.parse(json!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  );
}

describe('beside the reference', () => {
  it('nothing else is served', async () => {
    const paths = [
      '/docs/',
      '/Docs',
      '/docs/try',
      '/docs/..%2froutes.ts',
      '/docs/%2e%2e/package.json',
      '/assets/manifest.json',
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
    const strict = await TestService.start({ AUTOPAY_RATE_ADDRESS_PER_MINUTE: '3' });
    try {
      const statuses = [];
      for (let request = 0; request < 5; request += 1)
        statuses.push((await fetch(`${strict.url}/docs`)).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      expect((await fetch(`${strict.url}/docs`)).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    } finally {
      await strict.stop();
    }
  });
});
