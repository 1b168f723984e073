import { afterEach, expect, it } from 'vitest';
import { createRounds, type Rounds } from '../../server/jobs/rounds.ts';
import type { TaskHandlers } from '../../server/jobs/worker.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { eventually } from '../support/eventually.ts';

let rounds: Rounds | undefined;
let logged = '';
afterEach(() => rounds?.stop());

function start(tasks: Partial<TaskHandlers>, slots = {}): Rounds {
  logged = '';
  const log = createLogger('info', { write: (line) => void (logged += line) });
  return (rounds = createRounds(tasks as TaskHandlers, { clock: systemClock, log, slots }));
}

const { signal } = new AbortController();

it('a wake-up returns at once, and ten thousand for test mode do not hold up one for live mode, nor one for another task', async () => {
  const began: string[] = [];
  const held = Promise.withResolvers<void>();
  const { wakeUps } = start(
    {
      'charges:collect': async ({ livemode }) => {
        began.push(`collect ${livemode}`);
        if (!livemode) await held.promise;
      },
      'attempts:resolve': async ({ livemode }) => void began.push(`resolve ${livemode}`),
    },
    { 'charges:collect': 2 },
  );
  for (let n = 0; n < 10_000; n += 1) await wakeUps['charges:collect']({ livemode: false }, signal);
  await wakeUps['charges:collect']({ livemode: true }, signal);
  await wakeUps['attempts:resolve']({ livemode: false }, signal);
  expect(began).toEqual(['collect false', 'collect false', 'collect true', 'resolve false']);
  held.resolve();
});

it('wake-ups that come while a lane is full lead to one more round, which begins after them', async () => {
  let gate = Promise.withResolvers<void>();
  let begun = 0;
  const { wakeUps } = start({
    'attempts:resolve': async () => {
      begun += 1;
      await gate.promise;
    },
  });
  for (let n = 0; n < 100; n += 1) await wakeUps['attempts:resolve']({ livemode: true }, signal);
  expect(begun).toBe(1);
  const first = gate;
  gate = Promise.withResolvers();
  first.resolve();
  await eventually(() => begun === 2);
  gate.resolve();
  await rounds!.stop();
  expect(begun).toBe(2);
});

it('a task that throws is logged without its payload, and tried again after a pause', async () => {
  let runs = 0;
  const { wakeUps } = start({
    'webhooks:deliver': async () => {
      runs += 1;
      if (runs === 1) throw new Error('the first time it fails');
    },
  });
  await wakeUps['webhooks:deliver']({ endpointId: 'whe_private' }, signal);
  await eventually(() => runs === 2);
  expect(logged).toContain('the first time it fails');
  expect(logged).not.toContain('whe_private');
});

it('stopping aborts what runs, waits for it, and starts nothing more', async () => {
  let ended = 0;
  const { wakeUps } = start({
    'charges:collect': async (_, stopped) => {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve));
      ended += 1;
    },
  });
  await wakeUps['charges:collect']({ livemode: true }, signal);
  await wakeUps['charges:collect']({ livemode: true }, signal);
  await rounds!.stop();
  await wakeUps['charges:collect']({ livemode: true }, signal);
  expect(ended).toBe(1);
});
