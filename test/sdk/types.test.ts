import { describe, expect, expectTypeOf, it } from 'vitest';
import type { makeEvent, SentEvent } from '@autopay/sdk/testing';
import type { Event as VerifierEvent, WebhookEvent } from '@autopay/webhooks-verify';
import {
  Autopay,
  type CallResponse,
  type Charge,
  type ErrorCodes,
  type ListedEvent,
  type Mandate,
  type Page,
  type Query,
} from '@autopay/sdk';

const autopay = new Autopay('sk_test_abc', { baseUrl: 'http://127.0.0.1:1' });

// Checked by the compiler: none of these calls runs.
const calls = {
  create: () =>
    autopay.mandates.create({ payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 }),
  list: () => autopay.mandates.list({ status: 'active' }),
  charges: () => autopay.mandates.listCharges('man_1'),
  response: () => autopay.mandates.get('man_1').withResponse(),
  withoutBody: () => autopay.charges.refund('chg_1'),
  undefinedOptions: () => autopay.mandates.get('man_1', { signal: undefined }),
  // @ts-expect-error amounts are decimal strings
  amountAsNumber: () => autopay.charges.refund('chg_1', { amount: 5 }),
  // @ts-expect-error a required field is missing
  incomplete: () => autopay.mandates.create({ payer: 'a' }),
  // @ts-expect-error not a status
  unknownStatus: () => autopay.mandates.list({ status: 'paused' }),
  // @ts-expect-error an operation that is not idempotent takes no key
  keyWithoutUse: () => autopay.test.advanceClock({ seconds: 1 }, { idempotencyKey: 'a' }),
};

function settlementOf(event: ListedEvent) {
  return event.type === 'charge.succeeded' ? event.data.object.txSignature : null;
}

describe('the types', () => {
  it('come from the contract', () => {
    expectTypeOf(calls.create).returns.resolves.toMatchObjectType<{
      client_secret: string;
      status: Mandate['status'];
    }>();
    expectTypeOf(calls.list).returns.resolves.toEqualTypeOf<Page<Mandate>>();
    expectTypeOf(calls.charges).returns.resolves.toEqualTypeOf<Page<Charge>>();
    expectTypeOf<Mandate['maxPeriods']>().toEqualTypeOf<number | null>();
  });

  it('allow a status in a response that this version does not list, and keep those that it does', () => {
    expectTypeOf<string>().toExtend<Mandate['status']>();
    // A plain string would have swallowed the literals that an editor offers.
    expectTypeOf<Mandate['status']>().extract<'active'>().toEqualTypeOf<'active'>();
    expectTypeOf<Query<'listMandates'>['status']>().not.toEqualTypeOf<Mandate['status'] | undefined>();
  });

  it('give the HTTP response of a call beside its object', () => {
    expectTypeOf(calls.response).returns.resolves.toEqualTypeOf<CallResponse<Mandate>>();
  });

  it('reach every operation through the client', () => {
    type Named = {
      [R in keyof Autopay]: keyof Autopay[R] extends string ? `${R}.${keyof Autopay[R]}` : never;
    }[keyof Autopay];
    const some = {
      'mandates.create': 'createMandate',
      'mandates.listCharges': 'listMandateCharges',
      'test.advanceClock': 'advanceTestClock',
    } satisfies Partial<Record<Named, keyof ErrorCodes>>;
    expect(Object.keys(some)).toHaveLength(3);
    // @ts-expect-error no such method
    const none: Named = 'mandates.pay';
    expect(none).toBe('mandates.pay');
  });

  it('of an event are those of the verifier, listed, made, and sent by the fake', () => {
    expectTypeOf<ListedEvent>().toExtend<VerifierEvent>();
    expectTypeOf<ReturnType<typeof makeEvent>>().toExtend<WebhookEvent>();
    expectTypeOf<SentEvent['event']>().toEqualTypeOf<VerifierEvent>();
  });

  it('narrow an event to its object by its type', () => {
    expectTypeOf(settlementOf).returns.toEqualTypeOf<string | null>();
  });
});
