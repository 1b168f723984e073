import { expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';

it('refuses what it does not understand', () => {
  const read =
    (...args: string[]) =>
    () =>
      readConfig({}, ['reconcile', ...args]);
  expect(read('--from', 'yesterday')).toThrow('it does not understand --from=yesterday');
  expect(read('--from', '2026-11-02', '--to', '2026-11-01')).toThrow('--from must be earlier than --to');
  expect(read('--mode=both')).toThrow('--mode=test');
  expect(read('--from=2026-11-01T06:00:00+02:00')().reconcile).toMatchObject({ from: 1_793_505_600 });
});
