import { describe, expect, it, vi } from 'vitest';
import { ClaimLostError, webhooks } from '@autopay/webhooks-verify';
import { memoryStore } from '@autopay/webhooks-verify/testing';
import { delivery, secret } from './delivery.ts';

describe('with a store', () => {
  it('handles an event once, however often it is delivered', async () => {
    const seen: string[] = [];
    const hooks = webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', (event) => {
      seen.push(event.id);
    });
    const outcomes = [];
    for (const id of ['evt_1', 'evt_1', 'evt_2', 'evt_1'])
      outcomes.push((await hooks.handle({ request: (await delivery(id)).request })).outcome);
    expect(outcomes).toEqual(['handled', 'duplicate', 'handled', 'duplicate']);
    expect(seen).toEqual(['evt_1', 'evt_2']);
  });

  it('tells a delivery that arrives meanwhile that it is in progress', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const hooks = webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', async () => {
      started.resolve();
      await finish.promise;
    });
    const first = hooks.handle({ request: (await delivery()).request });
    await started.promise;
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({
      outcome: 'in_progress',
    });
    finish.resolve();
    expect(await first).toMatchObject({ outcome: 'handled' });
  });

  it('gives the event back when its handler throws, so that the next delivery is handled', async () => {
    let failures = 1;
    const hooks = webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', () => {
      if (failures-- > 0) throw new Error('not yet');
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toThrow('not yet');
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({ outcome: 'handled' });
  });

  it('throws what the handler threw even when the store cannot take the event back', async () => {
    const store = { ...memoryStore(), release: () => Promise.reject(new Error('store down')) };
    const hooks = webhooks({ secrets: secret, store }).on('charge.succeeded', () => {
      throw new Error('handler down');
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toThrow('handler down');
  });

  it('throws ClaimLostError when a handler outlived its lease and another took over', async () => {
    let now = 1_000;
    const store = memoryStore({ now: () => now });
    const outcomes: string[] = [];
    const hooks = webhooks({ secrets: secret, store, leaseSeconds: 45 }).on('charge.succeeded', async () => {
      if (now > 1_000) return;
      now = 1_045;
      outcomes.push((await hooks.handle({ request: (await delivery()).request })).outcome);
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toBeInstanceOf(
      ClaimLostError,
    );
    expect(outcomes).toEqual(['handled']);
  });

  it('claims nothing for an event that nobody handles', async () => {
    const store = memoryStore();
    const claim = vi.spyOn(store, 'claim');
    expect(
      await webhooks({ secrets: secret, store }).handle({ request: (await delivery()).request }),
    ).toMatchObject({
      outcome: 'unhandled',
    });
    expect(claim).not.toHaveBeenCalled();
  });
});
