import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { SubscriptionState } from '../chain/subscriptions/payer-steps.ts';
import { goRound } from '../delegations/go-round.ts';
import { hasOutlivedPlan, noticeSubscriptionEnd } from '../delegations/notice-subscription-end.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoments } from '../merchants/moment.ts';
import { notePayerAccounts, payerAccountOf } from '../payer-accounts/note-reads.ts';
import { listActiveOnPlans } from './queries.ts';
import { readStates } from './read-states.ts';

/** Each has four accounts, of which calls take a hundred. */
const BATCH = 100;
/** Looked at closely at once: public nodes reject more than a few requests from one address. */
const LANES = 8;

/**
 * Checks the subscriptions behind active mandates on plans, so that what a payer ended on chain, with us or with any other tool, ends the mandate
 * before a charge runs into it. One is looked at closely only if it does not stand, or did not at the last look.
 */
export async function watchSubscriptions(deployment: Deployment, livemode: boolean): Promise<void> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  await goRound<MandateRow>(
    deployment,
    { round: 'subscriptions', livemode },
    {
      batch: BATCH,
      list: ([id = '']) => listActiveOnPlans(deployment.db, livemode, id, BATCH),
      positionOf: ({ id }) => [id],
      lookAt: (mandates) => lookAt(deployment, chain, mandates.filter(hasPlan)),
    },
  );
}

async function lookAt(
  deployment: Deployment,
  chain: Chain,
  mandates: readonly SubscribedMandate[],
): Promise<void> {
  const { slot, states } = await readStates(deployment, chain, mandates, { commitment: 'finalized' });
  const readAt = deployment.clock.seconds();
  // A payer with several plans in a token has one account for them. What was read of a slot before a subscription does not know of it.
  const accounts = new Map(
    mandates.flatMap((mandate, at) => {
      if (slot < (mandate.authorizationSlot ?? 0)) return [];
      const { source, addresses } = states[at]!.reads;
      const ours = (delegate: string) => delegate === addresses.authority;
      return [[`${mandate.payer}/${mandate.mint}`, payerAccountOf(mandate, source, ours, readAt)]];
    }),
  );
  await notePayerAccounts(deployment, chain.livemode, [...accounts.values()]);
  const momentOf = await readMoments(deployment.db, mandates, deployment.clock);
  const suspects = mandates.filter((mandate, at) => {
    const { standing, reads } = states[at]!;
    const isOver = hasOutlivedPlan(mandate, reads.plan, momentOf(mandate).now);
    return mandate.goneSeenAt !== null || !stands(standing) || isOver;
  });
  await mapInLanes(suspects, LANES, (mandate) => lookClosely(deployment, chain, mandate));
}

/** Another application's delegate, or an account that cannot be read, ends nothing: the charge fails and is retried. */
function stands(standing: SubscriptionState['standing']): boolean {
  return standing === 'works' || standing === 'displaced' || standing === 'unreadable';
}

/** One that has just begun takes about 13 s to be finalized, and waits for the next round. A failure of one must not end the round for those behind it. */
async function lookClosely(deployment: Deployment, chain: Chain, mandate: SubscribedMandate): Promise<void> {
  try {
    await noticeSubscriptionEnd(deployment, chain, mandate);
  } catch (error) {
    const isOurs = !(error instanceof ChainUnavailableError);
    deployment.log[isOurs ? 'error' : 'info'](
      { err: error, mandateId: mandate.id },
      'a subscription cannot be judged yet',
    );
  }
}
