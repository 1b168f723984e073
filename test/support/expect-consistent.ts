import { expect } from 'vitest';
import type { components } from '../../server/generated/api.ts';

type Event = components['schemas']['Event'];

const failure = { code: expect.any(String), message: expect.stringMatching(/\w/) };
const lasts = { endedAt: null, endedBy: null };
const unpaid = { txSignature: null, receiptNumber: null, refundedAmount: '0' };
const over = { nextAttemptAt: null };

/** What the object of each type of event is when the event happens. */
const OBJECTS: Record<Event['type'], object> = {
  'mandate.created': { status: 'pending', periodsCharged: 0, authorizedUntil: null, ...lasts },
  'mandate.activated': { status: 'active', ...lasts },
  'mandate.completed': { status: 'completed', endedBy: 'term' },
  'mandate.revoked': {
    status: 'revoked',
    endedBy: expect.stringMatching(/^(payer|merchant|payment_failed)$/),
  },
  'mandate.expired': { status: 'expired', endedBy: 'term' },
  'charge.scheduled': { status: 'scheduled', attempts: 0, failure: null, ...unpaid },
  'charge.succeeded': {
    status: 'succeeded',
    failure: null,
    txSignature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    receiptNumber: expect.stringMatching(/^(R|TEST)-\d{6,}$/),
    ...over,
  },
  'charge.failed': { status: 'retrying', failure, ...unpaid },
  'charge.abandoned': { status: 'abandoned', failure, ...unpaid, ...over },
  'charge.skipped': { status: 'skipped', failure: null, ...unpaid, ...over },
  'charge.upcoming': { status: 'scheduled', attempts: 0, failure: null, ...unpaid },
  'mandate.authorization_expiring': { status: 'active', maxPeriods: null, ...lasts },
  'refund.succeeded': { status: 'succeeded', txSignature: expect.any(String), failure: null },
  'refund.failed': { status: 'failed', txSignature: null, failure },
};

/** Every type of event. */
export const EVENT_TYPES = Object.keys(OBJECTS) as Event['type'][];

/** Expects the object of an event to be in the state that its type tells of. */
export function expectConsistent(event: Event): void {
  const { object } = event.data;
  expect(object).toMatchObject(OBJECTS[event.type]);
  expect(object.livemode).toBe(event.livemode);
  if (object.object === 'mandate') {
    const ends = ['completed', 'revoked', 'expired'].includes(object.status);
    expect(object.endedAt).toBe(ends ? event.createdAt : null);
    if (object.status === 'completed') expect(object.periodsCharged).toBe(object.maxPeriods);
    return;
  }
  if (object.object === 'refund') return;
  const later = ['scheduled', 'retrying'].includes(object.status);
  if (later) expect(object.nextAttemptAt).toBeGreaterThan(event.createdAt);
  if (['succeeded', 'retrying', 'abandoned'].includes(object.status))
    expect(object.attempts).toBeGreaterThan(0);
}
