import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '../../server/mail/outbox.ts';
import { signUp } from '../support/person.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { headerOf, startSmtp, type TestSmtp } from './smtp-server.ts';

let smtp: TestSmtp;
let service: TestService;

beforeAll(async () => {
  smtp = await startSmtp();
  service = await TestService.start({
    AUTOPAY_SMTP_URL: `smtp://127.0.0.1:${smtp.settings.smtp.port}?tls=none`,
    AUTOPAY_MAIL_FROM: 'Example Payments <billing@pay.example>',
    AUTOPAY_OPERATOR_EMAIL: 'ops@example.com',
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

const arrived = (to: string) => eventually(() => smtp.received.find((mail) => mail.to[0] === to));

test('a mail that is queued arrives within seconds, and its link leads here', async () => {
  const { deployment } = service.running;
  const person = await signUp(service);
  await service.db.begin((tx) =>
    queueMail(
      tx,
      {
        notice: {
          kind: 'renewals_lost',
          merchant: 'Coffee Club',
          livemode: false,
          count: 1,
          items: [],
          url: `${service.url}/dashboard`,
        },
        to: person.email,
        language: 'es',
        sender: null,
        unsubscribeUrl: `${service.url}/unsubscribe/x`,
      },
      deployment,
    ),
  );
  const mail = await arrived(person.email);
  expect(headerOf(mail, 'subject')).toContain('1 pago perdido');
  expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${service.url}/unsubscribe/x>`);
  // Only over https may a mail program end it by itself.
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe(null);
  expect((await person.call('GET', '/v1/notice_choices')).body.isMailSent).toBe(true);
});

test('what happens to a merchant is told by the worker, and so is a halt to operators', async () => {
  const person = await signUp(service);
  await service.db`
    insert into merchant_happenings (merchant_id, livemode, kind, delivery_id)
    values (${person.merchantId}, true, 'webhooks_exhausted', 'dlv_1')`;
  await service.db`update chains set halted_reason = 'landed twice' where not livemode`;
  // Both run after a while; now is sooner.
  await service.db`
    select graphile_worker.add_job('notices:tell', '{}'), graphile_worker.add_job('alarms:watch', '{}')`;
  const told = await arrived(person.email);
  expect(headerOf(told, 'subject')).toBe('Coffee Club: 1 webhook never arrived');
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(headerOf(told, 'list-unsubscribe')!)![0].replace(/>$/, '');
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  expect((await person.call('GET', '/v1/notice_choices')).body.kinds).not.toContain('webhooks_exhausted');
  const alarm = await arrived('ops@example.com');
  expect(headerOf(alarm, 'subject')).toBe('Alarm: a chain is halted (test mode)');
});
