import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { closed } from '../../server/http/closed-schemas.ts';
import { loadContract } from '../../server/http/contract.ts';
import { expectConsistent } from '../support/expect-consistent.ts';
import { type EventType, makeEvent } from '../../sdk/src/testing/index.ts';

const { document } = await loadContract();
const EventType = document.components.schemas['EventType'] as { enum: EventType[] };
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
ajv.addSchema(closed(document), 'contract');
const isEvent = ajv.compile({ $ref: 'contract#/components/schemas/Event', unevaluatedProperties: false });

describe('an event that a test makes', () => {
  test.each(EventType.enum)('%s is whole, as the contract has it', (type) => {
    const event = makeEvent(type);
    expect(isEvent(event), ajv.errorsText(isEvent.errors)).toBe(true);
    expect(event.type).toBe(type);
    expectConsistent(event as Parameters<typeof expectConsistent>[0]);
    expect(makeEvent(type).id).not.toBe(event.id);
  });

  test('what is said of it is what it says, and the rest stays whole', () => {
    const event = makeEvent('charge.succeeded', {
      id: 'evt_1',
      createdAt: 1_800_000_000,
      livemode: true,
      object: { amount: '1', mandateId: 'man_1' },
    });
    expect(isEvent(event), ajv.errorsText(isEvent.errors)).toBe(true);
    expect(event).toMatchObject({ id: 'evt_1', createdAt: 1_800_000_000, livemode: true });
    expect(event.data.object).toMatchObject({
      amount: '1',
      mandateId: 'man_1',
      livemode: true,
      status: 'succeeded',
    });
  });

  test('its type is that of its kind', () => {
    expectTypeOf(makeEvent('mandate.revoked').data.object.object).toEqualTypeOf<'mandate'>();
    expectTypeOf(makeEvent('charge.failed').data.object.object).toEqualTypeOf<'charge'>();
    // @ts-expect-error A mandate has no amount.
    makeEvent('mandate.revoked', { object: { amount: '1' } });
  });

  test('a kind that the contract does not have is refused by name', () => {
    expect(() => makeEvent('charge.exploded' as EventType)).toThrow(/^type "charge\.exploded"/);
  });
});
