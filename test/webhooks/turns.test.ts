import { expect, it } from 'vitest';
import { Turns } from '../../server/webhooks/turns.ts';

const anyone = () => true;
const none = new Set<string>();

it('merchants take turns, and so do the endpoints of each', () => {
  const turns = new Turns();
  for (const endpointId of ['a1', 'a2', 'a3', 'b1', 'b2'])
    turns.add({ merchantId: endpointId[0]!, endpointId });
  const order = Array.from({ length: 6 }, () => turns.take(anyone, none)?.endpointId);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
});

it('who may not start keeps the place, and a busy endpoint is passed over', () => {
  const turns = new Turns();
  for (const endpointId of ['a1', 'a1', 'a2', 'b1']) turns.add({ merchantId: endpointId[0]!, endpointId });
  expect(turns.take((merchantId) => merchantId !== 'a', none)?.endpointId).toBe('b1');
  expect(turns.take(anyone, new Set(['a1']))?.endpointId).toBe('a2');
  expect(turns.take(anyone, new Set(['a1']))).toBeNull();
  expect(turns.take(anyone, none)?.endpointId).toBe('a1');
  expect(turns.take(anyone, none)).toBeNull();
});
