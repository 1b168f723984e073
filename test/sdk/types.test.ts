import { describe, expectTypeOf, it } from 'vitest';
import { Autopay, type Charge, type ListedEvent, type Mandate, type Page } from '@autopay/sdk';

const autopay = new Autopay('sk_test_abc', { baseUrl: 'http://127.0.0.1:1' });

// Checked by the compiler: none of these calls runs.
const calls = {
  create: () =>
    autopay.mandates.create({ payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 }),
  list: () => autopay.mandates.list({ status: 'active' }),
  charges: () => autopay.mandates.listCharges('man_1'),
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

  it('narrow an event to its object by its type', () => {
    expectTypeOf(settlementOf).returns.toEqualTypeOf<string | null>();
  });
});
