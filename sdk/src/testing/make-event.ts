import type { components } from '../generated/api.ts';
import { API_VERSION } from '../generated/version.ts';
import { newAddress, newId, newSignature } from './ids.ts';

type Schemas = components['schemas'];
type Mandate = Schemas['Mandate'];
type Charge = Schemas['Charge'];
type Refund = Schemas['Refund'];

/** Any event of the contract, told apart by `type`. */
export type Event = Schemas['Event'];
/** All event types. */
export type EventType = Event['type'];
/** The event of one type. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

/** The values that replace an event's defaults. */
export interface EventOverrides<T extends EventType> {
  id?: string;
  /** Unix seconds. Default now. */
  createdAt?: number;
  /** Default false. */
  livemode?: boolean;
  /** Fields of the mandate, charge or refund in the event. */
  object?: Partial<EventOf<T>['data']['object']>;
}

/** 30 days. */
const MONTH_SECONDS = 2_592_000;

/** A mandate's state when its event is sent. */
const MANDATES = {
  'mandate.created': { status: 'pending', version: 1 },
  'mandate.activated': { status: 'active', version: 2 },
  'mandate.completed': { status: 'completed', version: 4, periodsCharged: 1, maxPeriods: 1 },
  'mandate.revoked': { status: 'revoked', version: 3 },
  'mandate.expired': { status: 'expired', version: 3 },
  'mandate.authorization_expiring': { status: 'active', version: 24, periodsCharged: 11 },
} as const satisfies Partial<Record<EventType, Partial<Mandate>>>;

const ENDED_BY = {
  'mandate.completed': 'term',
  'mandate.revoked': 'payer',
  'mandate.expired': 'term',
} as const satisfies Partial<Record<EventType, Mandate['endedBy']>>;

const FAILURE = {
  code: 'insufficient_funds',
  message: 'The wallet that pays holds less of the token than the amount.',
};

/** A charge's state when its event is sent. */
const CHARGES = {
  'charge.scheduled': { status: 'scheduled', version: 1 },
  'charge.succeeded': { status: 'succeeded', version: 3, attempts: 1 },
  'charge.failed': { status: 'retrying', version: 3, attempts: 1, failure: FAILURE },
  'charge.abandoned': { status: 'abandoned', version: 5, attempts: 5, failure: FAILURE },
  'charge.skipped': { status: 'skipped', version: 2 },
  'charge.upcoming': { status: 'scheduled', version: 1 },
} as const satisfies Partial<Record<EventType, Partial<Charge>>>;

/** A refund's state when its event is sent. */
const REFUNDS = {
  'refund.succeeded': { status: 'succeeded' },
  'refund.failed': {
    status: 'failed',
    txSignature: null,
    failure: { code: 'not_signed', message: 'The payee did not sign the refund within 7 days.' },
  },
} as const satisfies Partial<Record<EventType, Partial<Refund>>>;

/**
 * A complete event of `type` as a webhook delivers it, with ids of its own. Throws TypeError for a type that
 * the
 * contract does not have.
 *
 * `makeEvent('charge.succeeded', { object: { amount: '12500000' } })`
 */
export function makeEvent<T extends EventType>(type: T, overrides: EventOverrides<T> = {}): EventOf<T> {
  const {
    id = newId('event'),
    createdAt = Math.floor(Date.now() / 1000),
    livemode = false,
    object,
  } = overrides;
  const base = { createdAt, livemode };
  const event = { id, object: 'event', type, ...base, apiVersion: API_VERSION };
  if (type in MANDATES) {
    const subject = { ...mandateOf(type as keyof typeof MANDATES, base), ...object };
    const left = type === 'mandate.authorization_expiring' ? { authorization: leftOf(subject) } : {};
    return { ...event, data: { object: subject, ...left } } as unknown as EventOf<T>;
  }
  if (type in CHARGES) {
    const subject = { ...chargeOf(type as keyof typeof CHARGES, base), ...object };
    return { ...event, data: { object: subject } } as unknown as EventOf<T>;
  }
  if (type in REFUNDS) {
    const subject = { ...refundOf(type as keyof typeof REFUNDS, base), ...object };
    return { ...event, data: { object: subject } } as unknown as EventOf<T>;
  }
  throw new TypeError(`type ${JSON.stringify(type)} is no event of the contract.`);
}

