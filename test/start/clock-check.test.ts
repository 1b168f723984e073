import { expect, test } from 'vitest';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { createClockCheck, type TimeReference } from '../../server/start/clock-check.ts';

/** A clock whose wall can be set, while what passed cannot. */
function settableClock() {
  let wallMs = 1_700_000_000_000;
  let passedMs = 0;
  return {
    ...systemClock,
    seconds: () => Math.floor(wallMs / 1000),
    milliseconds: () => wallMs,
    monotonicMs: () => passedMs,
    pass(seconds: number) {
      wallMs += seconds * 1000;
      passedMs += seconds * 1000;
    },
    set: (bySeconds: number) => void (wallMs += bySeconds * 1000),
  };
}

function scene(...references: Partial<TimeReference>[]) {
  const clock = settableClock();
  let looks = 0;
  const all = references.map((one, at) => ({
    name: `reference ${at}`,
    livemode: null,
    toleranceSeconds: 30,
    ...one,
    read: async () => {
      looks += 1;
      return one.read === undefined ? [clock.milliseconds() / 1000 - offBy] : one.read();
    },
  }));
  let offBy = 0;
  const check = createClockCheck({ clock, log: createLogger('silent') }, all);
  return { clock, check, looks: () => looks, isOffBy: (seconds: number) => void (offBy = seconds) };
}

test('a clock may be 30 s off either way, and no more', async () => {
  for (const [offBy, isRight] of [
    [0, true],
    [29, true],
    [-29, true],
    [31, false],
    [-31, false],
  ] as const) {
    const { check, isOffBy } = scene({});
    isOffBy(offBy);
    expect([offBy, await check.isRight(false), await check.isRight(null)]).toEqual([offBy, isRight, isRight]);
    expect(await check.read()).toEqual({ ok: isRight, aheadBySeconds: { 'reference 0': offBy } });
  }
});

test('it is looked at every minute, and soon again while it is wrong', async () => {
  const { clock, check, looks, isOffBy } = scene({});
  await check.isRight(true);
  clock.pass(59);
  isOffBy(3_600);
  expect(await check.isRight(true)).toBe(true);
  clock.pass(1);
  expect(await check.isRight(true)).toBe(false);
  isOffBy(0);
  clock.pass(4);
  expect(await check.isRight(true)).toBe(false);
  clock.pass(1);
  expect(await check.isRight(true)).toBe(true);
  expect(looks()).toBe(3);
});

test('a clock that is set, or a machine that slept, is looked at before anything else is done', async () => {
  const { clock, check, isOffBy } = scene({});
  expect(await check.isRight(true)).toBe(true);
  clock.set(3_600);
  isOffBy(3_600);
  expect(await check.isRight(true)).toBe(false);
});

test('the chain of one mode says nothing about the other', async () => {
  const { check } = scene({ livemode: false, read: async () => [0] }, {});
  expect([await check.isRight(false), await check.isRight(true), await check.isRight(null)]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await check.read()).ok).toBe(false);
});

test('of several nodes one that agrees is enough', async () => {
  const seconds = 1_700_000_000;
  const { check } = scene({ read: async () => [seconds - 3_600, seconds - 2, seconds + 86_400] });
  expect(await check.read()).toEqual({ ok: true, aheadBySeconds: { 'reference 0': 2 } });
});

test('a reference that cannot be read says what it said last', async () => {
  let isDown = false;
  const { clock, check } = scene({
    read: async () => {
      if (isDown) throw new Error('down');
      return [clock.milliseconds() / 1000 - 100];
    },
  });
  expect(await check.isRight(true)).toBe(false);
  isDown = true;
  clock.pass(600);
  expect(await check.isRight(true)).toBe(false);
  const never = scene({ read: () => Promise.reject(new Error('down')) });
  expect(await never.check.read()).toEqual({ ok: true, aheadBySeconds: { 'reference 0': null } });
});
