import { sendResets } from '../accounts/ask-for-reset.ts';
import { announceUpcoming } from '../charges/announce-upcoming.ts';
import type { Sent } from '../attempts/followed.ts';
import { findNextCheck } from '../attempts/queries.ts';
import { collectDueCharges } from '../collection/collect-due.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { watchFeePayer } from '../fee-payers/watch-fee-payer.ts';
import { deleteOldKeys } from '../http/idempotency-queries.ts';
import { enqueue, enqueueMany, enqueueOnce } from '../jobs/enqueue.ts';
import { releaseLockedJobs } from '../jobs/release-locked.ts';
import type { TaskHandlers } from '../jobs/worker.ts';
import { expireDueMandates } from '../activation/expire-due.ts';
import { watchAccounts } from '../delegations/watch-accounts.ts';
import { watchMandates } from '../activation/watch-mandates.ts';
import { watchAlarms } from '../alarms/watch-alarms.ts';
import { sendDigests } from '../notices/send-digests.ts';
import { tellMerchants } from '../notices/tell-merchants.ts';
import { sendMails, wakeForNext } from '../mail/send-mails.ts';
import { closeHours } from '../metrics/close-hours.ts';
import { applyDueChanges } from '../payout-wallet/apply-due-changes.ts';
import { notifyPayers } from '../payer-notices/notify-payers.ts';
import { publishPlans } from '../mandates/publish-plans.ts';
import { publishRevokes } from '../mandates/publish-revokes.ts';
import { watchSubscriptions } from '../subscriptions/watch-subscriptions.ts';
import { APPLIERS } from '../refunds/apply-outcome.ts';
import { watchRefunds } from '../refunds/watch-refunds.ts';
import { noteHowFarTheChainIs } from '../recovery/note-seen-slot.ts';
import { reconcileLastDay } from '../reconcile/reconcile-last-day.ts';
import { watchSponsoredRent } from '../sponsored-rent/watch-rent.ts';
import { retirePlans } from '../subscription-plans/retire-plans.ts';
import { resolveDueAttempts } from '../attempts/resolve-attempts.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import { webhookTasks } from '../webhooks/jobs.ts';
import { sweepDeliveries } from '../webhooks/wake.ts';
import { forgetExpired } from './forget-expired.ts';

/** How soon the resolver checks again while something is in flight. */
const RESOLVE_AGAIN_SECONDS = 2;
/** Anything that became due without a wake-up is found within this time. */
const SWEEP_MS = 15_000;
/** Metrics are correct without it, only slower; asking about every merchant costs microseconds each. */
const CLOSE_HOURS_SECONDS = 60;
/** An alarm is seen within a minute. */
const ALARMS_SECONDS = 60;
/** What happens to a merchant within five minutes is told in one mail. */
const NOTICES_SECONDS = 300;

/** What a sweep checks, in each mode that has a chain. */
export const SWEPT_TASKS = [
  'charges:collect',
  'charges:announce',
  'attempts:resolve',
  'mandates:watch',
  'mandates:expire',
  'accounts:watch',
  'subscriptions:watch',
  'refunds:watch',
  'payers:notify',
  'plans:publish',
  'plans:retire',
  'rent:watch',
  'chains:note',
] as const;

export interface BackgroundOptions {
  /** Called with what was sent, to watch it; without this the resolver does. */
  onSent?: (livemode: boolean, sent: readonly Sent[]) => void;
  /** Resolves when there is room to send so many more; see `Follower`. */
  room?: (livemode: boolean, count: number, signal?: AbortSignal) => Promise<() => void>;
  /** Called if more is due than one round of collecting takes. */
  onMoreDue?: (livemode: boolean) => void;
  /** The directory of the embedded database; null: it is elsewhere. */
  databaseDir?: string | null;
}

/** Whichever worker is free takes the job: the one that found more due than a batch would have claimed all of it before the others look. */
function wakeAnother({ db, log }: Deployment, livemode: boolean): void {
  enqueueOnce(db, 'charges:collect', { livemode }, { jobKey: `collect/${livemode}/more` }).catch(
    (error: unknown) =>
      log.warn({ err: error }, 'another worker could not be woken for the charges that are due'),
  );
}

