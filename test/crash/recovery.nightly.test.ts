import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { refundReference } from '../../server/chain/references.ts';
import { connect } from '../../server/db/connect.ts';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { expectBooksToMatchChain, landedPulls, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let deployment: ChildDeployment;
const names: string[] = [];
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  deployment = await ChildDeployment.start();
});
afterAll(async () => {
  await deployment.stop();
  for (const name of names)
    await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
});

async function onServer<T>(use: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const sql = connect(inject('postgresUrl'), { max: 1, applicationName: 'autopay-test-server' });
  return use(sql).finally(() => sql.end());
}

/** A database with everything that is in `original` now, or an empty one. No client may be connected to the original. */
async function createDatabase(original = 'template0'): Promise<{ name: string; url: string }> {
  const name = `recovery_${randomBytes(6).toString('hex')}`;
  await onServer((sql) =>
    eventually(() => sql.unsafe(`create database ${name} template ${original}`).catch(() => null)),
  );
  names.push(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

/** The ids of the events that told of settled charges, oldest first, each with its charge. */
async function succeededEvents(api: Autopay, mandate: string) {
  const { data } = await api.events.list({ type: 'charge.succeeded', mandate });
  return data.toReversed().map((event) => [event.id, event.data.object.id]);
}

test(
  'a database set back to before three charges: none is made twice, its books catch up, and what is recorded again has the same ids',
  { timeout: 240_000 },
  async () => {
    const original = await createDatabase();
    const first = await deployment.spawn(original.url);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: first.url });
    const before = new Autopay(keys.test, { baseUrl: first.url });
    const subscription = await subscribe(before);
    const { id } = subscription.mandate;
    expect(await first.terminate()).toBe(0);
    const backup = await createDatabase(original.name);

    const second = await deployment.spawn(original.url);
    const forgotten = new Autopay(keys.test, { baseUrl: second.url });
    await forgotten.test.advanceClock({ seconds: 3 * PERIOD_SECONDS });
    const charged = await expectBooksToMatchChain(rpc, forgotten, subscription);
    expect(charged.map(({ status }) => status)).toEqual([...Array(4).fill('succeeded'), 'scheduled']);
    const told = await succeededEvents(forgotten, id);
    await second.kill();

    const third = await deployment.spawn(backup.url, ['--recover']);
    const restored = new Autopay(keys.test, { baseUrl: third.url });
    expect((await restored.mandates.listCharges(id)).data.map(({ status }) => status)).toEqual([
      'scheduled',
      'succeeded',
    ]);
    // By now all three windows have begun, and two are over: a restore takes its time.
    await restored.test.advanceClock({ seconds: PERIOD_SECONDS });
    await restored.test.advanceClock({ seconds: 2 * PERIOD_SECONDS });
    // Nothing that was signed before can land any more: a blockhash's life, and a margin.
    await deployment.rpc('autopay_advanceSlots', [250]);
    const caughtUp = await eventually(async () => {
      const { data } = await restored.mandates.listCharges(id);
      return data.filter(({ status }) => status === 'succeeded').length === 4 && data.toReversed();
    }, 90_000);
    const summary = (charges: typeof charged) =>
      charges.slice(0, 4).map((charge) => [charge.id, charge.periodIndex, charge.txSignature]);
    expect(summary(caughtUp)).toEqual(summary(charged));
    expect(told).toHaveLength(4);
    expect(await succeededEvents(restored, id)).toEqual(told);

    await restored.test.advanceClock({ seconds: PERIOD_SECONDS });
    const charges = await expectBooksToMatchChain(rpc, restored, subscription);
    expect(charges.map(({ status }) => status)).toEqual([...Array(5).fill('succeeded'), 'scheduled']);
    expect(await landedPulls(rpc, id, 4)).toHaveLength(1);
  },
);

test(
  'a refund that was made after the backup is found and recorded, and not made again',
  { timeout: 240_000 },
  async () => {
    const original = await createDatabase();
    const first = await deployment.spawn(original.url);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: first.url });
    const { mandate, payee } = await subscribe(new Autopay(keys.test, { baseUrl: first.url }));
    expect(await first.terminate()).toBe(0);
    const backup = await createDatabase(original.name);

    const second = await deployment.spawn(original.url);
    const forgotten = new Autopay(keys.test, { baseUrl: second.url });
    const { data: charges } = await forgotten.mandates.listCharges(mandate.id);
    const charge = charges.find(({ status }) => status === 'succeeded')!.id;
    const options = { idempotencyKey: 'half of it back' };
    const issued = await forgotten.charges.refund(charge, { amount: '500000' }, options);
    const wallet = { ...payee, secretKey: Buffer.from(payee.secretKey, 'base64') };
    const signedTransaction = await signIssued(wallet, issued.transaction!);
    const made = await forgotten.refunds.submit(issued.id, { signedTransaction });
    expect(made.status).toBe('succeeded');
    await second.kill();

    const third = await deployment.spawn(backup.url, ['--recover']);
    const restored = new Autopay(keys.test, { baseUrl: third.url, maxRetries: 0 });
    const ask = () => restored.charges.refund(charge, { amount: '500000' }, options);
    await expect(ask()).rejects.toMatchObject({ code: 'internal_error' });
    await deployment.rpc('autopay_advanceSlots', [250]);
    await expect(ask()).rejects.toMatchObject({ code: 'refund_failed' });
    const { id, txSignature } = made;
    expect((await restored.mandates.listRefunds(mandate.id)).data).toMatchObject([{ id, txSignature }]);
    expect(await restored.charges.get(charge)).toMatchObject({ refundedAmount: '500000' });
    const reference = refundReference(await rpc('getGenesisHash'), id);
    expect(await rpc('getSignaturesForAddress', [reference, { commitment: 'confirmed' }])).toHaveLength(1);
  },
);
