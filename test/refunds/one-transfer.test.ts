import type { Address } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundReference } from '../../server/chain/references.ts';
import { lockMandate } from '../../server/mandates/queries.ts';
import { lockCharge } from '../../server/charges/queries.ts';
import { watchRefunds } from '../../server/refunds/watch-refunds.ts';
import { checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signOwn,
  withAccountAt,
  withAccounts,
  withAmount,
} from '../support/wallet-signing.ts';
import { askRefund, makeSale, refundedOf, type Sale } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Two pending refunds of 300,000 each, with the transfer of that amount from payee to payer and their references. */
async function twoRefunds(sale: Sale) {
  const refunds: string[] = [];
  for (let at = 0; at < 2; at += 1)
    refunds.push((await askRefund(service, sale, { amount: '300000' })).body.id);
  const order = { sellMode: 'once', maxPeriods: 1, mint: sale.mint, amountPerPeriod: '1' };
  const back = await createMandate(service, sale.merchant, sale.payee, sale.payer, order);
  const transfer = withAmount(issuedInstruction(await checkout(service, back, 'instruction')), 300_000n);
  const genesisHash = await service.rpc('getGenesisHash');
  const references = refunds.map((id): Address => refundReference(genesisHash, id));
  return { refunds, transfer, references };
}

const look = async ({ merchant }: Sale, refunds: readonly string[]) => {
  await service.db`update refunds set wake_at = 0 where id = any(${refunds as string[]}) and status = 'pending'`;
  await watchRefunds(service.running.deployment, false);
  return Promise.all(refunds.map(async (id) => (await merchant.api.refunds.get(id)).status));
};

test('one transfer that carries the references of two refunds pays neither', async () => {
  const sale = await makeSale(service);
  const { refunds, transfer, references } = await twoRefunds(sale);
  const both = withAccounts(withAccountAt(transfer, 4, references[0]!), references[1]!);
  await broadcast(service, await signOwn(service, sale.payee, both));
  expect(await look(sale, refunds)).toEqual(['pending', 'pending']);
  expect(await refundedOf(sale)).toBe('0');
});

test('two transfers in one transaction, one for each, pay both', async () => {
  const sale = await makeSale(service);
  const { refunds, transfer, references } = await twoRefunds(sale);
  const each = references.map((reference) => withAccountAt(transfer, 4, reference));
  const signature = await broadcast(service, await signOwn(service, sale.payee, ...each));
  await eventually(async () => (await look(sale, refunds)).every((status) => status === 'succeeded'));
  expect(await refundedOf(sale)).toBe('600000');
  const settlements = await service.db`
    select signature, instruction_index, refund_id from settlements where refund_id = any(${refunds}) order by 2`;
  const [first, second] = settlements.map(({ instructionIndex }) => instructionIndex as number);
  expect(second! - first!).toBe(1);
  expect(settlements.map((row) => [row.signature, row.refundId])).toEqual(
    refunds.map((id) => [signature, id]),
  );
});

test('a refund that is made while its charge is settled waits for the mandate, and holds nothing meanwhile', async () => {
  const sale = await makeSale(service);
  let asked: ReturnType<typeof askRefund> | undefined;
  await service.db.begin(async (tx) => {
    await lockMandate(tx, sale.mandate.id);
    asked = askRefund(service, sale, { amount: '100000' });
    await eventually(async () => {
      const waiting = await service.db`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await tx`set local lock_timeout = '500ms'`;
    await lockCharge(tx, sale.charge.id);
  });
  expect((await asked!).status).toBe(201);
});
