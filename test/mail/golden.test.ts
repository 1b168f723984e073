import { expect, test } from 'vitest';
import { NOTICE_KINDS } from '../../rules/notices/notice.ts';
import { goldenMails, keptMails } from './golden.ts';
import { SAMPLES } from './samples.ts';

const mails = goldenMails();

test('every notice reads as it is kept, in text and HTML, English and Spanish (rewrite: npm run mails)', async () => {
  const kept = await keptMails();
  expect([...kept.keys()].toSorted()).toEqual([...mails.keys()].toSorted());
  for (const [name, content] of mails) expect(content, name).toBe(kept.get(name));
});

test('every kind has a sample, and both languages say something else', () => {
  expect(new Set(SAMPLES.map(({ notice }) => notice.kind))).toEqual(new Set(Object.keys(NOTICE_KINDS)));
  for (const [name, content] of mails) {
    if (name.endsWith('.en.txt')) expect(content).not.toBe(mails.get(name.replace('.en.', '.es.')));
  }
});

test('what is about access or money has no way out by a link', () => {
  for (const { notice, canLeave } of SAMPLES)
    if (NOTICE_KINDS[notice.kind].isSecurity) expect(canLeave ?? false, notice.kind).toBe(false);
});

test('no mail says undefined or null, has an empty part, or loads anything but a logo', () => {
  for (const [name, content] of mails) {
    expect(content, name).not.toMatch(/undefined|\bnull\b|NaN|\[object|\{\{/);
    expect(
      content.split('\n').some((line) => line.length > 900),
      name,
    ).toBe(false);
    if (!name.endsWith('.html')) continue;
    expect(content, name).not.toMatch(/<script|<link|<style|@import|url\(|\son\w+=/i);
    expect(content, name).not.toMatch(/<(p|li|td|h1)[^>]*><\/\1>/);
  }
});

test('Spanish has one word for a wallet and one for a refund', () => {
  for (const [name, content] of mails)
    if (name.includes('.es.')) expect(content, name).not.toMatch(/cartera|monedero|devoluci/i);
});

test('a mail about a failed payment that needs nothing of the payer does not ask what to do', () => {
  for (const [name, content] of mails)
    if (content.includes('You need not do anything')) expect(content, name).not.toContain('See what to do');
  const failed = mails.get('payer_failed.insufficient_funds.en.txt')!;
  expect(failed).toContain('Your wallet 7xKX…gAsU held less than 12.50 USDC.');
});
