import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { TestService } from '../support/service.ts';
import { finalize, look } from '../schedule/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** 64 slots of 100 ms: longer than two looks 3 s apart. */
const LAG_SLOTS = 64;

describe('a mandate that the localnet approved while the node lagged behind', () => {
  test('is not judged by a state from before its approval', async () => {
    const merchant = await service.merchant();
    const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
    await finalize(service);
    await service.skipSlots(LAG_SLOTS);
    const before = await service.rpc('getSlot', [{ commitment: 'processed' }]);
    await service.setFaults({ method: '*', kind: 'lag', slots: LAG_SLOTS });
    const { id, status } = await createMandate(service, merchant, payer, payee, {
      autoAuthorize: true,
      trialSeconds: 3600,
    });
    expect(status).toBe('active');
    // The node's finalized state passes the slot that it named at the creation: from now on it would be believed.
    await setTimeout(1_000);
    await look(service, 'accounts:watch');
    // Two looks this far apart tell a cancellation from one lying response.
    await setTimeout(3_000);
    await look(service, 'accounts:watch');
    await service.setFaults();
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    const [row] = await service.db`select authorization_slot from mandates where id = ${id}`;
    expect(row!['authorizationSlot']).toBeGreaterThanOrEqual(before);
  });
});
