import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isReceiptTag, receiptUrlOf } from '../../server/charges/receipt-url.ts';
import type { SecretKey } from '../../server/lib/secret-box.ts';
import { makeSale, type Sale, submitRefund } from '../refunds/support.ts';
import { MONTH, subscribe } from '../schedule/support.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';

const DETAILS = {
  legalName: 'Coffee Club <GmbH>',
  addressLines: ['Hauptstr. 1', '10115 Berlin'],
  country: 'DE',
  taxId: 'DE123456789',
  receiptNote: 'No VAT is charged.\nSecond line.',
};

let service: TestService;
let merchant: TestMerchant;
let sale: Sale;
let path: string;
let refundSignature: string;
beforeAll(async () => {
  service = await TestService.start();
  sale = await makeSale(service);
  merchant = sale.merchant;
  const refund = await merchant.api.charges.refund(sale.charge.id, { amount: '250000' });
  await submitRefund(service, sale, refund, await signIssued(sale.payee, refund.transaction!));
  refundSignature = (await merchant.api.refunds.get(refund.id)).txSignature!;
  await merchant.api.businessDetails.set(DETAILS);
  path = (await merchant.api.charges.get(sale.charge.id)).receiptUrl!;
});
afterAll(() => service.stop());

async function page(at = path, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + at, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
async function send(fields: Record<string, string>, at = path) {
  const body = new URLSearchParams(fields);
  const response = await fetch(service.url + at, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

describe('the page of a receipt', () => {
  test('names the business, what was bought, number, moment and zone, both wallets, every transaction, and what remains', async () => {
    const charge = await merchant.api.charges.get(sale.charge.id);
    expect(charge.receiptNumber).toBe('TEST-000001');
    const { html, status, headers } = await page();
    expect(status).toBe(200);
    for (const text of [
      'Coffee Club &lt;GmbH>',
      'Hauptstr. 1',
      '10115 Berlin',
      'Germany',
      'DE123456789',
      'No VAT is charged.',
      'TEST-000001',
      ' UTC',
      charge.payer,
      charge.payee,
      charge.mint,
      charge.txSignature!,
      refundSignature,
      '1.00 TUSD',
      '−0.25 TUSD',
      '0.75 TUSD',
      'test money',
    ])
      expect(html).toContain(text);
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('is in Spanish for who reads that, and in the language that the link asks for', async () => {
    const spanish = await page(path, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' });
    expect(spanish.html).toContain('<html lang="es-MX"');
    expect(spanish.html).toContain('Recibo');
    expect(spanish.html).toContain('Alemania');
    expect(spanish.html).toContain(`href="${path}?lang=en"`);
    const asked = await page(`${path}?lang=en`, { 'accept-language': 'es' });
    expect(asked.html).toContain('<html lang="en"');
    expect((await page(path, { 'accept-language': 'fr' })).html).toContain('<html lang="en"');
  });

  test('is found by nobody who has only the id, another receipt, or a part of the address', async () => {
    const [, , id, tag] = path.split('/');
    const other = (await makeSale(service)).charge.id;
    const foreign = receiptUrlOf(service.running.deployment.secretKeys, { id: other, receiptNumber: 1 })!;
    expect((await page(foreign)).status).toBe(200);
    for (const wrong of [
      `/receipt/${id}/${'A'.repeat(22)}`,
      `/receipt/${other}/${tag}`,
      `/receipt/${id}/${tag!.slice(0, -1)}`,
      `/receipt/${id}/${tag}A`,
      `/receipt/${id}/${tag!.toLowerCase()}x`,
      `/receipt/${id}/${encodeURIComponent('%00')}`,
    ]) {
      const { status, html } = await page(wrong);
      expect([wrong, status]).toEqual([wrong, 404]);
      expect(html).toContain('There is no receipt here');
      expect((await send({ do: 'save', name: 'Eve' }, wrong)).status).toBe(404);
    }
  });
});

test('the address of a receipt made before the keys were rotated is good until the old key is gone', () => {
  const [old, fresh] = [1, 2].map((n) => ({ id: `k${n}`, key: new Uint8Array(32).fill(n) })) as [
    SecretKey,
    SecretKey,
  ];
  const settled = { id: 'chg_1', receiptNumber: 1 };
  const tag = receiptUrlOf([old], settled)!.split('/').at(-1)!;
  expect(receiptUrlOf([fresh, old], settled)).not.toContain(tag);
  expect(isReceiptTag([fresh, old], 'chg_1', tag)).toBe(true);
  expect(isReceiptTag([fresh], 'chg_1', tag)).toBe(false);
  expect(isReceiptTag([old], 'chg_2', tag)).toBe(false);
  expect(receiptUrlOf([old], { ...settled, receiptNumber: null })).toBeNull();
});

describe('a name on a receipt', () => {
  test('is taken from its form, shown as plain text, and taken off again', async () => {
    const name = 'Ann <b>&"Co"</b> https://evil.example';
    const saved = await send({ do: 'save', name, address: 'Main Street 1\r\n\r\nSpringfield\r\n' });
    expect([saved.status, saved.location]).toEqual([303, `${path}?lang=en`]);
    const shown = (await page()).html;
    expect(shown).toContain('Ann &lt;b>&amp;');
    expect(shown).not.toContain('<b>');
    expect(shown).not.toContain('evil.example');
    expect(shown).toContain('Springfield');
    expect((await send({ do: 'remove' })).status).toBe(303);
    expect((await page()).html).not.toContain('Springfield');
  });

  test('that is missing or too long is said to be, and what was typed stays', async () => {
    const long = await send({ do: 'save', name: 'x'.repeat(121), address: 'kept line' });
    expect(long.status).toBe(400);
    expect(long.html).toContain('too long: at most 120');
    expect(long.html).toContain('kept line');
    expect((await send({ do: 'save', name: ' \u200b ' })).html).toContain('Write a name');
    expect((await send({ do: 'save', name: 'Ann', address: 'a\n'.repeat(7) })).status).toBe(400);
    expect((await send({ do: 'save', name: 'x'.repeat(300_000) })).status).toBeGreaterThanOrEqual(400);
    expect((await page()).html).not.toContain('kept line');
  });

  test('stands on later receipts of the mandate too, never on earlier ones or on those of other mandates', async () => {
    const [first, second] = await paidTwice();
    expect((await send({ do: 'save', name: 'Later Ltd' }, second)).status).toBe(303);
    expect((await page(first)).html).not.toContain('Later Ltd');
    expect((await send({ do: 'save', name: 'Early Ltd' }, first)).status).toBe(303);
    expect((await page(second)).html).toContain('Later Ltd');
    expect((await send({ do: 'remove' }, second)).status).toBe(303);
    expect((await page(first)).html).toContain('Early Ltd');
    expect((await page(second)).html).not.toContain('Early Ltd');
    expect((await page()).html).not.toContain('Early Ltd');
  });
});

/** The addresses of a mandate's first two receipts. */
async function paidTwice(): Promise<[string, string]> {
  const subscribed = await subscribe(service, merchant);
  await merchant.api.test.advanceClock({ seconds: MONTH });
  return eventually(async () => {
    const { data } = await merchant.api.mandates.listCharges(subscribed.id);
    const urls = data.flatMap(({ receiptUrl }) => receiptUrl ?? []);
    return urls.length === 2 && (urls.toReversed() as [string, string]);
  });
}

describe('business details', () => {
  const set = (body: object) => service.call('PUT', '/v1/business_details', { key: merchant.testKey, body });

  test('are the same in both modes, and replaced as a whole', async () => {
    const { body } = await service.call('GET', '/v1/business_details', { key: merchant.liveKey });
    expect(body).toMatchObject({ object: 'business_details', livemode: true, ...DETAILS });
    const other = await service.merchant('Tea Club');
    expect((await other.api.businessDetails.get()).updatedAt).toBeNull();
    await other.api.businessDetails.set({ legalName: 'Tea Ltd', taxId: 'T1' });
    const { legalName, taxId, updatedAt } = await other.api.businessDetails.set({ legalName: ' Tea Ltd ' });
    expect([legalName, taxId, typeof updatedAt]).toEqual(['Tea Ltd', null, 'number']);
    expect(await merchant.api.businessDetails.get()).toMatchObject(DETAILS);
  });

  test('that payers could take for a link, and countries that are none, are refused by name', async () => {
    for (const [param, value] of [
      ['legalName', 'Books.com'],
      ['addressLines', ['Street 1', 'see https://evil.example']],
      ['country', 'QQ'],
      ['country', 'Germany'],
      ['taxId', 'mail me@evil.example'],
      ['receiptNote', 'Refunds at www.evil.example'],
      ['receiptNote', 'x'.repeat(501)],
      ['addressLines', Array(7).fill('x')],
    ] as const) {
      const { status, body } = await set({ [param]: value });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', param]);
    }
    expect(await merchant.api.businessDetails.get()).toMatchObject(DETAILS);
  });
});
