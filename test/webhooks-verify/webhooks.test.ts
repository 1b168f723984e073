import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  ClaimLostError,
  dispatch,
  type Event,
  EVENT_TYPES,
  type EventType,
  type EveryHandler,
  isKnownEvent,
  type UnknownEvent,
  type WebhookEvent,
  WebhookVerificationError,
  webhooks,
} from '@autopay/webhooks-verify';
import { memoryStore, signRequest } from '@autopay/webhooks-verify/testing';
import contract from '../../server/generated/openapi.json' with { type: 'json' };
import { delivery, eventOf, secret } from './delivery.ts';

const newer = { ...eventOf('mandate.created'), type: 'mandate.paused', apiVersion: '9.0.0' };

describe('on(type, handler)', () => {
  it('hands an event to the handler of its type alone, with what is known of the delivery', async () => {
    const seen: unknown[] = [];
    const hooks = webhooks({ secrets: [`${secret}x`, secret] })
      .on('mandate.created', () => seen.push('wrong'))
      .on('charge.succeeded', (event, context) => {
        expectTypeOf(event.data.object.txSignature).toEqualTypeOf<string | null>();
        seen.push(event.id, context);
      });
    const { request, timestamp } = await delivery();
    const { outcome, event } = await hooks.handle({ request });
    expect(outcome).toBe('handled');
    expect(event).toEqual(eventOf('charge.succeeded'));
    expect(seen).toEqual(['evt_1', { secretIndex: 1, timestamp, claim: null }]);
  });

  it('waits for the handler, and passes on what it throws', async () => {
    const hooks = webhooks({ secrets: secret }).on('charge.succeeded', async () => {
      await Promise.resolve();
      throw new Error('the database is down');
    });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toThrow(
      'the database is down',
    );
  });

  it('answers unhandled for a known kind without a handler, which is not an unknown one', async () => {
    const unknown = vi.fn();
    const hooks = webhooks({ secrets: secret }).onUnknown(unknown);
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({
      outcome: 'unhandled',
    });
    expect(unknown).not.toHaveBeenCalled();
  });

  it('hands a kind that a newer service added to onUnknown', async () => {
    const seen: UnknownEvent[] = [];
    const hooks = webhooks({ secrets: secret }).onUnknown((event) => {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
      seen.push(event);
    });
    const { request } = await signRequest({ event: newer, secret });
    expect(await hooks.handle({ request })).toMatchObject({ outcome: 'handled' });
    expect(seen).toEqual([newer]);
    const { request: again } = await signRequest({ event: newer, secret });
    expect(await webhooks({ secrets: secret }).handle({ request: again })).toMatchObject({
      outcome: 'unhandled',
    });
  });

  it('calls nothing for what is not authentic, and tells it', async () => {
    const refused: WebhookVerificationError[] = [];
    const handler = vi.fn();
    const hooks = webhooks({ secrets: secret, onRefused: (error) => refused.push(error) }).on(
      'charge.succeeded',
      handler,
    );
    const { headers, body } = await delivery();
    const forged = hooks.handle({ body: `${String(body).slice(0, -1)} }`, headers });
    await expect(forged).rejects.toBeInstanceOf(WebhookVerificationError);
    expect(handler).not.toHaveBeenCalled();
    expect(refused.map(({ code }) => code)).toEqual(['looks_reserialized']);
  });

  it.each([
    ['no id', { type: 'charge.succeeded' }],
    ['an id that is a number', { id: 1, type: 'charge.succeeded' }],
    ['no type', { id: 'evt_1' }],
  ])('refuses a signed object that is no event: %s', async (_what, event) => {
    const hooks = webhooks({ secrets: secret }).on('charge.succeeded', () => {});
    const { request } = await signRequest({ event, secret });
    await expect(hooks.handle({ request })).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('does not take a name that every object has for a handler', async () => {
    const hooks = webhooks({ secrets: secret });
    const { request } = await signRequest({ event: { ...newer, type: 'toString' }, secret });
    expect(await hooks.handle({ request })).toMatchObject({ outcome: 'unhandled' });
  });

  it.each<[string, () => unknown]>([
    [
      'type: charge.succeded',
      () => webhooks({ secrets: secret }).on('charge.succeded' as EventType, () => {}),
    ],
    [
      'type: charge.failed has a handler already',
      () =>
        webhooks({ secrets: secret })
          .on('charge.failed', () => {})
          .on('charge.failed', () => {}),
    ],
    ['handler must be a function', () => webhooks({ secrets: secret }).on('charge.failed', null as never)],
    ['secrets must be', () => webhooks({ secrets: undefined as never })],
    ['secrets must be', () => webhooks({ secrets: `${secret}\n` })],
    ['secrets must not be empty', () => webhooks({ secrets: [] })],
    ['toleranceSeconds must be', () => webhooks({ secrets: secret, toleranceSeconds: Number.NaN })],
    ['maxBodyBytes must be', () => webhooks({ secrets: secret, maxBodyBytes: -1 })],
    ['leaseSeconds must be', () => webhooks({ secrets: secret, leaseSeconds: Infinity })],
    ['now must be', () => webhooks({ secrets: secret, now: 5 as never })],
    ['onRefused must be', () => webhooks({ secrets: secret, onRefused: 'log' as never })],
    [
      'store must have a function commit',
      () => webhooks({ secrets: secret, store: { claim: () => {} } as never }),
    ],
  ])('fails at the call that is wrong: %s', (message, call) => {
    expect(call).toThrow(message);
  });

  it('takes secrets from a function, each time, and refuses with empty_secret when it has none', async () => {
    const secrets = vi.fn<() => string | undefined>(() => undefined);
    const hooks = webhooks({ secrets });
    await expect(hooks.handle({ request: (await delivery()).request })).rejects.toMatchObject({
      code: 'empty_secret',
    });
    secrets.mockReturnValue(secret);
    expect(await hooks.handle({ request: (await delivery()).request })).toMatchObject({
      outcome: 'unhandled',
    });
  });
});

describe('exhaustiveness', () => {
  it('is checked by the compiler for on', () => {
    const all = EVENT_TYPES.filter((type) => type !== 'charge.skipped');
    const most = webhooks({ secrets: secret })
      .on('mandate.created', () => {})
      .on('mandate.activated', () => {})
      .on('mandate.completed', () => {})
      .on('mandate.revoked', () => {})
      .on('mandate.expired', () => {})
      .on('charge.scheduled', () => {})
      .on('charge.succeeded', () => {})
      .on('charge.failed', () => {})
      .on('charge.abandoned', () => {});
    expect(all).toHaveLength(EVENT_TYPES.length - 1);
    // @ts-expect-error charge.skipped has no handler
    most.exhaustive();
    expectTypeOf<Parameters<typeof most.exhaustive>>().toEqualTypeOf<[missing: 'charge.skipped']>();
    const every = most.on('charge.skipped', () => {});
    expect(every.exhaustive()).toBe(every);
  });

  it('is checked by the compiler for a switch: what is left is an UnknownEvent', () => {
    const subject = (event: WebhookEvent): string => {
      switch (event.type) {
        case 'mandate.created':
        case 'mandate.activated':
        case 'mandate.completed':
        case 'mandate.revoked':
        case 'mandate.expired':
          return event.data.object.payer;
        case 'charge.scheduled':
        case 'charge.succeeded':
        case 'charge.failed':
        case 'charge.abandoned':
        case 'charge.skipped':
          return event.data.object.mandateId;
        default:
          expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
          return String(event.type);
      }
    };
    expect(subject(newer as unknown as UnknownEvent)).toBe('mandate.paused');
  });

  it('knows exactly the kinds of the contract', () => {
    expect([...EVENT_TYPES].sort()).toEqual([...contract.components.schemas.EventType.enum].sort());
    expect(isKnownEvent(eventOf('charge.failed'))).toBe(true);
    expect(isKnownEvent(newer as unknown as UnknownEvent)).toBe(false);
    expectTypeOf<Event['type']>().toEqualTypeOf<EventType>();
  });
});

describe('dispatch(event, handlers)', () => {
  it('calls the function of the type and returns what it returns', () => {
    const result = dispatch(eventOf('charge.succeeded'), {
      'charge.succeeded': (event) => event.data.object.id,
      otherwise: () => 'other',
    });
    expectTypeOf(result).toEqualTypeOf<string>();
    expect(result).toBe('obj_1');
  });

  it('calls otherwise for a kind without a function, known or not', () => {
    const handlers = {
      'charge.succeeded': () => 'paid',
      otherwise: (event: WebhookEvent) => String(event.type),
    };
    expect(dispatch(eventOf('charge.failed'), handlers)).toBe('charge.failed');
    expect(dispatch(newer as unknown as UnknownEvent, handlers)).toBe('mandate.paused');
  });

  it('calls unknown for a kind of a newer service when every kind has a function', () => {
    const handlers = Object.fromEntries(
      [...EVENT_TYPES, 'unknown'].map((name) => [name, () => name]),
    ) as unknown as EveryHandler<string>;
    expect(dispatch(newer as unknown as UnknownEvent, handlers)).toBe('unknown');
    for (const type of EVENT_TYPES) expect(dispatch(eventOf(type), handlers)).toBe(type);
  });

  it('does not compile when a kind or unknown is missing, and says which at run time', () => {
    // @ts-expect-error neither every kind nor otherwise
    expect(() => dispatch(eventOf('charge.failed'), { 'charge.succeeded': () => 1 })).toThrow(
      'handlers has none for charge.failed',
    );
  });
});

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