function mandateOf(
  type: keyof typeof MANDATES,
  { createdAt, livemode }: { createdAt: number; livemode: boolean },
): Mandate {
  const wasActive = type !== 'mandate.created';
  const delegate = newAddress();
  return {
    object: 'mandate',
    id: newId('mandate'),
    livemode,
    createdAt,
    merchantId: newId('merchant'),
    payer: newAddress(),
    payee: newAddress(),
    mint: newAddress(),
    amountPerPeriod: '12500000',
    periodSeconds: MONTH_SECONDS,
    maxPeriods: null,
    startAt: createdAt,
    expiresAt: null,
    periodsCharged: 0,
    trialEndsAt: null,
    fundsSufficientAtSignup: wasActive,
    sellMode: 'subscription',
    trialSeconds: 0,
    reference: newAddress(),
    planSignature: wasActive ? newSignature() : null,
    delegate,
    planDelegate: delegate,
    scheme: 'approval',
    subscription: null,
    name: 'Coffee Club',
    description: null,
    paymentLink: null,
    product: null,
    clientReference: null,
    metadata: {},
    endedAt: type in ENDED_BY ? createdAt : null,
    endedBy: type in ENDED_BY ? ENDED_BY[type as keyof typeof ENDED_BY] : null,
    authorizedUntil: wasActive ? createdAt + 12 * MONTH_SECONDS : null,
    ...MANDATES[type],
  };
}

/** One payment is left. */
function leftOf({ amountPerPeriod, createdAt }: Pick<Mandate, 'amountPerPeriod' | 'createdAt'>) {
  return { remaining: amountPerPeriod, payments: 1, until: createdAt + 2 * MONTH_SECONDS };
}

function refundOf(
  type: keyof typeof REFUNDS,
  { createdAt, livemode }: { createdAt: number; livemode: boolean },
): Refund {
  return {
    object: 'refund',
    id: newId('refund'),
    livemode,
    createdAt,
    chargeId: newId('charge'),
    mandateId: newId('mandate'),
    amount: '12500000',
    txSignature: newSignature(),
    reason: null,
    failure: null,
    name: 'Coffee Club',
    paymentLink: null,
    product: null,
    clientReference: null,
    metadata: {},
    ...REFUNDS[type],
  };
}

function chargeOf(
  type: keyof typeof CHARGES,
  { createdAt, livemode }: { createdAt: number; livemode: boolean },
): Charge {
  const ahead = { 'charge.scheduled': MONTH_SECONDS, 'charge.upcoming': 3 * 86_400 };
  const dueAt = createdAt + (ahead[type as keyof typeof ahead] ?? 0);
  const nextAttemptAt = {
    'charge.scheduled': dueAt,
    'charge.upcoming': dueAt,
    'charge.failed': createdAt + 900,
  };
  return {
    object: 'charge',
    id: newId('charge'),
    livemode,
    createdAt,
    mandateId: newId('mandate'),
    periodIndex: 0,
    amount: '12500000',
    dueAt,
    attempts: 0,
    txSignature: type === 'charge.succeeded' ? newSignature() : null,
    paidAt: type === 'charge.succeeded' ? createdAt : null,
    refundedAmount: '0',
    receiptNumber: type === 'charge.succeeded' ? `${livemode ? 'R' : 'TEST'}-000001` : null,
    payer: newAddress(),
    payee: newAddress(),
    mint: newAddress(),
    authorizedUntil: createdAt + 12 * MONTH_SECONDS,
    failure: null,
    name: 'Coffee Club',
    paymentLink: null,
    product: null,
    clientReference: null,
    metadata: {},
    nextAttemptAt: type in nextAttemptAt ? nextAttemptAt[type as keyof typeof nextAttemptAt] : null,
    ...CHARGES[type],
  };
}
