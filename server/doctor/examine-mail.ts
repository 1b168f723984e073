import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { createMailer, shownAnswer } from '../mail/transport.ts';
import { type Finding, findingsOf } from './finding.ts';

const ANSWER_MS = 15_000;

/** Whether the mail server answers, encrypts as it should, and takes the password. No mail is sent. */
export async function examineMail({ mail }: Config, clock: Clock): Promise<Finding[]> {
  const { ok, warn, wrong } = findingsOf('mail');
  const what = 'AUTOPAY_SMTP_URL';
  if (mail === null) {
    const cure = 'Set AUTOPAY_SMTP_URL and AUTOPAY_MAIL_FROM to tell people in time.';
    return [warn(what, 'not set: nobody is told anything by mail', cure)];
  }
  const { host, port, tls } = mail.smtp;
  const where = `${host}:${port}`;
  const operators =
    mail.operators.length > 0
      ? ok('AUTOPAY_OPERATOR_EMAIL', `${mail.operators.length} told when something is wrong`)
      : warn(
          'AUTOPAY_OPERATOR_EMAIL',
          'not set: alarms are in the log alone',
          'Set it to whoever looks after this deployment.',
        );
  try {
    await withinDeadline(clock, ANSWER_MS, () => createMailer(mail).verify());
    const found = `${where} answers${mail.smtp.login === null ? '' : ' and takes the password'}`;
    return [
      tls === 'none'
        ? warn(what, `${found}, unencrypted`, 'Use smtps:// or smtp:// unless it is on this machine.')
        : ok(what, `${found}, encrypted`),
      operators,
    ];
  } catch (error) {
    const answer = shownAnswer(error instanceof Error ? error.message : String(error));
    const cure =
      'Check host, port, user and password in AUTOPAY_SMTP_URL, and whether this machine may connect to it.';
    return [wrong(what, `${where} does not take mail: ${answer}`, cure), operators];
  }
}
