import type { Sql } from '../db/connect.ts';
import { collectDueCharges } from '../collection/collect-due.ts';
import { findNextAnnouncement } from '../charges/announce-queries.ts';
import { announceUpcoming } from '../charges/announce-upcoming.ts';
import { findNextWake } from '../charges/queries.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { expireDueMandates } from '../activation/expire-due.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { APPLIERS } from '../refunds/apply-outcome.ts';
import { resolveUntilSettled } from '../attempts/resolve-attempts.ts';
import { countDueBy, findNextExpiry, hasUnsettled, moveClock, readOffset } from './clock-queries.ts';

type TestClock = components['schemas']['TestClock'];

/** More would keep the request open for minutes; that would be a load test. */
const MAX_DUE = 10_000;
/**
 * A localnet settles a transaction within a second; after this the workers continue, and the clock moves on.
 */
const SETTLE_MS = 20_000;
const POLL_MS = 50;

/** The merchant's test clock. `now` in the merchant's Unix seconds. */
export async function readTestClock(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  { merchantId }: Tenant,
): Promise<TestClock> {
  return present(clock.seconds(), await readOffset(db, merchantId));
}

/**
 * Advances the merchant's clock by `seconds`, stopping whenever something falls due until that has settled,
 * so that a year passes as it really would. Throws parameter_invalid if more than 10,000 charges would fall
 * due.
 */
export async function advanceTestClock(
  deployment: Deployment,
  chain: Chain,
  tenant: Tenant,
  seconds: number,
): Promise<TestClock> {
  const { db, clock } = deployment;
  const startOffset = await readOffset(db, tenant.merchantId);
  const target = clock.seconds() + seconds;
  if ((await countDueBy(db, tenant.merchantId, target)) > MAX_DUE) {
    throw new ApiError('parameter_invalid', {
      param: 'seconds',
      message: `More than ${MAX_DUE} charges would fall due. Advance in smaller steps, or with fewer mandates.`,
    });
  }
  // Real time passes meanwhile: the remaining distance is measured by what was moved, not by what the clock
  // shows.
  let moved = 0;
  for (;;) {
    const offset = await readOffset(db, tenant.merchantId);
    await runDue(deployment, chain, tenant);
    const next = await findNextMoment(db, tenant.merchantId, clock.seconds());
    const step =
      next === null ? seconds - moved : Math.min(Math.max(next - clock.seconds(), 1), seconds - moved);
    if (step <= 0) break;
    // Another request may have moved it meanwhile, to where something else falls due.
    if (await moveClock(db, tenant.merchantId, step, offset)) moved += step;
  }
  return present(clock.seconds(), startOffset + moved);
}

/** Settles everything due now, including what becomes due as a result. */
async function runDue(deployment: Deployment, chain: Chain, tenant: Tenant): Promise<void> {
  const { db, clock } = deployment;
  const deadline = clock.milliseconds() + SETTLE_MS;
  for (;;) {
    const sent = await collectDueCharges(deployment, { livemode: false, merchantId: tenant.merchantId });
    await resolveUntilSettled(deployment, APPLIERS, chain, sent, { timeoutMs: SETTLE_MS });
    // Another process may hold one of them.
    const open = sent.length > 0 || (await hasUnsettled(db, tenant.merchantId, clock.seconds()));
    if (!open || clock.milliseconds() > deadline) break;
    await clock.sleep(POLL_MS);
  }
  await expireDueMandates(deployment, false);
  await announceUpcoming(deployment, { livemode: false, merchantId: tenant.merchantId });
}

async function findNextMoment(db: Sql, merchantId: string, now: number): Promise<number | null> {
  const moments = [
    await findNextWake(db, merchantId, now),
    await findNextExpiry(db, merchantId),
    await findNextAnnouncement(db, merchantId),
  ].filter((at) => at !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

function present(now: number, offsetSeconds: number): TestClock {
  return { object: 'test_clock', livemode: false, createdAt: now, now: now + offsetSeconds, offsetSeconds };
}
