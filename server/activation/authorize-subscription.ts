import { findSubscribeConsent, type SubscribeConsent } from '../chain/subscriptions/consent.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { standingOf } from '../chain/subscriptions/standing.ts';
import type { Chain } from '../chain/rpc.ts';
import { findActiveScheme, lockPayerAccount, markGoneSeen } from '../delegations/share-queries.ts';
import type { Deployment } from '../deployment.ts';
import {
  insertAuthorization,
  insertExaminedSignatures,
  listExaminedSignatures,
} from '../mandates/authorization-queries.ts';
import { markOpened } from '../mandates/payer-queries.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { activateMandate, type Approval } from './activate-mandate.ts';
import type { AuthorizationOutcome, AuthorizationSearch } from './authorize-mandate.ts';
import { noticeUnsubscribed } from './notice-taken-back.ts';

/**
 * Activates a pending mandate of the plan scheme if its payer subscribed to its plan, with its reference, and the program lets the service pull:
 * so a merchant who holds the client_secret cannot do it alone. If the payer cancelled since, the mandate is revoked. `not_covered`: subscribed, but
 * nothing could be pulled as the accounts are. Throws ChainUnavailableError.
 */
export async function authorizeSubscription(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  search: AuthorizationSearch,
): Promise<AuthorizationOutcome> {
  const { db } = deployment;
  // Nothing to sign was given out yet.
  if (!hasPlan(mandate)) return 'no_consent';
  const found = await findSubscribeConsent(chain, mandate, {
    ...search,
    examined: await listExaminedSignatures(db, mandate.id),
  });
  await insertExaminedSignatures(db, mandate.id, found.examined);
  if (found.consents.length === 0) return 'no_consent';
  // The payer signed it, so it is shown to them with what is still missing.
  await markOpened(db, mandate.id, deployment.clock.seconds());
  const consentSlot = found.consents.map(({ slot }) => slot).reduce((a, b) => (a > b ? a : b));

  const reads = await readSubscription(chain, mandate, {
    commitment: 'confirmed',
    minContextSlot: consentSlot,
  });
  if (standingOf(mandate, reads) !== 'works') {
    const isRevoked = await noticeUnsubscribed(deployment, chain, mandate, consentSlot);
    return isRevoked ? 'not_pending' : 'not_covered';
  }
  if (mandate.goneSeenAt !== null) await markGoneSeen(db, [mandate.id], null);
  const balanceAtomic = reads.source.kind === 'account' ? reads.source.account.amountAtomic : 0n;
  const fundsSufficient = balanceAtomic >= mandate.amountPerPeriod;
  if (!fundsSufficient && mandate.trialSeconds === 0) return 'short_of_funds';
  const subscribedAt = Number(reads.subscription!.periodStartsAt);
  return activate(deployment, mandate, found.consents, {
    slot: Number(consentSlot),
    fundsSufficient,
    subscribedAt,
  });
}

async function activate(
  { db, clock }: Deployment,
  read: SubscribedMandate,
  consents: readonly SubscribeConsent[],
  approval: Approval,
): Promise<AuthorizationOutcome> {
  return db.begin(async (tx) => {
    await lockPayerAccount(tx, read);
    const mandate = await lockMandate(tx, read.id);
    if (mandate.status !== 'pending') return 'not_pending';
    // It got other terms or another plan meanwhile, and these consents are to the previous ones.
    const isSame = mandate.reference === read.reference && mandate.planAccount === read.planAccount;
    if (!isSame || mandate.scheme !== 'plan') return 'not_covered';
    // The payer's others became active under the other scheme meanwhile, whose delegate this would displace.
    if ((await findActiveScheme(tx, mandate, mandate.id)) === 'approval') return 'not_covered';
    const moment = await readMoment(tx, mandate, clock);
    let counted = 0;
    for (const { signature, instructionIndex, slot, wire } of consents) {
      const isNew = await insertAuthorization(tx, {
        signature,
        instructionIndex,
        mandateId: mandate.id,
        kind: 'subscription',
        amount: mandate.amountPerPeriod,
        slot: Number(slot),
        recordedAt: moment.realNow,
        wire,
      });
      counted += isNew ? 1 : 0;
    }
    // All were already counted for another mandate. It cannot be this one, which was pending until now.
    if (counted === 0) return 'no_consent';
    await activateMandate(tx, mandate, approval, moment);
    return 'activated';
  });
}
