import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '@solana/kit';
import { resolveUntilSettled } from '../../server/attempts/resolve-attempts.ts';
import { listSendable } from '../../server/attempts/queries.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { transferInstruction } from '../../server/chain/transfer.ts';
import { countSigned } from '../../server/fee-payers/queries.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import type { CrashPoint } from '../../server/lib/crash-points.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { balanceOnChain, createMandate, MONTHLY } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signOwn } from '../support/wallet-signing.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(() => service.stop());

/** A merchant with one mandate of each payer, all to one wallet, whose second charge is scheduled. */
async function sell(payerCount: number) {
  const merchant = await service.merchant();
  const payee = await service.wallet(merchant);
  const payers: TestWallet[] = [];
  const mandates: string[] = [];
  for (let at = 0; at < payerCount; at += 1) payers.push(await service.wallet(merchant));
  for (const payer of payers)
    mandates.push((await createMandate(service, merchant, payer, payee, { autoAuthorize: true })).id);
  await merchant.api.test.advanceClock({ seconds: 1 });
  return { merchant, payee, payers, mandates };
}

interface How {
  /** Runs at this point of the collection. */
  at?: { point: CrashPoint; run: () => Promise<void> };
  pullsPerTransaction?: number;
}

/** Makes the second charges due and collects them in one batch. */
async function collect({ id }: TestMerchant, { at, pullsPerTransaction = 10 }: How = {}): Promise<string[]> {
  const { deployment } = service.running;
  await service.db`
    update charges set wake_at = ${deployment.clock.seconds()}, backoff_until = null
    where merchant_id = ${id} and period_index = 1 and status in ('scheduled', 'retrying')`;
  let isPassed = false;
  const crashPoint = async (name: CrashPoint) => {
    if (name !== at?.point || isPassed) return;
    isPassed = true;
    await at.run();
  };
  const chains = { ...deployment.chains, test: { ...deployment.chains.test!, pullsPerTransaction } };
  return collectDueCharges({ ...deployment, chains, crashPoint }, { livemode: false, merchantId: id });
}

async function settle(sent: readonly string[]): Promise<void> {
  const { deployment } = service.running;
  await resolveUntilSettled(deployment, APPLIERS, deployment.chains.test!, sent, { timeoutMs: 20_000 });
}

/** The second charges as the merchant sees them, in the order of their mandates. */
async function chargesOf(merchant: TestMerchant, mandates: readonly string[]) {
  const charges = await Promise.all(
    mandates.map((mandateId) => merchant.api.mandates.listCharges(mandateId).then(({ data }) => data)),
  );
  return charges.map((ofMandate) => ofMandate.find(({ periodIndex }) => periodIndex === 1)!);
}

const transactionsOf = async (attemptIds: readonly string[]) => {
  const rows = await service.db<{ signature: string; count: number }[]>`
    select signature, count(*)::int as count from attempts where id = any(${attemptIds as string[]}) group by 1`;
  return rows.map(({ count }) => count).toSorted((a, b) => b - a);
};

const signedSoFar = () =>
  countSigned(service.db, false, { from: 0, to: service.running.deployment.clock.seconds() + 60 });

/** The payer sends all of their tokens elsewhere. */
async function drain(payer: TestWallet, merchant: TestMerchant): Promise<void> {
  const mint = (await service.mint(merchant)) as Address;
  const other = await service.wallet(merchant);
  const [source, destination] = await Promise.all(
    [payer, other].map(({ address }) => tokenAccountOf(address as Address, mint, 'token')),
  );
  const move = { source: source!, destination: destination!, mint, tokenProgram: 'token' as const };
  const amountAtomic = await balanceOnChain(service, payer.address, mint);
  const authority = payer.address as Address;
  const transfer = transferInstruction({ ...move, decimals: 6, amountAtomic, authority, references: [] });
  await broadcast(service, await signOwn(service, payer, transfer));
}

test('charges of one payee share a transaction, and each settles by its own transfer', async () => {
  const { merchant, payee, mandates } = await sell(12);
  const mint = await service.mint(merchant);
  const before = await balanceOnChain(service, payee.address, mint);
  const signedBefore = await signedSoFar();
  const sent = await collect(merchant);
  expect(await transactionsOf(sent)).toEqual([10, 2]);
  // What explains the loss of the fee payer: two transactions' fees.
  const signed = await signedSoFar();
  expect(signed.transactions - signedBefore.transactions).toBe(2);
  expect(signed.transfers - signedBefore.transfers).toBe(12);
  await settle(sent);
  const charges = await chargesOf(merchant, mandates);
  expect(charges.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
    mandates.map(() => ({ status: 'succeeded', attempts: 1 })),
  );
  expect(await balanceOnChain(service, payee.address, mint)).toBe(
    before + 12n * BigInt(MONTHLY.amountPerPeriod),
  );
  const settlements = await service.db`
    select distinct signature, instruction_index from settlements where charge_id = any(${charges.map(({ id }) => id)})`;
  expect(settlements).toHaveLength(12);
  for (const { id, mandateId, txSignature } of charges) {
    const receipt = await merchant.api.charges.getReceipt(id);
    expect(receipt).toMatchObject({ mandateId, txSignature, amount: MONTHLY.amountPerPeriod });
  }
  const fees = await Promise.all(charges.map(({ id }) => merchant.api.charges.getReceipt(id)));
  // Two signatures and the priority fee, for ten of them.
  expect(Number(fees[0]!.networkFeeLamports)).toBeLessThan(20_000);
});

