import { chainOf, type Deployment } from '../deployment.ts';
import { claimDay, deleteDaysBefore, extendDay, finishDay, isDayTaken } from './day-queries.ts';
import { describeFinding, type Finding } from './finding.ts';
import { reconcile } from './reconcile.ts';

const DAY_SECONDS = 86_400;
/** After midnight, so that what landed before it is recorded and final. */
const SETTLED_SECONDS = 1_800;
/** A process that died is replaced by another after this time; one that is at it says so with each page. */
const LEASE_SECONDS = 600;
/** More would be one fault many times over. */
const MOST_KEPT = 100;
/** As long as the audit log. */
const KEPT_SECONDS = 400 * DAY_SECONDS;

/**
 * Holds the last whole UTC day of a mode against its chain, if no process has yet, and records the result. Each finding is logged at level
 * `error`. While no node answers it throws, and the next round after the lease begins again.
 */
export async function reconcileLastDay(
  { db, clock, log, ...deployment }: Pick<Deployment, 'db' | 'clock' | 'log' | 'chains'>,
  livemode: boolean,
  signal: AbortSignal,
): Promise<void> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const begunAt = clock.seconds();
  const to = Math.floor((begunAt - SETTLED_SECONDS) / DAY_SECONDS) * DAY_SECONDS;
  if (await isDayTaken(db, livemode, to, begunAt)) return;
  const range = { from: to - DAY_SECONDS, to };
  const lease = () => clock.seconds() + LEASE_SECONDS;
  if (!(await claimDay(db, livemode, range, { now: begunAt, leaseUntil: lease() }))) return;
  const findings: Finding[] = [];
  const { checked } = await reconcile({ db, chain }, range, {
    onFinding: (finding) => {
      findings.push(finding);
      const what = { mode: chain.mode, ...finding };
      log.error(what, `the books do not match the chain: ${describeFinding(finding)}`);
    },
    onProgress: async (checked) => {
      if (signal.aborted) throw new Error('The process is stopping: another one begins again.');
      if (!(await extendDay(db, livemode, { to, begunAt, checked, leaseUntil: lease() })))
        throw new Error('Another process has taken the reconciliation over.');
    },
  });
  await finishDay(db, livemode, {
    to,
    begunAt,
    now: clock.seconds(),
    checked,
    mismatches: findings.length,
    findings: findings.slice(0, MOST_KEPT),
  });
  await deleteDaysBefore(db, livemode, to - KEPT_SECONDS);
  log.info(
    { mode: chain.mode, ...range, checked, mismatches: findings.length },
    'the books of the day were held against the chain',
  );
}
