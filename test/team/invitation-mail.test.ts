import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '../mail/smtp-server.ts';
import { eventually } from '../support/eventually.ts';
import { signUp, signUpBody } from '../support/person.ts';
import { TestService } from '../support/service.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await TestService.start({
    AUTOPAY_TEST_RPC_URL: 'none',
    AUTOPAY_SMTP_URL: `smtp://127.0.0.1:${smtp.settings.smtp.port}?tls=none`,
    AUTOPAY_MAIL_FROM: 'Example Payments <billing@pay.example.com>',
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

test('an invitation with an e-mail address is sent there, from who invites, with the link that lets in', async () => {
  const owner = await signUp(service, { name: 'Coffee Club' });
  const { email } = signUpBody();
  const headers = { cookie: owner.cookie, origin: service.url };
  const body = { role: 'finance', email };
  const made = await service.call('POST', '/v1/team/invitations', { body, headers });
  expect(made.status).toBe(201);
  const [mail] = await eventually(() => (smtp.received.length > 0 ? smtp.received : undefined));
  expect(mail!.to).toEqual([email]);
  const text = mail!.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  expect(text).toContain('Subject: You are invited to the team of Coffee Club');
  expect(text).toContain(`${owner.email} invites you`);
  const link = /http:\/\/[\w.:]+\/dashboard\/invitation#(invite_\w+)/.exec(text)!;
  expect(link[0]).toBe(made.body.url);
  const look = await service.call('POST', '/v1/invitations/look', { body: { token: link[1] } });
  expect(look.body).toMatchObject({ merchantName: 'Coffee Club', role: 'finance' });

  // Without one, whoever made it hands it over.
  await service.call('POST', '/v1/team/invitations', { body: { role: 'viewer' }, headers });
  const [row] = await service.db`select count(*)::integer as mails from mails where kind = 'team_invitation'`;
  expect(row!['mails']).toBe(1);
});
