import { findNextCheck } from '../attempts/queries.ts';
import { collectDueCharges } from '../charges/collect-due.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { deleteOldKeys } from '../http/idempotency-queries.ts';
import { enqueue, enqueueMany, enqueueOnce } from '../jobs/enqueue.ts';
import type { TaskHandlers } from '../jobs/worker.ts';
import { expireDueMandates } from '../mandates/expire-due.ts';
import { watchAccounts } from '../mandates/watch-accounts.ts';
import { watchMandates } from '../mandates/watch-mandates.ts';
import { closeHours } from '../metrics/close-hours.ts';
import { publishPlans } from '../plans/publish-plans.ts';
import { watchRefunds } from '../refunds/watch-refunds.ts';
import { resolveDueAttempts, resolveUntilSettled } from '../settlement/resolve-attempts.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import { webhookTasks } from '../webhooks/jobs.ts';
import { sweepDeliveries } from '../webhooks/wake.ts';
import { forgetExpired } from './forget-expired.ts';

/** How long a collector looks after what it sent; the resolver goes on with the rest. */
const SETTLE_MS = 20_000;
/** How soon the resolver looks again while something is in flight. */
const RESOLVE_AGAIN_SECONDS = 2;
/** What a killed worker held is taken up again within this time after its lease. */
const SWEEP_MS = 15_000;
/** Metrics are right without it, only slower the longer it is not done; asking every merchant costs some microseconds each. */
const CLOSE_HOURS_SECONDS = 60;

/** What the background does, a use case for each task. Each may run twice, late or in several processes at once. */
export function backgroundTasks(deployment: Deployment, dispatcher: Dispatcher): TaskHandlers {
  const { db, clock } = deployment;
  return {
    ...webhookTasks(dispatcher),
    'charges:collect': async ({ livemode }, signal) => {
      const chain = chainOf(deployment, livemode);
      const settling: Promise<void>[] = [];
      const onSent = (sent: readonly string[]) => {
        if (chain === null) return;
        const settled = resolveUntilSettled(deployment, chain, sent, { timeoutMs: SETTLE_MS, signal });
        // Handled from the start: it may fail (Postgres restarts) while charges are still being collected.
        settling.push(settled.catch((error: unknown) => logLeft(deployment, error)));
      };
      try {
        await collectDueCharges(deployment, { livemode }, { onSent, signal });
      } finally {
        await Promise.all(settling);
      }
    },
    'attempts:resolve': async ({ livemode }) => {
      await resolveDueAttempts(deployment, livemode);
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
    'refunds:watch': async ({ livemode }) => {
      await watchRefunds(deployment, livemode);
    },
    'plans:publish': async ({ livemode }) => {
      await publishPlans(deployment, livemode);
    },
    'metrics:close': ({ livemode }, signal) => closeHours(deployment, livemode, signal),
    sweep: () => sweep(deployment),
  };
}

function logLeft({ log }: Deployment, error: unknown): void {
  log.warn({ err: error }, 'sent charges are left to the resolver');
}

/** Enqueues a look at everything that may be due or whose holder was killed. Job keys keep many workers from doing it twice. */
async function sweep(deployment: Deployment): Promise<void> {
  const { db, clock } = deployment;
  await sweepDeliveries(deployment);
  await deleteOldKeys(db, clock.seconds());
  await forgetExpired(db, clock.seconds());
  const tasks = [
    'charges:collect',
    'attempts:resolve',
    'mandates:watch',
    'mandates:expire',
    'accounts:watch',
    'refunds:watch',
    'plans:publish',
  ] as const;
  const modes = [false, true].filter((livemode) => chainOf(deployment, livemode) !== null);
  await enqueueMany(
    db,
    modes.flatMap((livemode) =>
      tasks.map((task) => ({ task, payload: { livemode }, jobKey: `sweep/${task}/${livemode}` })),
    ),
  );
  const runAt = clock.seconds() + CLOSE_HOURS_SECONDS;
  for (const livemode of modes) {
    await enqueueOnce(db, 'metrics:close', { livemode }, { runAt, jobKey: `metrics/${livemode}` });
  }
}

/** Sweeps at once and every 15 s until stopped. A sweep that fails is logged, and the next one tries again. */
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
