import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCharge, lockCharge } from '../../server/charges/queries.ts';
import type { Chain } from '../../server/chain/rpc.ts';
import type { Deployment } from '../../server/deployment.ts';
import type { EventType } from '../../server/events/queries.ts';
import { newId } from '../../server/lib/ids.ts';
import type { MandateRow } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { newRefund } from '../../server/refunds/new-refund.ts';
import { insertRefund } from '../../server/refunds/queries.ts';
import { testModeRoutes } from '../../server/test-mode/routes.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { EVENT_TYPES, expectConsistent } from '../support/expect-consistent.ts';
import { requestOf, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let deployment: Deployment;
let tenant: Tenant;

beforeAll(async () => {
  world = await testDeployment();
  // Nothing is read from it: only that it is the localnet counts.
  deployment = { ...world.deployment, chains: { test: { isLocalnet: true } as Chain, live: null } };
});
afterAll(() => world.drop());

const send = async (type: EventType) => {
  const input = { path: {}, query: {}, header: {}, body: { type } };
  return (await testModeRoutes(deployment).createTestEvent(requestOf(deployment, tenant), input)).body;
};
const seedCharge = async (mandate: MandateRow) => {
  const id = newId('charge');
  await deployment.db.begin((tx) =>
    insertCharge(tx, {
      id,
      position: id,
      ...tenant,
      mandateId: mandate.id,
      periodIndex: 0,
      amount: mandate.amountPerPeriod,
      dueAt: mandate.createdAt,
      status: 'scheduled',
      attempts: 0,
      setbacks: 0,
      signatures: 0,
      txSignature: null,
      refunded: 0n,
      failureCode: null,
      failureMessage: null,
      nextAttemptAt: mandate.createdAt,
      wakeAt: mandate.createdAt,
      backoffUntil: null,
      leaseToken: null,
      createdAt: mandate.createdAt,
      settledAt: null,
      receiptNumber: null,
      dunningPolicyId: null,
      version: 1,
    }),
  );
  return id;
};

const seedRefund = (chargeId: string) =>
  deployment.db.begin(async (tx) => {
    const now = world.clock.seconds();
    const bought = { name: null, offerId: null, clientReference: null, metadata: null };
    const refund = newRefund(
      bought,
      await lockCharge(tx, chargeId),
      { ordinal: 1, amount: 1n, reason: null },
      { now, realNow: now },
    );
    await insertRefund(tx, refund);
    return refund.id;
  });

describe('a test event', () => {
  it('carries the newest mandate or charge, and goes to the endpoints like any other', async () => {
    tenant = await testTenant(deployment);
    await deployment.db`update merchants set clock_offset_seconds = 1000 where id = ${tenant.merchantId}`;
    await seedMandate(deployment, tenant);
    const mandate = await seedMandate(deployment, tenant);
    const chargeId = await seedCharge(mandate);
    await deployment.db.begin((tx) => createEndpoint(tx, deployment, tenant, { url: 'http://127.0.0.1:9/' }));
    expect(await send('mandate.revoked')).toMatchObject({
      object: 'event',
      type: 'mandate.revoked',
      createdAt: world.clock.seconds() + 1000,
      livemode: false,
      pendingWebhooks: 1,
      data: { object: { object: 'mandate', id: mandate.id, status: 'revoked' } },
    });
    const event = await send('charge.succeeded');
    expect(event).toMatchObject({
      data: { object: { object: 'charge', id: chargeId, payer: mandate.payer } },
    });
    const [row] = await deployment.db`select mandate_id, charge_id from events where id = ${event.id}`;
    expect(row).toEqual({ mandateId: mandate.id, chargeId });
  });

  it('goes where a real one would go: not to an endpoint whose filter does not name it', async () => {
    tenant = await testTenant(deployment);
    await seedMandate(deployment, tenant);
    const only = { url: 'http://127.0.0.1:9/', events: ['mandate.revoked' as const] };
    await deployment.db.begin((tx) => createEndpoint(tx, deployment, tenant, only));
    expect(await send('mandate.expired')).toMatchObject({ type: 'mandate.expired', pendingWebhooks: 0 });
    expect(await send('mandate.revoked')).toMatchObject({ type: 'mandate.revoked', pendingWebhooks: 1 });
  });

  it.each(EVENT_TYPES)(
    '%s carries its object as it is when that happens, and changes nothing',
    async (type) => {
      tenant = await testTenant(deployment);
      const mandate = await seedMandate(deployment, tenant);
      const chargeId = await seedCharge(mandate);
      const refundId = await seedRefund(chargeId);
      const before =
        await deployment.db`select row_to_json(m)::text, row_to_json(c)::text from mandates m, charges c where c.id = ${chargeId} and m.id = ${mandate.id}`;
      const event = await send(type);
      expectConsistent(event);
      expect(event).toMatchObject({ type, livemode: false, testEvent: true });
      const { object } = event.data;
      expect(object).toMatchObject(
        object.object === 'mandate'
          ? { id: mandate.id }
          : { id: object.object === 'charge' ? chargeId : refundId, mandateId: mandate.id },
      );
      expect(
        await deployment.db`select row_to_json(m)::text, row_to_json(c)::text from mandates m, charges c where c.id = ${chargeId} and m.id = ${mandate.id}`,
      ).toEqual(before);
    },
  );

  it('needs an object to carry', async () => {
    tenant = await testTenant(deployment);
    await expect(send('mandate.created')).rejects.toMatchObject({ code: 'resource_missing' });
    await seedMandate(deployment, tenant);
    await expect(send('charge.failed')).rejects.toMatchObject({
      code: 'resource_missing',
      message: expect.stringContaining('charge'),
    });
  });
});
