import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refund } from '@autopay/sdk';
import { refundReference } from '../../server/chain/references.ts';
import { watchRefunds } from '../../server/refunds/watch-refunds.ts';
import { startRecovery } from '../../server/recovery/chain-state.ts';
import { balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { askRefund, delegateRefunds, makeSale, refundedOf, type Sale, submitRefund } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Sets the database back to before these refunds, and begins a recovery. */
async function forget(sale: Sale, refunds: readonly Pick<Refund, 'id'>[]): Promise<void> {
  const ids = refunds.map(({ id }) => id);
  await service.db.begin(async (tx) => {
    for (const table of ['settlements', 'attempts'])
      await tx`delete from ${tx(table)} where refund_id = any(${ids}::text[])`;
    await tx`delete from refunds where id = any(${ids}::text[])`;
    const told = tx`
      select id from events
      where charge_id = ${sale.charge.id} and body::json->'data'->'object'->>'id' = any(${ids}::text[])`;
    await tx`delete from webhook_deliveries where event_id in (${told})`;
    await tx`delete from events where id in (${told})`;
    await tx`
      update charges c set refunded =
        (select coalesce(sum(amount), 0) from refunds r where r.charge_id = c.id and status = 'succeeded')
      where id = ${sale.charge.id}`;
    await tx`delete from idempotency_keys where merchant_id = ${sale.merchant.id}`;
  });
  const now = Date.now();
  await startRecovery(service.db, Math.floor(now / 1000));
  // What is made in the second in which it began counts as made before.
  await new Promise((resolve) => setTimeout(resolve, 1_001 - (now % 1_000)));
}

/** Until nothing that was signed before can land any more: a blockhash's life, and a margin. The first who asks notes from when. */
async function outlive(sale: Sale): Promise<void> {
  expect(refusal(await askRefund(service, sale, { amount: '1' }))).toBe('500 internal_error');
  await service.skipSlots(250);
}

/** A refund of `amount` that the payee has signed and that settled. */
async function signedRefund(sale: Sale, amount: string): Promise<Refund> {
  const { body: refund } = await askRefund(service, sale, { amount });
  const signed = await signIssued(sale.payee, refund.transaction);
  const { body: settled } = await submitRefund(service, sale, refund, signed);
  expect(settled.status).toBe('succeeded');
  return settled;
}

async function refundsOf({ merchant, mandate }: Sale): Promise<Refund[]> {
  return (await merchant.api.mandates.listRefunds(mandate.id)).data;
}

/** How much has come back to the payer. */
async function paidBack({ payer, mint }: Sale): Promise<bigint> {
  return (await balanceOnChain(service, payer.address, mint)) - 9_000_000n;
}

test('a forgotten refund is not made again: it is refused without proof, then found and recorded, and the rest can be refunded', async () => {
  const sale = await makeSale(service);
  await delegateRefunds(service, sale, 1_000_000n);
  const key = { 'idempotency-key': 'give back 400000' };
  const ask = () => askRefund(service, sale, { amount: '400000' }, key);
  const { body: made } = await ask();
  expect(made.status).toBe('succeeded');
  await forget(sale, [made]);

  const early = await ask();
  expect(refusal(early)).toBe('500 internal_error');
  expect(early.body.error.message).toContain('looked up on chain first');
  expect(early.body.error.message).toContain('No refund was created.');
  await service.skipSlots(250);
  await service.setFaults({
    method: 'getSignaturesForAddress',
    kind: 'refuse',
  });
  expect(refusal(await ask())).toBe('500 internal_error');
  await service.setFaults();
  expect(await refundsOf(sale)).toEqual([]);

  const found = await ask();
  expect(refusal(found)).toBe('400 refund_failed');
  expect(found.body.error.message).toContain(`${made.id} of 400000 by ${made.txSignature}`);
  expect((await ask()).body).toEqual(found.body);
  expect(await refundsOf(sale)).toEqual([{ ...made, createdAt: expect.any(Number) }]);
  expect(await refundedOf(sale)).toBe('400000');
  expect(await paidBack(sale)).toBe(400_000n);

  expect((await askRefund(service, sale)).body).toMatchObject({ amount: '600000', status: 'succeeded' });
  expect(refusal(await askRefund(service, sale))).toBe('400 refund_exceeds_charge amount');
  expect(await paidBack(sale)).toBe(1_000_000n);
});

test('nothing is accepted on the word of a node whose history is too short', async () => {
  const sale = await makeSale(service);
  await forget(sale, []);
  await outlive(sale);
  const [node] = service.running.deployment.chains.test!.nodes;
  const { transport } = node!;
  node!.transport = async (config) => {
    const { method, id } = config.payload as { method: string; id: string };
    if (method !== 'getFirstAvailableBlock') return transport(config);
    return { jsonrpc: '2.0', id, result: 1_000_000n } as never;
  };
  const pruned = await askRefund(service, sale, { amount: '1' });
  node!.transport = transport;
  expect(refusal(pruned)).toBe('500 internal_error');
  expect(await refundsOf(sale)).toEqual([]);
  expect((await askRefund(service, sale, { amount: '1' })).status).toBe(201);
});

test('refunds that the payee signed are found behind those that nobody signed', async () => {
  const sale = await makeSale(service);
  const forgotten: Refund[] = [];
  for (const amount of ['200000', '100000']) {
    for (let hole = 0; hole < 7; hole += 1)
      forgotten.push((await askRefund(service, sale, { amount: '1' })).body);
    forgotten.push(await signedRefund(sale, amount));
  }
  await forget(sale, forgotten);
  await outlive(sale);
  const found = await askRefund(service, sale, { amount: '100000' });
  expect(refusal(found)).toBe('400 refund_failed');
  const settled = [forgotten[15]!, forgotten[7]!];
  for (const { id } of settled) expect(found.body.error.message).toContain(id);
  const known = await refundsOf(sale);
  const summary = ({ id, amount, txSignature, status }: Refund) => [id, amount, txSignature, status];
  expect(known.map(summary)).toEqual(settled.map(summary));
  expect(await refundedOf(sale)).toBe('300000');
  await signedRefund(sale, '700000');
  expect(await paidBack(sale)).toBe(1_000_000n);
});

test('a pending refund that forgotten ones leave no room for fails, and is not signed', async () => {
  const sale = await makeSale(service);
  await delegateRefunds(service, sale, 2_000_000n);
  const { deployment } = service.running;
  deployment.crashPoint = async (name) => {
    if (name === 'refund:signed') throw new Error('the process died');
  };
  expect(refusal(await askRefund(service, sale, { amount: '400000' }))).toBe('500 internal_error');
  deployment.crashPoint = async () => {};
  const [pending] = await refundsOf(sale);
  const { id } = pending!;
  // It failed after the backup, and a larger one was made.
  await service.db`update refunds set status = 'failed', wake_at = null, failure_code = 'not_signed' where id = ${id}`;
  const { body: larger } = await askRefund(service, sale, { amount: '800000' });
  expect(larger.status).toBe('succeeded');
  await forget(sale, [larger]);
  await service.db`update refunds set status = 'pending', wake_at = 2e9, failure_code = null where id = ${id}`;
  await outlive(sale);
  const carriedOn = await eventually(async () => {
    await service.db`update refunds set wake_at = 0 where id = ${id} and status = 'pending'`;
    await watchRefunds(deployment, false);
    const now = await sale.merchant.api.refunds.get(id);
    return now.status !== 'pending' && now;
  });
  expect(carriedOn).toMatchObject({ status: 'failed', failure: { code: 'refund_exceeds_charge' } });
  expect(await sale.merchant.api.refunds.get(larger.id)).toMatchObject({ txSignature: larger.txSignature });
  expect(await refundedOf(sale)).toBe('800000');
  expect(await paidBack(sale)).toBe(800_000n);
});

test('the payee gets no new transaction of a refund that forgotten ones leave no room for, and a signed one is not sent', async () => {
  const sale = await makeSale(service);
  const { body: pending } = await askRefund(service, sale, { amount: '400000' });
  const { id } = pending;
  await service.db`update refunds set status = 'failed', wake_at = null where id = ${id}`;
  const larger = await signedRefund(sale, '800000');
  await forget(sale, [larger]);
  await service.db`update refunds set status = 'pending', wake_at = 2e9 where id = ${id}`;
  await outlive(sale);
  const signed = await signIssued(sale.payee, pending.transaction);
  expect(refusal(await submitRefund(service, sale, pending, signed))).toBe('400 refund_failed');
  // The watch ends it as soon as what was issued can no longer land.
  const ended = await eventually(async () => {
    await watchRefunds(service.running.deployment, false);
    const now = await sale.merchant.api.refunds.get(id);
    return now.status !== 'pending' && now;
  });
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'refund_exceeds_charge' } });
  expect(await sale.merchant.api.refunds.createTransaction(id)).not.toHaveProperty('transaction');
  expect(await paidBack(sale)).toBe(800_000n);
});

