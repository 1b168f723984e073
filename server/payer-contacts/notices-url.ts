import type { Deployment } from '../deployment.ts';
import { type LinkScope, noticesPath } from './links.ts';

/** The path of the page where a payer chooses about notices of a mandate's merchant; without it where the deployment sends no mail. */
export function noticesUrlOf(
  { mail, secretKeys, clock }: Pick<Deployment, 'mail' | 'secretKeys' | 'clock'>,
  mandateId: string,
  scope: LinkScope,
): { noticesUrl?: string } {
  return mail === null
    ? {}
    : { noticesUrl: noticesPath(secretKeys, { scope, mandateId, now: clock.seconds() }) };
}
