import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress } from '../support/deployment.ts';
import { askStart, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant('Coffee Club');
});
afterAll(() => service.stop());

const read = (key = merchant.testKey) => service.call('GET', '/v1/branding', { key });
const set = (body: object, key = merchant.testKey) => service.call('PUT', '/v1/branding', { key, body });

const NONE = { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null };
const FULL = {
  logoUrl: 'https://cdn.shop.example/logo.png',
  accentColor: '#0b5a8a',
  supportEmail: 'help@shop.example',
  supportUrl: 'https://shop.example/help',
};

describe('how a merchant’s pages look', () => {
  test('is nothing of its own at first', async () => {
    expect((await read()).body).toEqual({ object: 'branding', livemode: false, ...NONE, accents: null });
  });

  test('is one for both modes, and what is left out of a change is none', async () => {
    const { status, body } = await set({ ...FULL, accentColor: '#0B5A8A' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...FULL, livemode: false });
    expect((await read(merchant.liveKey)).body).toEqual({ ...body, livemode: true });
    expect((await set({ supportEmail: FULL.supportEmail })).body).toMatchObject({
      ...NONE,
      supportEmail: FULL.supportEmail,
      accents: null,
    });
  });

  test('a colour that could not be read is kept, and told as each theme shows it', async () => {
    const { body } = await set({ accentColor: '#ffe000' });
    expect(body.accentColor).toBe('#ffe000');
    expect(body.accents.light).toMatchObject({ corrected: true, contrast: 1.15, text: '#ffffff' });
    expect(body.accents.dark).toMatchObject({ corrected: false, color: '#ffe000' });
  });

  test.each([
    ['logoUrl', 'http://cdn.shop.example/logo.png'],
    ['logoUrl', "javascript:alert('1')"],
    ['logoUrl', 'https://me:secret@cdn.shop.example/logo.png'],
    ['logoUrl', `https://cdn.shop.example/${'x'.repeat(2000)}`],
    ['accentColor', 'red'],
    ['accentColor', '#fff'],
    ['accentColor', '#ffffff;background:url(https://evil.example)'],
    ['supportEmail', 'nobody'],
    ['supportEmail', 'help@shop.example?subject=x'],
    ['supportEmail', 'help@shop.example,evil@evil.example'],
    ['supportEmail', 'help@shop.example\nbcc: evil@evil.example'],
    ['supportUrl', 'javascript:alert(1)'],
    ['supportUrl', 'data:text/html,x'],
  ])('%s %j is refused by name, and changes nothing', async (param, value) => {
    const before = (await read()).body;
    const answer = await set({ [param]: value });
    expect(refusal(answer)).toBe(`400 parameter_invalid ${param}`);
    expect((await read()).body).toEqual(before);
  });

  test('what would end an entry of a policy is escaped', async () => {
    const { body } = await set({ logoUrl: "https://cdn.shop.example/a;script-src 'unsafe-inline',b.png" });
    expect(body.logoUrl).toBe("https://cdn.shop.example/a%3Bscript-src%20'unsafe-inline'%2Cb.png");
  });

  test('stands in the views of payers: links, products and mandates', async () => {
    await set(FULL);
    const payee = randomAddress();
    const link = await makeOffer(service, merchant, 'payment_links', { payee });
    const product = await makeOffer(service, merchant, 'products', { payee });
    const shown = [
      await service.call('GET', `/v1/checkout/payment_links/${link.id}`),
      await service.call('GET', `/v1/checkout/products/${product.id}`),
      await askStart(service, link, await service.wallet(merchant)),
    ];
    for (const { body } of shown) expect(body.brand).toEqual(FULL);
  });

  test('is one merchant’s: another sees and changes its own alone', async () => {
    await set(FULL);
    const other = await service.merchant('Tea House');
    expect((await read(other.testKey)).body).toMatchObject(NONE);
    await set({ accentColor: '#123456' }, other.testKey);
    expect((await read()).body).toMatchObject(FULL);
  });
});
