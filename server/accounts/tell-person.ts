import type { SignInChanged } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';

/** What mailing to people needs of a deployment. */
export type TellingParts = Pick<Deployment, 'mail' | 'clock' | 'secretKeys' | 'log' | 'publicUrl'>;

/** Mails a person that how they sign in was changed, in the transaction of the change. Where no e-mail is sent, nobody is told. */
export async function tellPerson(
  tx: Tx,
  deployment: TellingParts,
  { to, what, now }: { to: string; what: SignInChanged['what']; now: number },
): Promise<void> {
  if (deployment.mail === null) return;
  const url = `${deployment.publicUrl()}/dashboard/security`;
  const notice = { kind: 'sign_in_changed' as const, what, at: now, url };
  await queueMail(tx, { notice, to, language: 'en', sender: null }, deployment);
}
