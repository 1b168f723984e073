import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  dispatch,
  type Event,
  EVENT_TYPES,
  type EventType,
  type EveryHandler,
  isKnownEvent,
  type UnknownEvent,
  type WebhookEvent,
  webhooks,
} from '@autopay/webhooks-verify';
import contract from '../../server/generated/openapi.json' with { type: 'json' };
import { eventOf, secret } from './delivery.ts';

const newer = { ...eventOf('mandate.created'), type: 'mandate.paused', apiVersion: '9.0.0' };

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
      .on('charge.abandoned', () => {})
      .on('charge.upcoming', () => {})
      .on('mandate.authorization_expiring', () => {})
      .on('refund.succeeded', () => {})
      .on('refund.failed', () => {});
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
        case 'mandate.authorization_expiring':
          return event.data.object.payer;
        case 'charge.scheduled':
        case 'charge.succeeded':
        case 'charge.failed':
        case 'charge.abandoned':
        case 'charge.skipped':
        case 'charge.upcoming':
        case 'refund.succeeded':
        case 'refund.failed':
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
