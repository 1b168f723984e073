import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unsubscribeUrl } from '../../server/mail/unsubscribe.ts';
import { LEAVE } from '../../server/pages/unsubscribe.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let left: string[];
const usual = { ...LEAVE };

beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(async () => {
  Object.assign(LEAVE, usual);
  await service.stop();
});
beforeEach(() => {
  left = [];
  LEAVE.merchant = async (_, subject) => void left.push(subject);
});

const linkOf = (subject: string) => unsubscribeUrl(service.running.deployment, { list: 'merchant', subject });

test('opening the link asks, and its button ends, without a session or a script', async () => {
  const asked = await fetch(linkOf('acc_1~mer_1~daily_digest'), { headers: { accept: 'text/html' } });
  expect(asked.status).toBe(200);
  const page = await asked.text();
  expect(page).toContain('<form method="post">');
  expect(page).not.toContain('<script');
  expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(left).toEqual([]);
  const ended = await fetch(linkOf('acc_1~mer_1~daily_digest'), { method: 'POST' });
  expect(ended.status).toBe(200);
  expect(await ended.text()).toContain('You are unsubscribed');
  expect(left).toEqual(['acc_1~mer_1~daily_digest']);
});

test('a mail program ends it with one request of RFC 8058, as often as it likes', async () => {
  for (let at = 0; at < 2; at++) {
    const { status } = await fetch(linkOf('one'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(status).toBe(200);
  }
  expect(left).toEqual(['one', 'one']);
});

test('a link that was changed ends nothing', async () => {
  const link = linkOf('one');
  const others = [
    link.replace('.one.', '.two.'),
    link.replace('/merchant.', '/payer.'),
    `${link.slice(0, -2)}AA`,
    `${link}x`,
  ];
  for (const other of others) {
    const { status } = await fetch(other, { method: 'POST' });
    expect(status, other).toBe(404);
  }
  expect(left).toEqual([]);
});

test('the page speaks Spanish to whoever reads Spanish', async () => {
  const asked = await fetch(linkOf('one'), { headers: { accept: 'text/html', 'accept-language': 'es' } });
  expect(await asked.text()).toContain('Dejar de recibir');
});
