import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { ArchivedPostgres } from '../support/point-in-time.ts';
import { expectBooksToMatchChain, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let postgres: ArchivedPostgres;
let deployment: ChildDeployment;
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  [postgres, deployment] = await Promise.all([ArchivedPostgres.start(), ChildDeployment.start()]);
}, 180_000);
afterAll(async () => {
  await deployment?.stop();
  await postgres?.stop();
});

test(
  'a base backup and the archived log restore a moment before the loss, and --recover makes the books equal the chain',
  { timeout: 400_000 },
  async () => {
    const first = await deployment.spawn(postgres.url);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: first.url });
    const api = new Autopay(keys.test, { baseUrl: first.url });
    const old = await subscribe(api);
    await postgres.backUp();
    // Since the backup, and in the log alone: a subscription and its charges.
    const recent = await subscribe(api);
    await api.test.advanceClock({ seconds: PERIOD_SECONDS });
    const atMoment = (await api.mandates.listCharges(recent.mandate.id)).data;
    const moment = await postgres.noteMoment();
    // Since that moment, and lost: what only the chain still knows.
    await api.test.advanceClock({ seconds: PERIOD_SECONDS });
    const lost = new Map<string, (string | null)[]>();
    for (const { mandate } of [old, recent])
      lost.set(
        mandate.id,
        (await api.mandates.listCharges(mandate.id)).data.map(({ txSignature }) => txSignature),
      );
    await first.kill();
    await postgres.lose();

    await postgres.restore(moment);
    const second = await deployment.spawn(postgres.url, ['--recover']);
    const restored = new Autopay(keys.test, { baseUrl: second.url });
    const found = (await restored.mandates.listCharges(recent.mandate.id)).data;
    expect(found.map(({ id, status }) => [id, status])).toEqual(
      atMoment.map(({ id, status }) => [id, status]),
    );
    await restored.test.advanceClock({ seconds: PERIOD_SECONDS });
    // Nothing that was signed before can land any more: a blockhash's life, and a margin.
    await deployment.rpc('autopay_advanceSlots', [250]);
    for (const subscription of [old, recent]) {
      const { id } = subscription.mandate;
      await eventually(async () => {
        const { data } = await restored.mandates.listCharges(id);
        return data.filter(({ status }) => status === 'succeeded').length === 3;
      }, 120_000);
      const charges = await expectBooksToMatchChain(rpc, restored, subscription);
      // What was lost is recorded with the transactions that the chain has, and not paid again.
      expect(charges.map(({ txSignature }) => txSignature).toReversed()).toEqual(lost.get(id));
    }
    await restored.test.advanceClock({ seconds: PERIOD_SECONDS });
    for (const subscription of [old, recent]) {
      const charges = await expectBooksToMatchChain(rpc, restored, subscription);
      expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(4);
    }
  },
);
