import { describe, expect, test } from 'vitest';
import { composeMail, type Letter } from '../../server/mail/compose.ts';

const letter = (more: Partial<Letter> = {}): Letter => ({
  notice: {
    kind: 'operator_relief',
    alarm: 'disk_full',
    mode: null,
    since: 1_795_269_900,
    endedAt: 1_795_270_000,
    value: null,
  },
  language: 'en',
  deployment: 'Example Payments',
  merchant: null,
  unsubscribeUrl: null,
  ...more,
});
const brand = { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null };

describe('what merchants name themselves', () => {
  test.each([
    ['Evil\r\nBcc: all@example.com', 'Evil'],
    ['<script>alert(1)</script>', 'script'],
    ['"><img src=x onerror=alert(1)>', 'img'],
    ['Pay at evil.example', 'Pay at evil'],
    ['\u202Eexample', 'example'],
  ])('%j adds no header, no markup and no link', (name, shown) => {
    const mail = composeMail(letter({ merchant: { name, livemode: true, brand } }));
    for (const line of [mail.fromName, mail.subject]) expect(line).not.toMatch(/[\r\n\u202E]/);
    expect(mail.fromName).toContain(shown);
    expect(mail.html).not.toMatch(/<script|<img|onerror=alert\(1\)>|evil\.example|\u202E/);
    expect(mail.text).not.toMatch(/^Bcc:/m);
    expect(mail.text).not.toContain('evil.example');
  });

  test('is not a header either where a deployment is named so', () => {
    const { fromName } = composeMail(letter({ deployment: 'A\nBcc: x@example.com' }));
    expect(fromName).toBe('A Bcc: x@example.com');
  });
});

test('a brand gives logo, colour and where replies go; its colour is corrected until text on it can be read', () => {
  const { html, replyTo, text } = composeMail(
    letter({
      merchant: {
        name: 'Coffee Club',
        livemode: true,
        brand: {
          logoUrl: 'https://coffee.example/l.png?a=1&b=2',
          accentColor: '#ffff00',
          supportEmail: 'help@coffee.example',
          supportUrl: null,
        },
      },
    }),
  );
  expect(html).toContain('src="https://coffee.example/l.png?a=1&amp;b=2"');
  expect(html).not.toContain('#ffff00');
  expect(replyTo).toBe('help@coffee.example');
  expect(text).toContain('Questions: help@coffee.example');
});

test('what is no real money says so in the subject and above the text', () => {
  const { subject, text } = composeMail(
    letter({ merchant: { name: 'Coffee Club', livemode: false, brand } }),
  );
  expect(subject).toMatch(/^\[Test: no real money\] /);
  expect(text).toMatch(/^Coffee Club\nTest: no real money\n/);
});
