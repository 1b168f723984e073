import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { ChildDeployment, type ChildService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { expectBooksToMatchChain, landedPulls, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let deployment: ChildDeployment;
let db: FreshDatabase;
let testKey: string;
let child: ChildService;
let api: Autopay;
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

function clientOf({ url }: ChildService): Autopay {
  return new Autopay(testKey, { baseUrl: url, maxRetries: 0 });
}

async function startNext(): Promise<void> {
  child = await deployment.spawn(db.url);
  api = clientOf(child);
}

/** Makes the next charge due in the process that is to be killed, whose response therefore never comes. */
function letNextFallDue(): void {
  api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => {});
}

function listAttempts(mandateId: string, periodIndex: number) {
  return db.sql<{ signature: string; state: string }[]>`
    select a.signature, a.state from attempts a join charges c on c.id = a.charge_id
    where a.mandate_id = ${mandateId} and c.period_index = ${periodIndex} order by a.id`;
}

function settled(mandateId: string, periodIndex: number) {
  return eventually(async () => {
    const { data } = await api.mandates.listCharges(mandateId);
    return data.find((charge) => charge.periodIndex === periodIndex && charge.status === 'succeeded');
  }, 90_000);
}

beforeAll(async () => {
  [deployment, db] = await Promise.all([ChildDeployment.start({ slotMs: 400 }), freshDatabase()]);
});
afterAll(async () => {
  await deployment.stop();
  await db.drop();
});
// A merchant of its own: nothing of another test's falls due with its clock.
beforeEach(async () => {
  child = await deployment.spawn(db.url);
  testKey = (await createMerchant({ name: 'Coffee Club' }, { baseUrl: child.url })).keys.test;
  api = clientOf(child);
});
afterEach(async () => {
  await deployment.setFaults();
  await child.kill();
});

test('a process killed between signing and sending: the same bytes are sent by the next one, once', async () => {
  const subscription = await subscribe(api);
  const { id } = subscription.mandate;
  await deployment.setFaults({ method: 'sendTransaction', kind: 'hang' });
  letNextFallDue();
  const [signed] = await eventually(async () => {
    const attempts = await listAttempts(id, 1);
    return attempts.length > 0 && attempts;
  });
  await child.kill();
  await deployment.setFaults();
  expect(await landedPulls(rpc, id, 1)).toEqual([]);

  await startNext();
  expect((await settled(id, 1)).txSignature).toBe(signed!.signature);
  expect(await listAttempts(id, 1)).toEqual([{ signature: signed!.signature, state: 'landed' }]);
  const charges = await expectBooksToMatchChain(rpc, api, subscription);
  expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'scheduled']);
});

test('a process killed between sending and recording: the next one finds the money moved, and moves none', async () => {
  const subscription = await subscribe(api);
  const { id } = subscription.mandate;
  await deployment.setFaults({ method: 'getSignatureStatuses', kind: 'hang' });
  letNextFallDue();
  const [landed] = await eventually(async () => {
    const signatures = await landedPulls(rpc, id, 1);
    return signatures.length > 0 && signatures;
  });
  await child.kill();
  await deployment.setFaults();
  expect(await listAttempts(id, 1)).toEqual([{ signature: landed, state: 'signed' }]);

  await startNext();
  expect((await settled(id, 1)).txSignature).toBe(landed);
  expect(await listAttempts(id, 1)).toEqual([{ signature: landed, state: 'landed' }]);
  await expectBooksToMatchChain(rpc, api, subscription);
});

test('a process killed before signing: another takes up what it had claimed, without waiting for the end of its lease', async () => {
  const subscription = await subscribe(api);
  const { id } = subscription.mandate;
  // Accounts are read between the claim and the signature.
  await deployment.setFaults({ method: 'getMultipleAccounts', kind: 'hang' });
  letNextFallDue();
  const claimed = await eventually(async () => {
    const [charge] = await db.sql<{ wakeAt: number }[]>`
      select wake_at from charges where mandate_id = ${id} and period_index = 1 and lease_token is not null`;
    return charge;
  });
  expect(claimed.wakeAt).toBeLessThanOrEqual(Date.now() / 1000 + 60);
  await child.kill();
  await deployment.setFaults();
  expect(await listAttempts(id, 1)).toEqual([]);

  await startNext();
  await settled(id, 1);
  expect(Date.now() / 1000).toBeLessThan(claimed.wakeAt);
  expect(await listAttempts(id, 1)).toHaveLength(1);
  await expectBooksToMatchChain(rpc, api, subscription);
});

test('a node that acts and loses its response does not get a second transaction', async () => {
  const subscription = await subscribe(api);
  await deployment.setFaults({ method: 'sendTransaction', kind: 'loseReply', times: 1 });
  await api.test.advanceClock({ seconds: PERIOD_SECONDS });
  await settled(subscription.mandate.id, 1);
  expect(await listAttempts(subscription.mandate.id, 1)).toHaveLength(1);
  await expectBooksToMatchChain(rpc, api, subscription);
});
