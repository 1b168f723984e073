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
