import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishPlans } from '../../server/mandates/publish-plans.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
});
afterAll(() => service.stop());

const create = async () => {
  const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
  return createMandate(service, merchant, payer, payee);
};

/** Lets every unpublished plan fall due, as half a minute would, and looks after it. */
async function lookAgain(): Promise<void> {
  await service.db`update mandates set plan_publish_at = 0 where plan_publish_at is not null`;
  await publishPlans(service.running.deployment, false);
}

const published = (reference: string): Promise<unknown[]> =>
  service.rpc('getSignaturesForAddress', [reference, { commitment: 'confirmed' }]);

describe('the plan of a mandate', () => {
  test('is sent once, however often a node that lags is asked about it', async () => {
    await service.setFaults({ method: 'getSignatureStatuses', kind: 'lag', slots: 64 });
    const { id, reference } = await create();
    await eventually(async () => (await published(reference)).length === 1);
    for (let look = 0; look < 3; look += 1) await lookAgain();
    await service.setFaults();
    expect(await published(reference)).toHaveLength(1);
    await eventually(async () => {
      await lookAgain();
      return (await merchant.api.mandates.get(id)).planSignature !== null;
    });
    expect(await published(reference)).toHaveLength(1);
    expect(await service.db`select 1 from plan_attempts where mandate_id = ${id}`).toHaveLength(0);
  });

  test('is sent again once what was sent can no longer land', async () => {
    await service.setFaults({ method: 'sendTransaction', kind: 'drop', times: 1 });
    const { id, reference } = await create();
    // It is stored before it is sent, so a stored one may not have been dropped yet.
    await eventually(async () => (await service.faults()).length === 0);
    await lookAgain();
    expect(await published(reference)).toHaveLength(0);
    await service.skipSlots(400);
    // A blockhash is used for half a second, and the one from before would be as dead.
    await setTimeout(1_000);
    await lookAgain();
    expect((await merchant.api.mandates.get(id)).planSignature).not.toBeNull();
    expect(await published(reference)).toHaveLength(1);
  });
});
