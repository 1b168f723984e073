import type { SignInChanged } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';
import { findLanguage } from '../memberships/language.ts';

/** What mailing to people needs of a deployment. */
export type TellingParts = Pick<Deployment, 'mail' | 'clock' | 'secretKeys' | 'log' | 'publicUrl'>;

/** Mails a person, in their language, that how they sign in was changed, in the transaction of the change. Where no e-mail is sent, nobody is told. */
export async function tellPerson(
  tx: Tx,
  deployment: TellingParts,
  {
    account: { id, email: to },
    what,
    now,
  }: { account: { id: string; email: string }; what: SignInChanged['what']; now: number },
): Promise<void> {
  if (deployment.mail === null) return;
  const url = `${deployment.publicUrl()}/dashboard/security`;
  const notice = { kind: 'sign_in_changed' as const, what, at: now, url };
  await queueMail(tx, { notice, to, language: await findLanguage(tx, id), sender: null }, deployment);
}