test('a setting gives each charge a transaction of its own', async () => {
  const { merchant } = await sell(3);
  const sent = await collect(merchant, { pullsPerTransaction: 1 });
  expect(await transactionsOf(sent)).toEqual([1, 1, 1]);
  await settle(sent);
});

test('two charges of one payer, who may have enough for one of them, are in different transactions', async () => {
  const { merchant, payee, payers } = await sell(2);
  await createMandate(service, merchant, payers[0]!, payee, { autoAuthorize: true });
  await merchant.api.test.advanceClock({ seconds: 1 });
  const sent = await collect(merchant);
  expect(await transactionsOf(sent)).toEqual([2, 1]);
  await settle(sent);
});

test('one payer who cannot pay fails alone: the others are charged at once, without a failed attempt', async () => {
  const { merchant, payers, mandates } = await sell(4);
  const sent = await collect(merchant, {
    at: { point: 'attempt:committed', run: () => drain(payers[1]!, merchant) },
  });
  expect(await transactionsOf(sent)).toEqual([4]);
  await settle(sent);
  const after = await chargesOf(merchant, mandates);
  expect(after.map(({ status }) => status)).toEqual(['processing', 'retrying', 'processing', 'processing']);
  expect(after[1]).toMatchObject({ attempts: 1, failure: { code: 'insufficient_funds' } });
  const backedOff = await service.db`
    select id from charges where id = any(${after.map(({ id }) => id)}) and status = 'processing'
      and backoff_until > ${service.running.deployment.clock.seconds()}`;
  expect(backedOff).toEqual([]);
  const alone = await collectDueCharges(service.running.deployment, {
    livemode: false,
    merchantId: merchant.id,
  });
  expect(await transactionsOf(alone)).toEqual([1, 1, 1]);
  await settle(alone);
  const charges = await chargesOf(merchant, mandates);
  expect(charges.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['succeeded', 1],
    ['retrying', 1],
    ['succeeded', 1],
    ['succeeded', 1],
  ]);
  const failed = await service.db<{ subjectId: string }[]>`
    select charge_id as subject_id from events where merchant_id = ${merchant.id} and type = 'charge.failed'`;
  expect(failed.map(({ subjectId }) => subjectId)).toEqual([charges[1]!.id]);
});

test('a mandate revoked while its transaction is signed is not charged, and holds up none of the others', async () => {
  const { merchant, mandates } = await sell(3);
  const revoke = async () => void (await merchant.api.mandates.revoke(mandates[0]!));
  const sent = await collect(merchant, { at: { point: 'attempt:signed', run: revoke } });
  expect(await transactionsOf(sent)).toEqual([1, 1]);
  await settle(sent);
  const charges = await chargesOf(merchant, mandates);
  expect(charges.map(({ status, txSignature }) => [status, txSignature !== null])).toEqual([
    ['scheduled', false],
    ['succeeded', true],
    ['succeeded', true],
  ]);
});

test('bytes that would also charge a mandate revoked since are not sent again', async () => {
  const { merchant, mandates } = await sell(3);
  await service.setFaults({ method: 'sendTransaction', kind: 'refuse' });
  const { db, clock } = service.running.deployment;
  const sent = await collect(merchant);
  expect(await listSendable(db, sent, clock.seconds())).toHaveLength(3);
  // A delegate that was approved has no periods to run out.
  expect(await listSendable(db, sent, clock.seconds() + 3600)).toHaveLength(3);
  await merchant.api.mandates.revoke(mandates[0]!);
  expect(await listSendable(db, sent, clock.seconds())).toEqual([]);
  await service.setFaults();
  // Once the signature can no longer land, the others are charged alone.
  await service.skipSlots(400);
  await eventually(async () => {
    await settle(sent);
    await settle(
      await collectDueCharges(service.running.deployment, { livemode: false, merchantId: merchant.id }),
    );
    const charges = await chargesOf(merchant, mandates);
    return charges.map(({ status }) => status).join() === 'skipped,succeeded,succeeded';
  });
});

test('a charge that cannot be committed waits, and those that shared its transaction do not', async () => {
  const { merchant, mandates } = await sell(3);
  await service.db.unsafe(`
    create or replace function poison_shared() returns trigger language plpgsql as
      $$ begin raise exception 'a poison row'; end $$;
    create trigger poison_shared before insert on attempts for each row when (new.mandate_id = '${mandates[0]}')
      execute function poison_shared();`);
  const sent = await collect(merchant);
  await service.db.unsafe('drop trigger poison_shared on attempts');
  expect(await transactionsOf(sent)).toEqual([1, 1]);
  await settle(sent);
  const charges = await chargesOf(merchant, mandates);
  expect(charges.map(({ status }) => status)).toEqual(['scheduled', 'succeeded', 'succeeded']);
});
