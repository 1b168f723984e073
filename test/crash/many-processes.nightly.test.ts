import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { Autopay, createMerchant } from '@autopay/sdk';
import { ChildDeployment, type ChildService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { expectBooksToMatchChain, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let deployment: ChildDeployment;
let db: FreshDatabase;
let servers: ChildService[];
/** One merchant's clients, each of a process of its own. */
let apis: Autopay[];
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  [deployment, db] = await Promise.all([ChildDeployment.start(), freshDatabase()]);
  const roles = ['api', 'api', 'worker', 'worker'];
  servers = (await Promise.all(roles.map((role) => deployment.spawn(db.url, [`--role=${role}`])))).filter(
    ({ url }) => url !== '',
  );
  const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: servers[0]!.url });
  apis = servers.map(({ url }) => new Autopay(keys.test, { baseUrl: url }));
}, 180_000);
afterAll(async () => {
  await deployment.stop();
  await db.drop();
});

test('the main job, with its requests going to either of two servers and its charges to either of two workers', async () => {
  const [first, second] = apis as [Autopay, Autopay];
  const { mandate, payer, payee } = await pending(first, { periodSeconds: 2, maxPeriods: 3 });
  await authorize({
    apiBase: servers[1]!.url,
    mandateId: mandate.id,
    clientSecret: mandate.client_secret,
    signer: await signerFromKeyPair(Buffer.from(payer.secretKey, 'base64')),
  });
  await eventually(async () => (await second.mandates.get(mandate.id)).status === 'completed');
  const charges = (await first.mandates.listCharges(mandate.id)).data;
  const refund = await first.charges.refund(charges[0]!.id, { amount: '250000' });
  const signer = await signerFromKeyPair(Buffer.from(payee.secretKey, 'base64'));
  const signed = await signer.signTransaction!(Buffer.from(refund.transaction!, 'base64'));
  const settled = await second.refunds.submit(refund.id, {
    signedTransaction: Buffer.from(signed).toString('base64'),
  });
  expect(settled.status).toBe('succeeded');
  const books = await expectBooksToMatchChain(rpc, second, { mandate, payer, payee });
  expect(books.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});

test('many refreshes at both servers at once activate a mandate once, and charge it once', async () => {
  const [first] = apis as [Autopay, Autopay];
  const { mandate, payer, payee } = await pending(first, { periodSeconds: PERIOD_SECONDS, maxPeriods: 12 });
  const path = (server: ChildService, operation: string) =>
    `${server.url}/v1/checkout/mandates/${mandate.id}/${operation}?client_secret=${mandate.client_secret}`;
  const issued: { transaction: string } = (await (
    await fetch(path(servers[0]!, 'instruction'), { method: 'POST' })
  ).json()) as never;
  const signer = await signerFromKeyPair(Buffer.from(payer.secretKey, 'base64'));
  const signed = await signer.signTransaction!(Buffer.from(issued.transaction, 'base64'));
  await rpc('sendTransaction', [
    Buffer.from(signed).toString('base64'),
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  const answers = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, n) => (await fetch(path(servers[n % 2]!, 'refresh'), { method: 'POST' })).status,
    ),
  );
  expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  await eventually(
    async () => (await first.mandates.listCharges(mandate.id)).data[1]?.status === 'succeeded',
  );
  const charges = await expectBooksToMatchChain(rpc, first, { mandate, payer, payee });
  expect(charges.map(({ periodIndex, status }) => [periodIndex, status])).toEqual([
    [0, 'succeeded'],
    [1, 'scheduled'],
  ]);
  const types = (await first.events.list({ limit: 50, mandate: mandate.id })).data.map(({ type }) => type);
  expect(types.toReversed()).toEqual([
    'mandate.created',
    'mandate.activated',
    'charge.succeeded',
    'charge.scheduled',
  ]);
});

test('four processes take up ten charges that fall due in the same second: each is pulled once', async () => {
  const [first, second] = apis as [Autopay, Autopay];
  const many = await Promise.all(Array.from({ length: 10 }, () => subscribe(first)));
  await Promise.all([first, second].map((api) => api.test.advanceClock({ seconds: PERIOD_SECONDS })));
  for (const subscription of many) {
    await eventually(async () => (await first.mandates.get(subscription.mandate.id)).periodsCharged >= 3);
    await expectBooksToMatchChain(rpc, first, subscription);
  }
});

/** A mandate whose payer has not signed yet. */
async function pending(api: Autopay, terms: { periodSeconds: number; maxPeriods: number }) {
  const amount = '1000000000';
  const [payer, payee] = [await api.test.createWallet({ amount }), await api.test.createWallet({ amount })];
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const mandate = await api.mandates.create({
    payer: payer.address,
    payee: payee.address,
    mint,
    amountPerPeriod: '1000000',
    ...terms,
  });
  return { mandate, payer, payee };
}