/** The background tasks, one use case each. Each may run twice, late or in several processes at once. */
export function backgroundTasks(
  deployment: Deployment,
  dispatcher: Dispatcher,
  { onSent, onMoreDue, room, databaseDir = null }: BackgroundOptions = {},
): TaskHandlers {
  const { db, clock } = deployment;
  return {
    ...webhookTasks(dispatcher),
    'charges:collect': async ({ livemode }, signal) => {
      await collectDueCharges(
        deployment,
        { livemode },
        {
          onSent: (sent) => onSent?.(livemode, sent),
          onMoreDue: () => {
            onMoreDue?.(livemode);
            wakeAnother(deployment, livemode);
          },
          room: async (count) => (await room?.(livemode, count, signal)) ?? (() => {}),
          signal,
        },
      );
    },
    'charges:announce': async ({ livemode }) => {
      await announceUpcoming(deployment, { livemode });
    },
    'attempts:resolve': async ({ livemode }) => {
      await resolveDueAttempts(deployment, APPLIERS, livemode);
      const next = await findNextCheck(db, livemode);
      if (next === null) return;
      const runAt = Math.max(next, clock.seconds() + RESOLVE_AGAIN_SECONDS);
      await enqueue(db, 'attempts:resolve', { livemode }, { runAt, jobKey: `resolve/${livemode}` });
    },
    'mandates:watch': async ({ livemode }) => {
      await watchMandates(deployment, livemode);
    },
    'mandates:expire': async ({ livemode }) => {
      await expireDueMandates(deployment, livemode);
    },
    'accounts:watch': ({ livemode }) => watchAccounts(deployment, livemode),
    'subscriptions:watch': ({ livemode }) => watchSubscriptions(deployment, livemode),
    'refunds:watch': async ({ livemode }) => {
      await watchRefunds(deployment, livemode);
    },
    'payers:notify': ({ livemode }) => notifyPayers(deployment, livemode),
    'plans:publish': async ({ livemode }) => {
      await publishPlans(deployment, livemode);
      await publishRevokes(deployment, livemode);
    },
    'plans:retire': ({ livemode }) => retirePlans(deployment, livemode),
    'rent:watch': ({ livemode }) => watchSponsoredRent(deployment, livemode),
    'chains:note': async ({ livemode }) => {
      await noteHowFarTheChainIs(deployment, livemode);
      await watchFeePayer(deployment, livemode);
    },
    'books:reconcile': ({ livemode }, signal) => reconcileLastDay(deployment, livemode, signal),
    'payout-wallets:change': () => applyDueChanges(deployment),
    'metrics:close': ({ livemode }, signal) => closeHours(deployment, livemode, signal),
    'mails:send': async (_, signal) => {
      await sendMails(deployment, signal);
    },
    'resets:send': () => sendResets(deployment),
    'alarms:watch': async () => {
      if ((deployment.mail?.operators.length ?? 0) === 0) return;
      // Looked at now: after a while without any worker, what it knew last is no alarm.
      for (const livemode of [false, true]) {
        await noteHowFarTheChainIs(deployment, livemode);
        await watchFeePayer(deployment, livemode);
      }
      await watchAlarms(deployment, { databaseDir });
    },
    'notices:tell': async (_, signal) => {
      await tellMerchants(deployment, signal);
      await sendDigests(deployment, signal);
    },
    sweep: () => sweep(deployment),
  };
}

/**
 * Enqueues a check of everything that may be due or whose holder was killed. Job keys keep several workers
 * from doing it twice.
 */
async function sweep(deployment: Deployment): Promise<void> {
  const { db, clock } = deployment;
  await releaseLockedJobs(db);
  await sweepDeliveries(deployment);
  await deleteOldKeys(db, clock.seconds());
  await forgetExpired(db, clock.seconds());
  if (deployment.mail !== null) await wakeForNext(deployment);
  await applyDueChanges(deployment);
  const now = clock.seconds();
  await enqueueOnce(db, 'alarms:watch', {}, { runAt: now + ALARMS_SECONDS, jobKey: 'alarms' });
  await enqueueOnce(db, 'notices:tell', {}, { runAt: now + NOTICES_SECONDS, jobKey: 'notices' });
  const modes = [false, true].filter((livemode) => chainOf(deployment, livemode) !== null);
  await enqueueMany(
    db,
    modes.flatMap((livemode) =>
      SWEPT_TASKS.map((task) => ({ task, payload: { livemode }, jobKey: `sweep/${task}/${livemode}` })),
    ),
  );
  const runAt = clock.seconds() + CLOSE_HOURS_SECONDS;
  for (const livemode of modes) {
    await enqueueOnce(db, 'metrics:close', { livemode }, { runAt, jobKey: `metrics/${livemode}` });
    await enqueueOnce(db, 'books:reconcile', { livemode }, { runAt, jobKey: `books/${livemode}` });
  }
}

/** Sweeps at once and every 15 s until stopped. A failed sweep is logged, and the next one retries. */
export function startSweeper(deployment: Deployment): { stop(): void } {
  const { db, log } = deployment;
  const run = () =>
    enqueue(db, 'sweep', {}, { jobKey: 'sweep' }).catch((error: unknown) =>
      log.error({ err: error }, 'the sweep failed'),
    );
  void run();
  const timer = setInterval(() => void run(), SWEEP_MS);
  return { stop: () => clearInterval(timer) };
}
