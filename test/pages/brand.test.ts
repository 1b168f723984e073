import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeOffer } from '../support/offers.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: string;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant('Coffee "Club" <b>');
  payee = (await service.wallet(merchant)).address;
});
afterAll(() => service.stop());

const brand = (body: object) =>
  service.call('PUT', '/v1/branding', { key: merchant.testKey, body }).then(({ status }) => status);
beforeEach(async () => expect(await brand({})).toBe(200));

async function load(path: string) {
  const response = await fetch(service.url + path);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { status: response.status, headers: response.headers, text: await response.text(), policy };
}

test('a product’s page has the logo and the colour, and may load these pictures alone', async () => {
  await brand({ logoUrl: 'https://cdn.shop.example/logo.png?v=2', accentColor: '#FFE000' });
  const { url } = await makeOffer(service, merchant, 'products', {
    payee,
    imageUrl: 'https://img.shop.example/a.png',
  });
  const { text, policy } = await load(url);
  expect(policy).toContain(
    "img-src 'self' data: https://cdn.shop.example/logo.png https://img.shop.example/a.png;",
  );
  expect(text).toContain('<link rel="stylesheet" href="/accent/ffe000.css"/>');
  expect(text).toContain('src="https://cdn.shop.example/logo.png?v=2"');
  expect(text).not.toMatch(/\sstyle=/);
});

test('a logo’s address cannot end an entry of the policy, nor an attribute of the page', async () => {
  await brand({ logoUrl: `https://cdn.shop.example/a;script-src *,"><script>alert(1)</script>.png?"><b>` });
  const { url } = await makeOffer(service, merchant, 'payment_links', { payee });
  const { text, policy } = await load(url);
  expect(policy.split('; ').filter((entry) => entry.startsWith('script-src'))).toEqual(["script-src 'self'"]);
  expect(policy.split('; ')).toHaveLength(8);
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('"><b>');
  expect(text).toContain('Coffee &quot;Club&quot; &lt;b>');
});

test('the sheet of a colour is its colour in both themes, and nothing else can be asked for', async () => {
  const { status, headers, text } = await load('/accent/ffe000.css');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(text).toMatch(
    /^:root\{--accent:#[0-9a-f]{6};--accent-hover:#[0-9a-f]{6};--on-accent:#ffffff\}@media\(prefers-color-scheme:dark\)\{:root\{--accent:#ffe000;--accent-hover:#[0-9a-f]{6};--on-accent:#0e1117\}\}$/,
  );
  for (const path of [
    '/accent/fff.css',
    '/accent/ffe000%7D.css',
    '/accent/ffe0001.css',
    '/accent/url(x).css',
  ])
    expect((await load(path)).status).toBe(404);
});

test('pages that are the same for everybody may load any https picture, and nothing else from elsewhere', async () => {
  for (const path of ['/checkout/man_2YcNxpVXUq7aVSxTJ1JbRp', '/wallet', '/dashboard']) {
    const { policy } = await load(path);
    expect(policy.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data: https:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  }
});