test('a pending refund that landed after the backup is recorded once, and is no second one', async () => {
  const sale = await makeSale(service);
  const { body: refund } = await askRefund(service, sale, { amount: '400000' });
  const signature = await broadcast(service, await signIssued(sale.payee, refund.transaction));
  await forget(sale, []);
  await outlive(sale);
  await eventually(async () => {
    const now = await sale.merchant.api.refunds.createTransaction(refund.id);
    return now.txSignature === signature;
  });
  expect((await askRefund(service, sale, { amount: '100000' })).body.status).toBe('pending');
  expect(await refundedOf(sale)).toBe('400000');
});

test('charges that were signed since are refunded at once', async () => {
  const sale = await makeSale(service);
  await forget(sale, []);
  expect(refusal(await askRefund(service, sale, { amount: '1' }))).toBe('500 internal_error');
  await service.db`update attempts set signed_at = signed_at + 120 where charge_id = ${sale.charge.id}`;
  expect((await askRefund(service, sale, { amount: '1' })).status).toBe(201);
  expect((await askRefund(service, await makeSale(service), { amount: '1' })).status).toBe(201);
});

test('many refunds of one charge at once have ids and references of their own', async () => {
  const sale = await makeSale(service);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => askRefund(service, sale, { amount: '200000' })),
  );
  const refunds = answers.map(({ body }) => body as Refund);
  expect(new Set(refunds.map(({ id }) => id)).size).toBe(5);
  for (const refund of refunds) {
    const reference = refundReference(await service.rpc('getGenesisHash'), refund.id);
    const signed = await signIssued(sale.payee, refund.transaction!);
    const submitted = await submitRefund(service, sale, refund, signed);
    expect(submitted).toMatchObject({ status: 200, body: { failure: null } });
    await eventually(async () => {
      const config = { commitment: 'confirmed' };
      return (await service.rpc('getSignaturesForAddress', [reference, config])).length === 1;
    });
  }
  expect(await paidBack(sale)).toBe(1_000_000n);
});

test('refunds that were refused at once leave no holes in front of one that was made', async () => {
  const sale = await makeSale(service);
  const { merchant, payer, payee, mint } = sale;
  await delegateRefunds(service, sale, 1_000_000n);
  const order = { sellMode: 'once', maxPeriods: 1, mint, amountPerPeriod: '5700000' };
  const { body: issued } = await checkout(
    service,
    await createMandate(service, merchant, payee, payer, order),
    'instruction',
  );
  await broadcast(service, await signIssued(payee, issued.transaction));
  for (let attempt = 0; attempt < 9; attempt += 1)
    expect(refusal(await askRefund(service, sale, { amount: '400000' }))).toBe('400 refund_failed');
  await merchant.api.test.fund({ address: payee.address, mint, amount: '1000000' });
  const { body: made } = await askRefund(service, sale, { amount: '400000' });
  expect(made.status).toBe('succeeded');
  await forget(sale, await refundsOf(sale));
  await outlive(sale);
  const found = await askRefund(service, sale, { amount: '400000' });
  expect(found.body.error.message).toContain(made.id);
  expect(await refundedOf(sale)).toBe('400000');
});
