import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectChain } from '../../server/chain/rpc.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type Clock, systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { byRightClock } from '../../server/start/by-the-clock.ts';
import { createClockCheck } from '../../server/start/clock-check.ts';
import { timeReferences } from '../../server/start/time-references.ts';
import { TestService } from '../support/service.ts';
import { subscribe } from './books.ts';

const HOUR_SECONDS = 3_600;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ahead: Clock = {
  ...systemClock,
  seconds: () => systemClock.seconds() + HOUR_SECONDS,
  milliseconds: () => systemClock.milliseconds() + HOUR_SECONDS * 1000,
};

/** A process beside the service, on the same database and chain, with a clock of its own. */
function processWith(clock: Clock): Deployment {
  const { deployment } = service.running;
  const log = createLogger('silent');
  const references = timeReferences({ db: deployment.db, clock }, { test: null, live: null });
  return { ...deployment, clock, log, clockIsRight: createClockCheck({ clock, log }, references).isRight };
}

test('a process whose clock is an hour ahead of Postgres charges nothing early', async () => {
  const { api } = await service.merchant();
  const { mandate } = await subscribe(api, { periodSeconds: HOUR_SECONDS });
  const wrong = processWith(ahead);
  expect(await wrong.clockIsRight(false)).toBe(false);
  expect(await collectDueCharges(wrong, { livemode: false, mandateId: mandate.id })).toEqual([]);
  const { data } = await api.mandates.listCharges(mandate.id);
  expect(data.map(({ status }) => status)).toEqual(['scheduled', 'succeeded']);
});

test('it gives jobs back to the queue', async () => {
  const done: string[] = [];
  const tasks = { sweep: async () => void done.push('sweep') };
  const jobsOf = (deployment: Deployment) => byRightClock(tasks as never, deployment);
  await expect(jobsOf(processWith(ahead)).sweep({}, null as never)).rejects.toThrow(/clock/);
  await jobsOf(processWith(systemClock)).sweep({}, null as never);
  expect(done).toEqual(['sweep']);
});

test('the time of blocks is the witness where Postgres has the same wrong clock', async () => {
  const { db, chains } = service.running.deployment;
  const test = chains.test!;
  const options = { rpcUrls: [service.running.localnetUrl!], expectedGenesisHash: test.genesisHash };
  const live = await connectChain({ ...test, ...options, mode: 'live' });
  const check = async (clock: Clock) => {
    const references = timeReferences({ db, clock }, { test, live }).filter(
      ({ name }) => name !== 'database',
    );
    const right = createClockCheck({ clock, log: createLogger('silent') }, references);
    return [await right.isRight(true), await right.isRight(false)];
  };
  expect(await check(systemClock)).toEqual([true, true]);
  expect(await check(ahead)).toEqual([false, true]);
});

test('readiness says how far the clock is off', async () => {
  const { body } = await service.call('GET', '/readyz');
  expect(body.checks.clock).toMatchObject({ ok: true, aheadBySeconds: { database: 0 } });
});
