import { randomBytes } from 'node:crypto';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deployment } from '../../server/deployment.ts';
import { createLogger } from '../../server/log.ts';
import { firstIdOf, newId } from '../../server/lib/ids.ts';
import type { MailSettings } from '../../server/lib/smtp.ts';
import { checkMailServer } from '../../server/mail/check-server.ts';
import { type Mail, queueMail } from '../../server/mail/outbox.ts';
import { claimMails, deleteOldMails, MAILS_KEPT_SECONDS } from '../../server/mail/queries.ts';
import { sendMails } from '../../server/mail/send-mails.ts';
import { type FakeClock, testDeployment, testTenant } from '../support/deployment.ts';
import { makeTestCertificate } from '../webhooks/test-certificate.ts';
import { headerOf, startSmtp, type TestSmtp, type TestSmtpOptions } from './smtp-server.ts';

let deployment: Deployment;
let clock: FakeClock;
let smtp: TestSmtp;
let logged: string[];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  logged = [];
  const log = createLogger('trace', { write: (line) => void logged.push(line) });
  smtp = await server();
  const made = await testDeployment({ log, mail: smtp.settings });
  ({ deployment, clock } = made);
  closing.push(made.drop);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  expect(logged.join('\n')).not.toContain('ana@example.com');
});

async function server(options?: TestSmtpOptions): Promise<TestSmtp> {
  const started = await startSmtp(options);
  closing.push(() => started.stop());
  return started;
}

const MAIL: Mail = {
  notice: {
    kind: 'operator_alarm',
    alarm: 'chain_behind',
    mode: 'live',
    since: 1_795_269_900,
    value: 300,
  },
  to: 'ana@example.com',
  language: 'en',
  sender: null,
};
const queue = (mail: Partial<Mail> = {}) =>
  deployment.db.begin((tx) => queueMail(tx, { ...MAIL, ...mail }, deployment));
const send = (mail: MailSettings = smtp.settings) => sendMails({ ...deployment, mail });
const rows = () =>
  deployment.db<
    {
      status: string;
      reason: string | null;
      attempts: number;
      answer: string;
      box: Buffer;
      nextAttemptAt: number;
    }[]
  >`select status, reason, attempts, answer, box, next_attempt_at from mails order by id`;

