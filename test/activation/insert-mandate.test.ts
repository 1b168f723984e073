import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMandate, insertMandateGathered } from '../../server/activation/insert-mandate.ts';
import { readSurroundings } from '../../server/activation/surroundings.ts';
import type { Deployment } from '../../server/deployment.ts';
import { claimIdempotencyKey, type HeldClaim } from '../../server/http/idempotency.ts';
import { newId } from '../../server/lib/ids.ts';
import type { MandateRow } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { type EndpointRow, insertEndpoint } from '../../server/webhooks/queries.ts';
import { randomAddress, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

let deployment: Deployment;
let drop: () => Promise<void>;
beforeAll(async () => ({ deployment, drop } = await testDeployment()));
afterAll(() => drop());

const newMandate = async (tenant: Tenant): Promise<MandateRow> => ({
  ...(await seedMandate(deployment, tenant)),
  id: newId('mandate'),
  reference: randomAddress(),
  planPublishAt: deployment.clock.seconds(),
});

function addEndpoint(
  { db, clock }: Deployment,
  tenant: Tenant,
  events: EndpointRow['events'] = null,
): Promise<void> {
  const secret = { secretBox: new Uint8Array(60), secretLast4: 'abcd' };
  const row = {
    id: newId('webhookEndpoint'),
    ...tenant,
    url: 'https://example.com',
    description: null,
    events,
    ...secret,
  };
  return db.begin((tx) => insertEndpoint(tx, { ...row, createdAt: clock.seconds() }));
}

/** What stands in the database of a mandate: rows, and the jobs of all. */
async function tracesOf({ id }: MandateRow): Promise<Record<string, number>> {
  const [row] = await deployment.db<[Record<string, number>]>`
    select (select count(*) from mandates where id = ${id}) as mandates,
      (select count(*) from events where mandate_id = ${id}) as events,
      (select count(*) from webhook_deliveries d join events e on e.id = d.event_id where e.mandate_id = ${id}) as deliveries,
      (select count(*) from graphile_worker.jobs) as jobs`;
  return row;
}

async function claim(tenant: Tenant, key: string): Promise<HeldClaim> {
  const { db: sql, clock, log, secretKeys } = deployment;
  const request = { scope: { ...tenant, key }, method: 'post', path: '/v1/mandates', body: {} };
  return (await claimIdempotencyKey({ sql, clock, log, secretKeys }, request)) as HeldClaim;
}

test('a mandate comes with its event, a delivery for each endpoint that gets it and the wake-ups', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  await addEndpoint(deployment, tenant);
  await addEndpoint(deployment, tenant, ['mandate.created']);
  await addEndpoint(deployment, tenant, ['charge.succeeded']);
  const mandate = await newMandate(tenant);
  const { jobs } = await tracesOf(mandate);
  expect(await insertMandate(db, mandate, await readSurroundings(db, tenant), null)).toBe(true);
  expect(await tracesOf(mandate)).toEqual({ mandates: 1, events: 1, deliveries: 2, jobs: jobs! + 3 });
  const another = await newMandate(tenant);
  expect(await insertMandate(db, another, await readSurroundings(db, tenant), null)).toBe(true);
  // The publisher of plans waits already.
  expect(await tracesOf(another)).toMatchObject({ mandates: 1, deliveries: 2, jobs: jobs! + 5 });
});

test('nothing is inserted for a clock or endpoints that have changed since they were read', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const mandate = await newMandate(tenant);
  const before = await tracesOf(mandate);
  const held = await claim(tenant, 'changed');
  const answer = { idempotency: held, response: { status: 201, body: {} } };
  const changes = [
    () => db`update merchants set clock_offset_seconds = 60 where id = ${tenant.merchantId}`,
    () => addEndpoint(deployment, tenant),
  ];
  for (const change of changes) {
    const surroundings = await readSurroundings(db, tenant);
    await change();
    expect(await insertMandate(db, mandate, surroundings, answer)).toBe(false);
    expect(await tracesOf(mandate)).toEqual(before);
  }
  expect(await insertMandate(db, mandate, await readSurroundings(db, tenant), answer)).toBe(true);
  expect(await tracesOf(mandate)).toMatchObject({ mandates: 1, deliveries: 1 });
  await held.settle(answer.response);
});

test('nothing is inserted for a request that another has taken the Idempotency-Key over from', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const mandate = await newMandate(tenant);
  const before = await tracesOf(mandate);
  const held = await claim(tenant, 'taken over');
  await db`update idempotency_keys set created_at = created_at + 1 where key = 'taken over'`;
  const answer = { idempotency: held, response: { status: 201, body: {} } };
  const inserted = insertMandate(db, mandate, await readSurroundings(db, tenant), answer);
  await expect(inserted).rejects.toMatchObject({ code: 'request_in_flight' });
  expect(await tracesOf(mandate)).toEqual(before);
  await held.release();
});

test('a test clock advances only once the mandate is committed', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const mandate = await newMandate(tenant);
  const surroundings = await readSurroundings(db, tenant);
  await db.begin(async (tx) => {
    expect(await insertMandate(tx, mandate, surroundings, null)).toBe(true);
    const advance = db`select 1 from merchants where id = ${tenant.merchantId} for no key update nowait`;
    await expect(advance).rejects.toThrow('could not obtain lock');
  });
});

test('of mandates inserted at once, one that cannot be fails alone, and so does one whose key was taken over', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  await addEndpoint(deployment, tenant);
  const mandates = await Promise.all(Array.from({ length: 12 }, () => newMandate(tenant)));
  const claims = await Promise.all(mandates.map((_, at) => claim(tenant, `at once, ${at}`)));
  const surroundings = await readSurroundings(db, tenant);
  mandates[4]!.amountPerPeriod = 0n;
  await db`update idempotency_keys set created_at = created_at + 1 where key = 'at once, 7'`;
  const answers = claims.map((idempotency, at) => ({ idempotency, response: { status: 201, body: { at } } }));
  const insertedAt = (at: number) => insertMandateGathered(db, mandates[at]!, surroundings, answers[at]!);
  const outcomes = await Promise.allSettled(mandates.map((_, at) => insertedAt(at)));
  expect(outcomes[4]).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
  expect(outcomes[7]).toMatchObject({ status: 'rejected', reason: { code: 'request_in_flight' } });
  for (const [at, mandate] of mandates.entries()) {
    const isThere = at !== 4 && at !== 7;
    expect(outcomes[at]!.status).toBe(isThere ? 'fulfilled' : 'rejected');
    const found = isThere
      ? { mandates: 1, events: 1, deliveries: 1 }
      : { mandates: 0, events: 0, deliveries: 0 };
    expect(await tracesOf(mandate)).toMatchObject(found);
  }
  const stored = await db`
    select key from idempotency_keys where merchant_id = ${tenant.merchantId} and state = 'done'`;
  expect(stored).toHaveLength(10);
  for (const held of claims) await held.release();
});

test('mandates inserted at once share a statement', async () => {
  const { db } = deployment;
  const tenant = await testTenant(deployment);
  const mandates = await Promise.all(Array.from({ length: 9 }, () => newMandate(tenant)));
  const surroundings = await readSurroundings(db, tenant);
  await Promise.all(mandates.map((mandate) => insertMandateGathered(db, mandate, surroundings, null)));
  const ids = mandates.map(({ id }) => id);
  const [row] =
    await db`select count(distinct xmin::text)::integer as commits from mandates where id = any(${ids})`;
  expect(row).toEqual({ commits: 2 });
});
