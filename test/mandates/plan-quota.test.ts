import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeMandate, createMandate, MONTHLY } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { pastMidnight } from '../support/midnight.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;
beforeAll(pastMidnight);
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_PUBLISH_PLANS_PER_DAY: '2' });
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

const planOf = async (id: string) => (await merchant.api.mandates.get(id)).planSignature;
const feePayerLamports = async (): Promise<number> => {
  const { address } = service.running.deployment.chains.test!.feePayer;
  return (await service.rpc('getBalance', [address, { commitment: 'processed' }])).value;
};

test('beyond the quota, and from a link, a plan is published when its payer has signed', async () => {
  const payers = await Promise.all([1, 2, 3, 4].map(() => service.wallet(merchant)));
  const [first, second, third] = [
    await createMandate(service, merchant, payers[0]!, payee),
    await createMandate(service, merchant, payers[1]!, payee),
    await createMandate(service, merchant, payers[2]!, payee),
  ];
  await eventually(async () => (await planOf(first.id)) !== null && (await planOf(second.id)) !== null);
  const before = await feePayerLamports();
  const mint = await service.mint(merchant);
  const { maxPeriods: _, ...terms } = MONTHLY;
  const link = await merchant.api.paymentLinks.create({ ...terms, payee: payee.address, mint });
  const start = (payer: TestWallet) =>
    service.call('POST', `/v1/checkout/payment_links/${link.id}/mandates`, {
      body: { payer: payer.address },
    });
  const started = (await start(payers[3]!)).body;
  for (let i = 0; i < 5; i++) {
    await createMandate(service, merchant, payers[2]!, payee);
    await start(payers[3]!);
  }
  // A sweep would find what waits.
  await service.running.deployment.db`select graphile_worker.add_job('plans:publish', '{"livemode":false}')`;
  await eventually(
    async () =>
      (await service.db`select 1 from graphile_worker.jobs where task_identifier = 'plans:publish'`)
        .length === 0,
  );
  expect(await feePayerLamports()).toBe(before);

  for (const [mandate, payer] of [
    [third, payers[2]!],
    [started, payers[3]!],
  ] as const) {
    expect((await authorizeMandate(service, mandate, payer)).status).toBe('active');
    await eventually(async () => (await planOf(mandate.id)) !== null);
  }
  const spent = await service.db`select lamports from publishing_fees where not livemode`;
  expect(spent[0]!['lamports']).toBeGreaterThan(0n);
});