describe('a mail that is queued', () => {
  test('is sent once with its transaction, and what it said and whom it went to is deleted', async () => {
    expect(await queue()).toBe(true);
    expect((await rows())[0]!.box.includes('ana@')).toBe(false);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail!.to).toEqual(['ana@example.com']);
    const [{ id }] = await deployment.db<[{ id: string }]>`select id from mails`;
    expect(headerOf(mail!, 'message-id')).toBe(`<${id}@pay.example>`);
    expect(headerOf(mail!, 'from')).toBe('Example Payments <billing@pay.example>');
    expect(headerOf(mail!, 'subject')).toBe('Alarm: the chain is behind (live mode)');
    expect(headerOf(mail!, 'auto-submitted')).toBe('auto-generated');
    expect(headerOf(mail!, 'content-type')).toMatch(/^multipart\/alternative/);
    expect(mail!.raw).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1, box: null, nextAttemptAt: null }]);
  });

  test('is not, if the transaction is rolled back', async () => {
    const undone = deployment.db.begin(async (tx) => {
      await queueMail(tx, MAIL, deployment);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await send()).toBe(0);
  });

  test('is none where no mail is sent', async () => {
    deployment = { ...deployment, mail: null };
    expect(await queue()).toBe(false);
    expect(await rows()).toEqual([]);
  });

  test('wakes the worker', async () => {
    await queue();
    const jobs = await deployment.db`select task_identifier from graphile_worker.jobs`;
    expect(jobs).toEqual([{ taskIdentifier: 'mails:send' }]);
  });

  test('leaves ids of this process at the present, whatever its clock says', async () => {
    clock.advance(30 * 86_400);
    await queue();
    expect(newId('event') < firstIdOf('event', Date.now() + 60_000)).toBe(true);
  });

  test('is one with its key, also when two transactions queue it at once', async () => {
    expect((await Promise.all([queue({ onceKey: 'k' }), queue({ onceKey: 'k' })])).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(await queue({ onceKey: 'k' })).toBe(false);
    await send();
    expect(smtp.received).toHaveLength(1);
  });

  test('carries the name of its merchant, which adds nothing to it', async () => {
    const { merchantId } = await testTenant(deployment);
    await deployment.db`update merchants set name = ${'Evil"\r\nBcc: b@example.com'} where id = ${merchantId}`;
    await queue({ sender: { merchantId, livemode: false } });
    await send();
    const [mail] = smtp.received;
    expect(mail!.to).toEqual(['ana@example.com']);
    expect(headerOf(mail!, 'bcc')).toBe(null);
    expect(headerOf(mail!, 'from')).toMatch(/via Example Payments" <billing@pay\.example>$/);
    expect(headerOf(mail!, 'subject')).toMatch(/^\[Test: no real money\]/);
  });

  test('that no key decrypts keeps no other from being sent, and is given up once it is of no use', async () => {
    await queue();
    await deployment.db`update mails set box = ${randomBytes(40)}`;
    await queue();
    expect(await send()).toBe(2);
    expect(smtp.received).toHaveLength(1);
    expect(logged.join('\n')).toContain('a mail could not be sent');
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'sent']);
    clock.advance(30 * 86_400);
    await send();
    expect((await rows()).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'expired'],
      ['sent', null],
    ]);
  });

  test('goes before others if it is about access', async () => {
    await deployment.db`
      insert into mails (id, kind, language, recipient, box, priority, status, next_attempt_at, useful_until, created_at)
      select 'mail_' || n, 'x', 'en', ''::bytea, ''::bytea, 1, 'waiting', 1, 2, 1 from generate_series(1, 3) n`;
    await queue();
    const [first] = await claimMails(deployment.db, {
      now: clock.seconds(),
      until: clock.seconds() + 9,
      take: 1,
    });
    expect(first!.kind).toBe('operator_alarm');
  });

  test('is refused as a bug if it is about security and could be ended', async () => {
    await expect(queue({ unsubscribeUrl: 'https://x.example/' })).rejects.toThrow('Bug');
  });
});

describe('what one recipient gets of a kind', () => {
  test('is limited in an hour and in a day, whatever the case of the letters', async () => {
    for (let at = 0; at < 20; at++) expect(await queue()).toBe(true);
    expect(await queue({ to: 'ANA@example.com' })).toBe(false);
    expect(await queue({ to: 'ben@example.com' })).toBe(true);
    for (let hour = 1; hour < 3; hour++) {
      clock.advance(3_600);
      for (let at = 0; at < 20; at++) expect(await queue()).toBe(true);
    }
    clock.advance(3_600);
    expect(await queue()).toBe(false);
    clock.advance(86_400);
    expect(await queue()).toBe(true);
  });
});

describe('a server that', () => {
  test('asks for patience gets it again later, with growing distances, and in the end not at all', async () => {
    smtp.answers.recipient = 451;
    await queue();
    const start = clock.seconds();
    await send();
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1, nextAttemptAt: start + 30 }]);
    expect(await send()).toBe(0);
    clock.advance(30);
    await send();
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 2, nextAttemptAt: start + 90 }]);
    smtp.answers.recipient = null;
    clock.advance(60);
    await send();
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 3 }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('is away for longer than the mail is of use ends it', async () => {
    smtp.answers.recipient = 451;
    await queue();
    for (let attempts = 0; attempts < 40 && (await rows())[0]!.status === 'waiting'; attempts++) {
      await send();
      clock.advance(7_200);
    }
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'failed', reason: 'expired', box: null });
    expect(row!.attempts).toBeGreaterThanOrEqual(10);
    expect(row!.attempts).toBeLessThan(25);
  });

  test.each([
    ['its recipient', 'recipient'],
    ['its content', 'content'],
  ] as const)('refuses %s for good is asked once', async (_, what) => {
    smtp.answers[what] = 550;
    await queue();
    await send();
    clock.advance(86_000);
    expect(await send()).toBe(0);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'failed', reason: 'refused', attempts: 1, box: null });
    expect(row!.answer).toContain('550');
    expect(row!.answer).not.toContain('@');
  });

  test('is lost after the content was sent gets the same message again, with the same id', async () => {
    smtp.answers.content = 'hang up';
    await queue();
    await send();
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    smtp.answers.content = null;
    clock.advance(30);
    await send();
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
    expect(smtp.received).toHaveLength(2);
    const ids = smtp.received.map((mail) => headerOf(mail, 'message-id'));
    expect(ids[0]).toBe(ids[1]);
    expect(smtp.received[1]!.raw.replace(/_NmP-\w+/g, '')).toBe(
      smtp.received[0]!.raw.replace(/_NmP-\w+/g, ''),
    );
  });

  test('is not there is tried again', async () => {
    await smtp.stop();
    await queue();
    await send();
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  });

  test('does not take the password keeps mails waiting: an operator can put it right', async () => {
    const login = { user: 'autopay', password: 'right' };
    const other = await server({ login });
    await queue();
    const { smtp: at, ...rest } = other.settings;
    await send({ ...rest, smtp: { ...at, login: { user: 'autopay', password: 'wrong' } } });
    expect(await rows()).toMatchObject([{ status: 'waiting' }]);
    clock.advance(30);
    await send(other.settings);
    expect(other.received).toHaveLength(1);
  });
});

