import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
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

/** A page's content security policy, and what it says of itself to whoever shows a preview. */
async function shared(path: string) {
  const response = await fetch(service.url + path);
  const html = await response.text();
  const tags = [...html.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g)];
  const policy = response.headers.get('content-security-policy')!;
  return { html, policy, tags: Object.fromEntries(tags.map(([, name, content]) => [name!, content!])) };
}

test("a product's page has title, description and picture for previews, and may load that picture alone", async () => {
  const { url } = await makeOffer(service, merchant, 'products', {
    payee,
    name: 'Guide',
    description: 'How to "brew".\nIn ten <steps>.',
    imageUrl: 'https://cdn.shop.example/img/a;b.png?w=600',
    metadata: { secret: 'internal note' },
  });
  const { html, policy, tags } = await shared(`${url}?client_reference=user-4711`);
  expect(tags).toMatchObject({
    'og:title': expect.stringContaining('Guide'),
    'og:description': expect.stringMatching(/^1.00 TUSD every .*How to &quot;brew&quot;. In ten &lt;steps/),
    'og:image': 'https://cdn.shop.example/img/a%3Bb.png?w=600',
    'og:url': service.url + url,
    'twitter:card': 'summary_large_image',
  });
  expect(policy).toContain("img-src 'self' data: https://cdn.shop.example/img/a%3Bb.png;");
  expect(html).not.toContain('user-4711');
  expect(html).not.toContain('internal note');
});

test("a link's page has no picture, and allows none", async () => {
  const { url } = await makeOffer(service, merchant, 'payment_links', {
    payee,
    successUrl: 'https://shop.example/',
  });
  const { html, policy, tags } = await shared(url);
  expect(tags).toMatchObject({
    'twitter:card': 'summary',
    'og:description': expect.stringContaining('1.00 TUSD'),
  });
  expect(tags).not.toHaveProperty('og:image');
  expect(policy).toContain("img-src 'self' data:;");
  expect(html).not.toContain('shop.example');
});

test('the page of a mandate is the same for every mandate', async () => {
  const wallets = [await service.wallet(merchant), { address: payee }] as const;
  const { id } = await createMandate(service, merchant, ...wallets, { name: 'Private matter' });
  const [page, other] = await Promise.all([
    shared(`/checkout/${id}`),
    shared('/checkout/man_2YcNxpVXUq7aVSxTJ1JbRp'),
  ]);
  expect(page.html).toBe(other.html);
  expect(page.tags).toMatchObject({ 'og:title': 'Checkout · Autopay', 'og:url': `${service.url}/checkout` });
  expect(page.html).not.toContain(id);
});
