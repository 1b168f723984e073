import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { LANGUAGES, spokenIn } from '../../server/pages/languages.ts';
import { makeOffer } from '../support/offers.ts';
import { TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const STYLES = join(ROOT, 'pages', 'styles');

describe('the language of a page', () => {
  let service: TestService;
  let link: string;
  beforeAll(async () => {
    service = await TestService.start();
    const merchant = await service.merchant();
    const { address: payee } = await service.wallet(merchant);
    link = (await makeOffer(service, merchant, 'payment_links', { payee, amountPerPeriod: '1234500000' }))
      .url;
  });
  afterAll(() => service.stop());

  const pageFor = async (path: string, headers: Record<string, string>) => {
    const html = await (await fetch(service.url + path, { headers })).text();
    return { html, opening: /<html[^>]*>/.exec(html)![0] };
  };

  it.each([
    [{}, '<html lang="en" dir="ltr">', 'until you cancel', '1,234.50'],
    [{ 'accept-language': 'fr-FR,fr;q=0.9' }, '<html lang="en" dir="ltr">', 'until you cancel', '1,234.50'],
    [{ 'accept-language': 'es' }, '<html lang="es" dir="ltr">', 'hasta que canceles', '1\u202f234,50'],
    [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, '<html lang="es-MX"', 'hasta que', '1\u202f234.50'],
    [{ 'accept-language': 'fr,es-AR;q=0.8,en;q=0.5' }, '<html lang="es-AR"', 'hasta que', '1\u202f234,50'],
    [
      { 'accept-language': 'es', cookie: 'a=b; autopay_language=en' },
      '<html lang="en"',
      'until you',
      '1,234.50',
    ],
    [{ cookie: 'autopay_language=es' }, '<html lang="es" dir="ltr">', 'hasta que canceles', '1\u202f234,50'],
    [{ cookie: 'autopay_language=../x' }, '<html lang="en"', 'until you cancel', '1,234.50'],
    [{ 'accept-language': 'en-"><script>' }, '<html lang="en" dir="ltr">', 'until you cancel', '1,234.50'],
  ])('for %j is %s', async (headers, opening, words, amount) => {
    const page = await pageFor(link, headers as Record<string, string>);
    expect(page.opening).toContain(opening);
    for (const part of [words, amount]) expect(page.html).toContain(part);
  });

  test('is the only one that is loaded, and the page offers the others', async () => {
    for (const [path, pages] of [
      // Its second file is loaded once a wallet is chosen.
      [link, ['checkout', 'paying']],
      ['/wallet', ['portal']],
    ] as const) {
      const { html } = await pageFor(path, { 'accept-language': 'es' });
      const files = [...html.matchAll(/words-[\w-]+?-(?=[A-Z0-9]{8}\.js)/g)].map(([name]) => name);
      expect(files.toSorted()).toEqual(pages.map((page) => `words-${page}-es-`));
      for (const code of LANGUAGES.keys()) expect(html).toContain(`<option value="${code}" lang="${code}"`);
      expect([...LANGUAGES].every(([, { name }]) => html.includes(`>${name}</option>`))).toBe(true);
    }
  });
});

describe('every language', () => {
  const codes = [...LANGUAGES.keys()];

  it('says everything, with what it speaks of', () => {
    const english = textsOf(LANGUAGES.get('en'));
    for (const code of codes) {
      const texts = textsOf(LANGUAGES.get(code));
      expect([...texts.keys()]).toEqual([...english.keys()]);
      for (const [path, text] of texts) {
        expect(text, `${code}: ${path}`).not.toMatch(/undefined|\[object|NaN/);
        expect(slotsIn(text), `${code}: ${path}`).toEqual(slotsIn(english.get(path)!));
      }
    }
  });

  it('speaks as people do: subscription, token, plan, approval; nothing of the API or of the chain’s inside', () => {
    const ours =
      /\b(?:atomic|mint|delegate|mandate|mandato|floor|lamports?|blockhash|allowance|payee|payer|token account|webhook|event|endpoint|livemode|API key|client_secret|PDA|ATA|RPC)\b|_/i;
    for (const code of codes)
      for (const [path, text] of textsOf(LANGUAGES.get(code)))
        expect(ours.exec(text.replaceAll(/\{\w\}/g, ''))?.[0], `${code}: ${path}: ${text}`).toBeUndefined();
  });

  it('has one word for each thing: adding money is no renewal, a wallet and a refund are called alike everywhere', () => {
    const others = { en: /top(?:s|ped)?[ -]?up|topping up/i, es: /cartera|monedero|devoluci/i };
    for (const [code, other] of Object.entries(others))
      for (const [path, text] of textsOf(LANGUAGES.get(code)))
        expect(other.exec(text)?.[0], `${code}: ${path}: ${text}`).toBeUndefined();
  });

  it('groups the thousands of what it counts', () => {
    expect(spokenIn('en').catalogue.paying.lastsFor(2_160)).toContain('2,160 payments');
    expect(spokenIn('es').catalogue.paying.lastsFor(2_160)).toContain('2\u202f160 pagos');
  });

  it('writes amounts and days', () => {
    const at = Date.UTC(2026, 10, 21, 23, 5, 9) / 1000;
    const es = spokenIn('es');
    expect(es.amountInWords('1234567890000', 6)).toBe('1\u202f234\u202f567,89');
    expect(es.amountInWords('-2500000', 6)).toBe('\u22122,50');
    expect(es.momentInWords(at, 0)).toBe('21 nov 2026, 23:05');
    expect([1, 5_400, 604_800, 2_592_000].map(es.periodInWords)).toEqual([
      'cada segundo',
      'cada 90 minutos',
      'cada semana',
      'cada 30 días',
    ]);
    const en = spokenIn('en');
    expect(en.priceInWords('12500000', { decimals: 6, symbol: 'USDC' })).toBe('12.50 USDC');
    expect([1, 86_400, 2_592_000].map(en.periodInWords)).toEqual([
      'every second',
      'every day',
      'every 30 days',
    ]);
  });
});

test('styles of payers’ pages name no left and no right: start and end, which languages turn round', () => {
  const physical =
    /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/;
  for (const name of ['base.css', 'checkout.css', 'portal.css', 'notice.css', 'mode.css', 'receipt.css'])
    expect(physical.exec(readFileSync(join(STYLES, name), 'utf8')), name).toBeNull();
  expect(readdirSync(STYLES)).toContain('base.css');
});

/** Every text by its path: functions are called with slots that can be found again. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function') return new Map([[path, calledWithSlots(value as never)]]);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return new Map(value.map((text, index) => [`${path}[${index}]`, text]));
  if (typeof value !== 'object' || value === null || path.startsWith('.formats')) return new Map();
  const entries = Object.entries(value).filter(
    ([key]) => path !== '' || !['name', 'dir', 'formats'].includes(key),
  );
  return new Map(entries.flatMap(([key, each]) => [...textsOf(each, `${path}.${key}`)]));
}

function calledWithSlots(text: (...given: unknown[]) => unknown): string {
  const about = { merchant: '{m}', payer: '{p}', price: '{x}' };
  // A parameter that is taken apart, or used as a whole: the same value serves both.
  const slots = Array.from({ length: 6 }, (_, index) => Object.assign(new Slot(`{${index}}`), about));
  const told = text(...slots);
  return Array.isArray(told) ? told.join('') : String(told);
}

/** Shows itself in a text, counts as two, and has the fields of what problems speak of. */
class Slot {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

function slotsIn(text: string): string[] {
  return [...new Set(text.match(/\{\w\}/g))].toSorted();
}
