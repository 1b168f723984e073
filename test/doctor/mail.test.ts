import { afterEach, expect, test } from 'vitest';
import type { Config } from '../../server/config/config.ts';
import { examineMail } from '../../server/doctor/examine-mail.ts';
import { systemClock } from '../../server/lib/clock.ts';
import type { MailSettings } from '../../server/lib/smtp.ts';
import { startSmtp, type TestSmtpOptions } from '../mail/smtp-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const server = async (options?: TestSmtpOptions) => {
  const started = await startSmtp(options);
  closing.push(started.stop);
  return started;
};
const look = (mail: MailSettings | null) => examineMail({ mail } as Config, systemClock);
const LOGIN = { user: 'autopay', password: 'hunter2' };

test('says that nobody is told anything where no server is named', async () => {
  expect(await look(null)).toMatchObject([{ part: 'mail', verdict: 'warn' }]);
});

test('connects and signs in, and sends nothing', async () => {
  const smtp = await server({ login: LOGIN });
  const { settings } = smtp;
  const findings = await look({ ...settings, smtp: { ...settings.smtp, login: LOGIN } });
  expect(findings[0]).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('takes the password, unencrypted'),
  });
  expect(findings[1]).toMatchObject({ verdict: 'ok' });
  expect(smtp.received).toEqual([]);
});

test.each([
  ['a wrong password', { login: { ...LOGIN, password: 'hunter3' } }],
  ['no encryption where it should be', { login: LOGIN, tls: 'starttls' }],
] as const)('finds %s', async (_, change) => {
  const { settings } = await server({ login: LOGIN });
  const [finding] = await look({ ...settings, smtp: { ...settings.smtp, ...change } });
  expect(finding).toMatchObject({ verdict: 'wrong' });
  expect(JSON.stringify(finding)).not.toMatch(/hunter/);
});

test('finds a server that is not there, and that operators are not told', async () => {
  const { settings, stop } = await server();
  await stop();
  expect(await look({ ...settings, operators: [] })).toMatchObject([
    { verdict: 'wrong' },
    { verdict: 'warn' },
  ]);
});
