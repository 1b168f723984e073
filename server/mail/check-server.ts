import type { Deployment } from '../deployment.ts';
import { createMailer, shownAnswer } from './transport.ts';

/**
 * Connects to the mail server once and logs what it says if it takes no mail: an operator who mistyped a password learns it now, and not by a mail that never comes.
 * Nothing waits for it, since money moves without mail. Never throws.
 */
export async function checkMailServer({ mail, log }: Pick<Deployment, 'mail' | 'log'>): Promise<void> {
  if (mail === null) return;
  const { host, port } = mail.smtp;
  try {
    await createMailer(mail).verify();
  } catch (error) {
    const answer = shownAnswer(error instanceof Error ? error.message : String(error));
    log.error(
      { host, port, answer },
      'the mail server takes no mail, and mails wait: npm run doctor says more',
    );
  }
}
