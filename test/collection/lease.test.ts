import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAttempts } from '../../server/collection/build-attempts.ts';
import { getCharge } from '../../server/charges/queries.ts';
import { getMandate } from '../../server/mandates/queries.ts';
import { subscribe } from '../crash/books.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('nothing is signed for a charge whose lease is nearly over: another worker may take it up first', async () => {
  const { id: merchantId, api } = await service.merchant();
  const { mandate } = await subscribe(api);
  const { db, clock, chains } = service.running.deployment;
  const tenant = { merchantId, livemode: false };
  const { data } = await api.mandates.listCharges(mandate.id);
  const charge = await getCharge(db, tenant, data[0]!.id);
  const held = {
    mandate: await getMandate(db, tenant, mandate.id),
    issuerControls: false,
    expired: 0,
    aheadSeconds: 0,
  };
  const build = async (secondsLeft: number) => {
    const leased = { ...charge, wakeAt: clock.seconds() + secondsLeft };
    const [built] = await buildAttempts(chains.test!, [{ ...held, charge: leased }], 1);
    return built;
  };
  expect(await build(20)).toMatchObject({
    kind: 'refused',
    failure: { kind: 'ours', message: expect.stringContaining('too slow') },
  });
  expect(await build(60)).toMatchObject({ kind: 'signed' });
});
