import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginRealWork, endRealWork, quiet, untilNextTurn } from '../../scripts/simulate/real-io.ts';

test('who waits for the next turn goes on with those who begin to wait while replies come', async () => {
  const went: string[] = [];
  const wait = (name: string) => untilNextTurn().then(() => went.push(name));
  beginRealWork();
  const first = wait('first');
  await setTimeout(20);
  expect(went).toEqual([]);
  void first.then(() => setImmediate(() => went.push('another turn')));
  const second = wait('second');
  endRealWork();
  await second;
  await setTimeout(20);
  expect(went).toEqual(['first', 'second', 'another turn']);
});

test('it is not quiet while somebody waits for the next turn, and what they set off is waited for', async () => {
  const went: string[] = [];
  void untilNextTurn()
    .then(untilNextTurn)
    .then(() => went.push('after two turns'));
  await quiet();
  expect(went).toEqual(['after two turns']);
});
