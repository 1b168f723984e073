import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, startSmtp, type TestSmtp } from '../mail/smtp-server.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp, signUpBody } from '../support/person.ts';
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

const choose = (person: Person, language: string) =>
  person.call('PUT', '/v1/notice_choices', {
    body: { kinds: [], alsoTest: false, language, timeZone: 'UTC', digestHour: 8 },
  });
/** The subject of the next mail to an address, as it reads. */
async function told(to: string): Promise<string> {
  const mail = await eventually(() => smtp.received.find((each) => each.to[0] === to));
  smtp.received.splice(smtp.received.indexOf(mail), 1);
  return decoded(headerOf(mail, 'subject')!);
}
/** RFC 2047, as nodemailer writes it. */
const decoded = (subject: string) =>
  subject.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
    Buffer.from(
      text
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/g, (_hex, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString(),
  );

const SUBJECTS = {
  en: {
    reset: 'A new password',
    confirm: 'Confirm a change of e-mail address',
    changed: 'Your password was changed',
    invitation: 'You are invited to the team of Coffee Club',
  },
  es: {
    reset: 'Una contraseña nueva',
    confirm: 'Confirma un cambio de dirección de correo',
    changed: 'Tu contraseña ha cambiado',
    invitation: 'Te invitan al equipo de Coffee Club',
  },
};

test.each(['en', 'es'] as const)(
  'mails about a sign-in and invitations are in the language chosen for notices: %s',
  async (language) => {
    const person = await signUp(service);
    // Nobody has to choose English.
    if (language !== 'en') expect((await choose(person, language)).status).toBe(200);
    const subjects = SUBJECTS[language];
    await service.call('POST', '/v1/password_resets', { body: { email: person.email } });
    expect(await told(person.email)).toBe(subjects.reset);
    const { email: invited } = signUpBody();
    await person.call('POST', '/v1/team/invitations', { body: { role: 'viewer', email: invited } });
    expect(await told(invited)).toBe(subjects.invitation);
    const { email } = signUpBody();
    const asked = await person.call('POST', '/v1/account/email', {
      body: { email, password: person.password },
    });
    expect(asked.status).toBe(200);
    expect([await told(person.email), await told(email)]).toEqual([subjects.confirm, subjects.confirm]);
    const change = { currentPassword: person.password, password: 'a password that is new' };
    expect((await person.call('POST', '/v1/account/password', { body: change })).status).toBe(200);
    expect(await told(person.email)).toBe(subjects.changed);
  },
);
