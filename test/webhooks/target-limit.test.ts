import { expect, it } from 'vitest';
import { limitTargets } from '../../server/webhooks/target-limit.ts';

let nowMs = 0;
const clock = { monotonicMs: () => nowMs };

it('lets so many through in the minute that the first begins, and says how long it lasts', () => {
  const limit = limitTargets(clock, 2);
  expect([limit('192.0.2.1'), limit('192.0.2.1'), limit('192.0.2.1')]).toEqual([0, 0, 60]);
  expect(limit('192.0.2.2')).toBe(0);
  nowMs += 59_500;
  expect(limit('192.0.2.1')).toBe(1);
  nowMs += 500;
  expect(limit('192.0.2.1')).toBe(0);
});

it('takes the addresses of one IPv6 network for one target', () => {
  const limit = limitTargets(clock, 1);
  expect([limit('2001:db8:1:2::1'), limit('2001:DB8:1:2:3:4:5:6')]).toEqual([0, 60]);
  expect(limit('2001:db8:1:3::1')).toBe(0);
  expect([limit('2001:db8::1'), limit('2001:db8:0:0:9::')]).toEqual([0, 60]);
});