describe('the server is asked at the start', () => {
  test('and what is wrong with it is logged, without the password', async () => {
    await checkMailServer({ ...deployment, mail: null });
    await checkMailServer(deployment);
    expect(logged).toEqual([]);
    const { smtp: at, ...rest } = smtp.settings;
    await checkMailServer({ ...deployment, mail: { ...rest, smtp: { ...at, tls: 'starttls' } } });
    expect(logged.join('\n')).toContain('the mail server takes no mail');
    expect(smtp.received).toEqual([]);
  });
});

describe('encryption', () => {
  test('is not given up for a server that does not offer it', async () => {
    await queue();
    await send({ ...smtp.settings, smtp: { ...smtp.settings.smtp, tls: 'starttls' } });
    expect(smtp.received).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  });

  test.each(['starttls', 'implicit'] as const)(
    '%s needs a certificate that is trusted, and then is used',
    async (kind) => {
      const certificate = makeTestCertificate({ ipv4: ['127.0.0.1'] });
      const secure = await server({ certificate, tls: kind });
      await queue();
      await send(secure.settings);
      expect(secure.received).toEqual([]);
      const usual = tls.getCACertificates('default');
      tls.setDefaultCACertificates([...usual, certificate.cert]);
      closing.push(async () => tls.setDefaultCACertificates(usual));
      clock.advance(30);
      await send(secure.settings);
      expect(secure.received).toMatchObject([{ isEncrypted: true }]);
    },
  );
});

describe('two workers', () => {
  test('send each mail once, over a few connections at a time', async () => {
    for (let at = 0; at < 30; at++) await queue({ to: `p${at}@example.com` });
    const sent = await Promise.all([send(), send()]);
    expect(sent[0]! + sent[1]!).toBe(30);
    expect(smtp.received).toHaveLength(30);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(30);
    expect(smtp.connections.most).toBeLessThanOrEqual(8);
  });

  test('take over from one that died, after its lease and not before', async () => {
    await queue();
    const now = clock.seconds();
    await claimMails(deployment.db, { now, until: now + 120, take: 9 });
    clock.advance(119);
    expect(await send()).toBe(0);
    clock.advance(1);
    expect(await send()).toBe(1);
    expect(smtp.received).toHaveLength(1);
  });
});

test('rows are deleted thirty days after they ended, and waiting ones are not', async () => {
  await queue();
  await send();
  await queue();
  clock.advance(MAILS_KEPT_SECONDS);
  await deleteOldMails(deployment.db, clock.seconds());
  expect(await rows()).toHaveLength(2);
  clock.advance(1);
  await deleteOldMails(deployment.db, clock.seconds());
  expect(await rows()).toMatchObject([{ status: 'waiting' }]);
});

test('a mail that was encrypted before a rotation is still sent', async () => {
  await queue();
  const secretKeys = [
    { id: 'new', key: randomBytes(32) },
    ...deployment.secretKeys,
  ] as Deployment['secretKeys'];
  await sendMails({ ...deployment, secretKeys });
  expect(smtp.received).toHaveLength(1);
});
